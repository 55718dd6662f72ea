// SPDX-License-Identifier: Apache-2.0
// Descriptions of calls for libffi.

#include "description.h"

#include <stdlib.h>

HEDDLE_STATIC_ASSERT(sizeof(void *) == 8, "words have room for addresses");

// ---- descriptions by the types of C --------------------------------------------------------------------------------

// Null where libffi has no such type on this machine.
static ffi_type *scalar_type(uint32_t code) {
    switch (code) {
    case HEDDLE_CODE_VOID: return &ffi_type_void;
    case HEDDLE_CODE_INT8: return &ffi_type_sint8;
    case HEDDLE_CODE_UINT8: return &ffi_type_uint8;
    case HEDDLE_CODE_INT16: return &ffi_type_sint16;
    case HEDDLE_CODE_UINT16: return &ffi_type_uint16;
    case HEDDLE_CODE_INT32: return &ffi_type_sint32;
    case HEDDLE_CODE_UINT32: return &ffi_type_uint32;
    case HEDDLE_CODE_INT64: return &ffi_type_sint64;
    case HEDDLE_CODE_UINT64: return &ffi_type_uint64;
    case HEDDLE_CODE_POINTER: return &ffi_type_pointer;
    case HEDDLE_CODE_FLOAT: return &ffi_type_float;
    case HEDDLE_CODE_DOUBLE: return &ffi_type_double;
    case HEDDLE_CODE_LONG_DOUBLE: return &ffi_type_longdouble;
#ifdef FFI_TARGET_HAS_COMPLEX_TYPE
    case HEDDLE_CODE_COMPLEX_FLOAT: return &ffi_type_complex_float;
    case HEDDLE_CODE_COMPLEX_DOUBLE: return &ffi_type_complex_double;
    case HEDDLE_CODE_COMPLEX_LONG_DOUBLE: return &ffi_type_complex_longdouble;
#endif
    default: return NULL;
    }
}

// Reads codes into types. What it makes goes into memory that is large enough for any codes of that number.
typedef struct type_reader {
    const uint32_t *next;
    const uint32_t *end;
    ffi_type *made;
    ffi_type **lists;
} type_reader;

static ffi_type *read_type(type_reader *reader) {
    if (reader->next == reader->end) return NULL;
    uint32_t code = *reader->next++;
    if (code != HEDDLE_CODE_STRUCT) return scalar_type(code);
    if (reader->next == reader->end) return NULL;
    uint32_t count = *reader->next++;
    if (count > (size_t)(reader->end - reader->next)) return NULL;
    ffi_type *type = reader->made++;
    ffi_type **members = reader->lists;
    reader->lists += count + 1;
    *type = (ffi_type){0, 0, FFI_TYPE_STRUCT, members};
    for (uint32_t n = 0; n < count; n++) {
        members[n] = read_type(reader);
        if (members[n] == NULL) return NULL;
    }
    members[count] = NULL;
    return type;
}

static heddle_description *description_create(uint32_t arguments, uint32_t types, uint32_t members) {
    heddle_description *description = calloc(1, sizeof *description + arguments * sizeof(ffi_type *));
    if (description == NULL) return NULL;
    description->made = calloc(types + 1, sizeof(ffi_type));
    description->lists = calloc(members + 1, sizeof(ffi_type *));
    if (description->made != NULL && description->lists != NULL) return description;
    heddle_description_destroy(description);
    return NULL;
}

static heddle_description *refused(heddle_description *description) {
    heddle_description_destroy(description);
    return NULL;
}

// The widening to int of a shorter integer; HEDDLE_WHOLE for every other type.
static heddle_load widening_of(const ffi_type *type) {
    switch (type->type) {
    case FFI_TYPE_SINT8: return HEDDLE_INT8;
    case FFI_TYPE_UINT8: return HEDDLE_UINT8;
    case FFI_TYPE_SINT16: return HEDDLE_INT16;
    case FFI_TYPE_UINT16: return HEDDLE_UINT16;
    default: return HEDDLE_WHOLE;
    }
}

// Further arguments that are short are passed as int, as C has it. False where there is no memory.
static bool promote(heddle_description *description, uint32_t fixed, uint32_t count) {
    for (uint32_t n = fixed; n < count; n++) {
        heddle_load widening = widening_of(description->arguments[n]);
        if (widening == HEDDLE_WHOLE) continue;
        if (description->widening == NULL) description->widening = calloc(count, 1);
        if (description->widening == NULL) return false;
        description->widening[n] = (uint8_t)widening;
        description->arguments[n] = &ffi_type_sint;
        description->needs_copies = true;
    }
    return true;
}

heddle_description *heddle_describe_types(const uint32_t *codes, uint32_t count, uint32_t arguments, uint32_t fixed) {
    heddle_description *description = description_create(arguments, count, 2 * count);
    if (description == NULL) return NULL;
    type_reader reader = {codes, codes + count, description->made, description->lists};
    ffi_type *result = read_type(&reader);
    if (result == NULL) return refused(description);
    for (uint32_t n = 0; n < arguments; n++) {
        description->arguments[n] = read_type(&reader);
        if (description->arguments[n] == NULL) return refused(description);
    }
    if (!promote(description, fixed, arguments)) return refused(description);
    ffi_status status = fixed < arguments && fixed > 0
        ? ffi_prep_cif_var(&description->cif, FFI_DEFAULT_ABI, fixed, arguments, result, description->arguments)
        : ffi_prep_cif(&description->cif, FFI_DEFAULT_ABI, arguments, result, description->arguments);
    if (status != FFI_OK) return refused(description);
    for (uint32_t n = 0; n < arguments; n++) {
        const ffi_type *type = description->arguments[n];
        bool is_one_word = type->size <= sizeof(uint64_t) && type->type != FFI_TYPE_STRUCT;
        if (!is_one_word && type->size > HEDDLE_MOST_BYTES_LEFT_ALONE) description->needs_copies = true;
    }
    bool is_whole = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || !heddle_is_short(result);
    description->is_direct = is_whole && !description->needs_copies;
    return description;
}

void heddle_description_destroy(heddle_description *description) {
    if (description == NULL) return;
    free(description->made);
    free(description->lists);
    free(description->runs);
    free(description->widening);
    free(description);
}

// ---- descriptions by the words of a placement -----------------------------------------------------------------------

#if HEDDLE_HAS_TRANSFER

// A whole floating-point register.
static ffi_type *float_register(void) {
    return HEDDLE_WORDS_OF_FLOAT == 2 ? &ffi_type_longdouble : &ffi_type_double;
}

static ffi_type *type_of_part(const heddle_result_part *part) {
    if (part->word < HEDDLE_RESULT_INTEGERS) return &ffi_type_uint64;
    switch (part->size) {
    case sizeof(float): return &ffi_type_float;
    case sizeof(double): return &ffi_type_double;
    default: return &ffi_type_longdouble;
    }
}

// A structure of the parts comes back in just the registers that they are of.
static ffi_type *type_of_parts(heddle_description *description) {
    const heddle_placement *placement = description->placement;
    if (placement->result_count == 1) return type_of_part(&placement->result_parts[0]);
    ffi_type *type = &description->made[0];
    for (uint32_t n = 0; n < placement->result_count; n++)
        description->lists[n] = type_of_part(&placement->result_parts[n]);
    *type = (ffi_type){0, 0, FFI_TYPE_STRUCT, description->lists};
    return type;
}

// A structure whose size and alignment are given is not laid out anew.
static ffi_type *type_in_memory(heddle_description *description) {
    if (heddle_passes_result_address(description->placement)) return &ffi_type_uint64;
    ffi_type *type = &description->made[0];
    description->lists[0] = &ffi_type_uint64;
    *type = (ffi_type){description->placement->result_size, 8, FFI_TYPE_STRUCT, description->lists};
    return type;
}

static ffi_type *type_of_result(heddle_description *description) {
    switch (description->placement->result) {
    case HEDDLE_RESULT_REGISTERS: return type_of_parts(description);
    case HEDDLE_RESULT_MEMORY: return type_in_memory(description);
#ifdef FFI_TARGET_HAS_COMPLEX_TYPE
    case HEDDLE_RESULT_X87: return &ffi_type_longdouble;
    case HEDDLE_RESULT_X87_PAIR: return &ffi_type_complex_longdouble;
#endif
    default: return &ffi_type_void;
    }
}

static uint32_t used_integers(const heddle_placement *placement) {
    uint32_t used = heddle_passes_result_address(placement) ? HEDDLE_RESULT_ADDRESS_WORD + 1 : 0;
    for (const heddle_piece *piece = placement->pieces; piece != placement->pieces + placement->count; piece++)
        if (piece->word < HEDDLE_INTEGER_REGISTERS && piece->word >= used) used = piece->word + 1;
    return used;
}

static void add_run(heddle_description *description, uint32_t *count, ffi_type *type, uint32_t first, uint32_t bytes) {
    description->arguments[*count] = type;
    description->runs[*count] = (heddle_word_run){first, bytes};
    ++*count;
}

// A word gets onto the stack by being behind all registers of its kind, where libffi puts each argument of a kind into
// a register of its own for as long as there are any. Elsewhere the stack is one argument, of a kind that never travels
// in registers.
static void add_stack(heddle_description *description, uint32_t *count) {
    const heddle_placement *placement = description->placement;
    if (placement->stack_words == 0) return;
    if (HEDDLE_HAS_STACK_BLOCK) {
        ffi_type *block = &description->made[1];
        *block = (ffi_type){placement->stack_words * sizeof(uint64_t), 16, FFI_TYPE_LONGDOUBLE, NULL};
        return add_run(description, count, block, HEDDLE_REGISTER_WORDS, (uint32_t)block->size);
    }
    bool are_floats_used = placement->floats == HEDDLE_FLOAT_REGISTERS;
    for (uint32_t n = 0; n < placement->stack_words; n++)
        add_run(description, count, are_floats_used ? &ffi_type_double : &ffi_type_uint64, HEDDLE_REGISTER_WORDS + n,
                sizeof(uint64_t));
}

static bool uses_all_integers(const heddle_placement *placement) {
    return placement->stack_words > 0 && !HEDDLE_HAS_STACK_BLOCK && placement->floats < HEDDLE_FLOAT_REGISTERS;
}

heddle_description *heddle_describe_words(const heddle_placement *placement) {
    uint32_t most = HEDDLE_INTEGER_REGISTERS + HEDDLE_FLOAT_REGISTERS + placement->stack_words;
    heddle_description *description = description_create(most, 2, HEDDLE_MOST_RESULT_PARTS);
    if (description == NULL) return NULL;
    description->placement = placement;
    description->runs = calloc(most, sizeof(heddle_word_run));
    if (description->runs == NULL) return refused(description);

    uint32_t integers = uses_all_integers(placement) ? HEDDLE_INTEGER_REGISTERS : used_integers(placement);
    uint32_t count = 0;
    for (uint32_t n = 0; n < integers; n++) add_run(description, &count, &ffi_type_uint64, n, sizeof(uint64_t));
    for (uint32_t n = 0; n < placement->floats; n++)
        add_run(description, &count, float_register(), HEDDLE_INTEGER_WORDS + n * HEDDLE_WORDS_OF_FLOAT,
                HEDDLE_WORDS_OF_FLOAT * sizeof(uint64_t));
    add_stack(description, &count);

    ffi_type *result = type_of_result(description);
    if (ffi_prep_cif(&description->cif, FFI_DEFAULT_ABI, count, result, description->arguments) == FFI_OK)
        return description;
    return refused(description);
}

#else

heddle_description *heddle_describe_words(const heddle_placement *placement) {
    (void)placement;
    return NULL;
}

#endif
