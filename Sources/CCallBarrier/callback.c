// SPDX-License-Identifier: Apache-2.0
// Functions made at run time, by way of libffi's closures. A closure is declared to libffi as a function that takes
// every register and then the words of its stack, so that the convention is the host's own also on this way.

#include "CCallBarrier.h"

#include <ffi.h>
#include <stdlib.h>
#include <string.h>

typedef struct heddle_callback {
    ffi_cif cif;
    const heddle_placement *placement;
    heddle_callback_body body;
    const void *context;
    ffi_type *pair[3];
    ffi_type result;
    ffi_type *arguments[];
} heddle_callback;

static ffi_type *type_of_register(uint8_t name) {
    return name == HEDDLE_XMM0 || name == HEDDLE_XMM1 ? &ffi_type_double : &ffi_type_uint64;
}

// A structure of two words comes back in just the registers that its words are of.
static ffi_type *type_of_pair(heddle_callback *callback) {
    for (unsigned n = 0; n < 2; n++)
        callback->pair[n] = type_of_register(callback->placement->result_registers[n]);
    callback->pair[2] = NULL;
    callback->result = (ffi_type){0, 0, FFI_TYPE_STRUCT, callback->pair};
    return &callback->result;
}

static ffi_type *type_of_result(heddle_callback *callback) {
    const heddle_placement *placement = callback->placement;
    switch (placement->result) {
    case HEDDLE_RESULT_NONE: return &ffi_type_void;
    case HEDDLE_RESULT_MEMORY: return &ffi_type_uint64;
    case HEDDLE_RESULT_X87: return &ffi_type_longdouble;
    case HEDDLE_RESULT_X87_PAIR: return &ffi_type_complex_longdouble;
    case HEDDLE_RESULT_WORDS: break;
    }
    return placement->result_words == 2 ? type_of_pair(callback) : type_of_register(placement->result_registers[0]);
}

static void give_back(const heddle_placement *placement, const heddle_results *results, void *into) {
    switch (placement->result) {
    case HEDDLE_RESULT_NONE: break;
    case HEDDLE_RESULT_MEMORY: memcpy(into, &results->words[HEDDLE_RAX], sizeof(uint64_t)); break;
    case HEDDLE_RESULT_X87: memcpy(into, results->x87, sizeof(long double)); break;
    case HEDDLE_RESULT_X87_PAIR: memcpy(into, results->x87, 2 * sizeof(long double)); break;
    case HEDDLE_RESULT_WORDS:
        for (unsigned n = 0; n < placement->result_words; n++)
            memcpy((char *)into + n * sizeof(uint64_t), &results->words[placement->result_registers[n]], sizeof(uint64_t));
    }
}

static void enter(ffi_cif *cif, void *result, void **arguments, void *context) {
    const heddle_callback *callback = context;
    uint64_t words[cif->nargs];
    for (unsigned n = 0; n < cif->nargs; n++) memcpy(&words[n], arguments[n], sizeof words[n]);
    heddle_results results = {{0}, {0}};
    callback->body(callback->context, words, &results);
    give_back(callback->placement, &results, result);
}

void *heddle_callback_create(const heddle_placement *placement, heddle_callback_body body, const void *context) {
    unsigned count = HEDDLE_REGISTER_WORDS + placement->stack_words;
    heddle_callback *callback = malloc(sizeof *callback + count * sizeof(ffi_type *));
    void *code = NULL;
    ffi_closure *closure = ffi_closure_alloc(sizeof(ffi_closure), &code);
    if (callback == NULL || closure == NULL) return NULL;
    callback->placement = placement;
    callback->body = body;
    callback->context = context;
    for (unsigned n = 0; n < count; n++) {
        bool is_float = n >= HEDDLE_INTEGER_WORDS && n < HEDDLE_REGISTER_WORDS;
        callback->arguments[n] = is_float ? &ffi_type_double : &ffi_type_uint64;
    }
    ffi_status status =
        ffi_prep_cif(&callback->cif, FFI_DEFAULT_ABI, count, type_of_result(callback), callback->arguments);
    if (status != FFI_OK) return NULL;
    return ffi_prep_closure_loc(closure, &callback->cif, enter, callback, code) == FFI_OK ? code : NULL;
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
    if (bound == NULL || closure == NULL) return NULL;
    bound->body = body;
    bound->context = context;
    for (unsigned n = 0; n < 3; n++) bound->words[n] = &ffi_type_uint64;
    if (ffi_prep_cif(&bound->cif, FFI_DEFAULT_ABI, 3, &ffi_type_uint64, bound->words) != FFI_OK) return NULL;
    return ffi_prep_closure_loc(closure, &bound->cif, enter_bound, bound, code) == FFI_OK ? code : NULL;
}
