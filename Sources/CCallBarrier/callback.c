// SPDX-License-Identifier: Apache-2.0
// Functions made at run time, by way of libffi's closures.

#include "description.h"
#include "placement.h"

#include <stdlib.h>
#include <string.h>

typedef struct heddle_callback {
    const heddle_shape *shape;
    heddle_description *description;
    heddle_callback_body body;
    const void *context;
} heddle_callback;

struct heddle_entering {
    const heddle_callback *callback;
    // As libffi has them; and the words that they stand for, where it is told of a placement's.
    void *const *arguments;
    const uint64_t *words;
    // The place that libffi takes the result from.
    void *result;
};

// ---- by the words of a placement -----------------------------------------------------------------------------------

static void take_piece(const heddle_piece *piece, const uint64_t *word, char *slot) {
    if (piece->load == HEDDLE_ADDRESS)
        memcpy(slot, (const void *)(uintptr_t)*word, piece->size);
    else
        memcpy(slot + piece->offset, word, piece->load == HEDDLE_MEMORY ? piece->size : sizeof(uint64_t));
}

static void take_words(const heddle_placement *placement, const uint64_t *words, void *const *slots) {
    for (const heddle_piece *piece = placement->pieces; piece != placement->pieces + placement->count; piece++)
        take_piece(piece, &words[piece->word], slots[piece->argument]);
}

static void give_register(const heddle_placement *placement, const char *result, void *into) {
    uint64_t word = heddle_widened(result, placement->result_load);
    memcpy(into, &word, sizeof word);
}

static void give_memory(const heddle_entering *entering, const heddle_placement *placement, const void *result) {
    uint64_t address = entering->words[HEDDLE_RESULT_ADDRESS_WORD];
    memcpy((void *)(uintptr_t)address, result, placement->result_size);
    // An address that is an argument comes back as well.
    if (HEDDLE_RESULT_ADDRESS_WORD < HEDDLE_INTEGER_REGISTERS) memcpy(entering->result, &address, sizeof address);
}

static void give_words(const heddle_entering *entering, const heddle_placement *placement, const char *result) {
    switch (placement->result) {
    case HEDDLE_RESULT_NONE: return;
    case HEDDLE_RESULT_MEMORY: return give_memory(entering, placement, result);
    case HEDDLE_RESULT_REGISTERS:
        result += placement->result_parts[0].offset;
        if (placement->result_count == 1 && placement->result_parts[0].size == sizeof(uint64_t))
            return give_register(placement, result, entering->result);
        break;
    case HEDDLE_RESULT_X87:
    case HEDDLE_RESULT_X87_PAIR: break;
    }
    memcpy(entering->result, result, entering->callback->description->cif.rtype->size);
}

// ---- by the types of C ---------------------------------------------------------------------------------------------

static void take_types(const heddle_entering *entering, void *const *slots) {
    const ffi_cif *cif = &entering->callback->description->cif;
    for (unsigned n = 0; n < cif->nargs; n++) memcpy(slots[n], entering->arguments[n], cif->arg_types[n]->size);
}

static ffi_arg widened(const ffi_type *type, const void *result) {
    int32_t signed_word;
    uint32_t word;
    switch (type->type) {
    case FFI_TYPE_SINT8: return (ffi_arg)heddle_widened(result, HEDDLE_INT8);
    case FFI_TYPE_UINT8: return (ffi_arg)heddle_widened(result, HEDDLE_UINT8);
    case FFI_TYPE_SINT16: return (ffi_arg)heddle_widened(result, HEDDLE_INT16);
    case FFI_TYPE_UINT16: return (ffi_arg)heddle_widened(result, HEDDLE_UINT16);
    case FFI_TYPE_SINT32: return memcpy(&signed_word, result, sizeof signed_word), (ffi_arg)(ffi_sarg)signed_word;
    default: return memcpy(&word, result, sizeof word), word;
    }
}

static void give_type(const heddle_entering *entering, const void *result) {
    const ffi_type *type = entering->callback->description->cif.rtype;
    if (type->type == FFI_TYPE_VOID) return;
    if (!heddle_is_short(type)) {
        memcpy(entering->result, result, type->size);
        return;
    }
    ffi_arg word = widened(type, result);
    memcpy(entering->result, &word, sizeof word);
}

// ---- callbacks -----------------------------------------------------------------------------------------------------

void heddle_take_arguments(const heddle_entering *entering, void *const *slots) {
    if (entering->words != NULL)
        take_words(&entering->callback->shape->placement, entering->words, slots);
    else
        take_types(entering, slots);
}

void heddle_give_result(const heddle_entering *entering, const void *result) {
    if (entering->words != NULL)
        give_words(entering, &entering->callback->shape->placement, result);
    else
        give_type(entering, result);
}

static void enter_with_words(const heddle_callback *callback, void **arguments, void *result) {
    const heddle_description *description = callback->description;
    uint64_t words[HEDDLE_REGISTER_WORDS + description->placement->stack_words + 1];
    words[HEDDLE_RESULT_ADDRESS_WORD] = (uint64_t)(uintptr_t)result;
    for (unsigned n = 0; n < description->cif.nargs; n++)
        memcpy(&words[description->runs[n].first], arguments[n], description->runs[n].bytes);
    heddle_entering entering = {callback, arguments, words, result};
    callback->body(callback->context, &entering);
}

static void enter(ffi_cif *cif, void *result, void **arguments, void *context) {
    (void)cif;
    const heddle_callback *callback = context;
    if (callback->description->placement != NULL) return enter_with_words(callback, arguments, result);
    heddle_entering entering = {callback, arguments, NULL, result};
    callback->body(callback->context, &entering);
}

// The description by which a shape's calls are made, or one by its placement.
static heddle_description *description_for(const heddle_shape *shape) {
    if (shape->description != NULL) return (heddle_description *)shape->description;
    return heddle_describe_words(&shape->placement);
}

void *heddle_callback_create(const heddle_shape *shape, heddle_callback_body body, const void *context) {
    heddle_callback *callback = malloc(sizeof *callback);
    if (callback == NULL) return NULL;
    *callback = (heddle_callback){shape, description_for(shape), body, context};
    void *code = NULL;
    ffi_closure *closure = callback->description == NULL ? NULL : ffi_closure_alloc(sizeof(ffi_closure), &code);
    if (closure != NULL && ffi_prep_closure_loc(closure, &callback->description->cif, enter, callback, code) == FFI_OK)
        return code;
    if (closure != NULL) ffi_closure_free(closure);
    if (shape->description == NULL) heddle_description_destroy(callback->description);
    free(callback);
    return NULL;
}

typedef struct bound_function {
    ffi_cif cif;
    heddle_bound_body body;
    const void *context;
    ffi_type *words[3];
} bound_function;

static void enter_bound(ffi_cif *cif, void *result, void **arguments, void *context) {
    (void)cif;
    const bound_function *bound = context;
    uint64_t words[3];
    for (unsigned n = 0; n < 3; n++) memcpy(&words[n], arguments[n], sizeof words[n]);
    uint64_t answer = bound->body(bound->context, words[0], words[1], words[2]);
    memcpy(result, &answer, sizeof answer);
}

void *heddle_bound_create(heddle_bound_body body, const void *context) {
    bound_function *bound = malloc(sizeof *bound);
    void *code = NULL;
    ffi_closure *closure = ffi_closure_alloc(sizeof(ffi_closure), &code);
    if (bound != NULL && closure != NULL) {
        bound->body = body;
        bound->context = context;
        for (unsigned n = 0; n < 3; n++) bound->words[n] = &ffi_type_uint64;
        if (ffi_prep_cif(&bound->cif, FFI_DEFAULT_ABI, 3, &ffi_type_uint64, bound->words) == FFI_OK &&
            ffi_prep_closure_loc(closure, &bound->cif, enter_bound, bound, code) == FFI_OK)
            return code;
    }
    if (closure != NULL) ffi_closure_free(closure);
    free(bound);
    return NULL;
}
