// SPDX-License-Identifier: Apache-2.0
// The fields of heddle_description.
#ifndef DESCRIPTION_H
#define DESCRIPTION_H

#include "CCallBarrier.h"

#include <ffi.h>

// The words of a placement that one of libffi's arguments stands for.
typedef struct heddle_word_run {
    uint32_t first;
    uint32_t bytes;
} heddle_word_run;

struct heddle_description {
    ffi_cif cif;
    // Null where libffi is told the types of C.
    const heddle_placement *placement;
    // With a placement: one for each of libffi's arguments.
    heddle_word_run *runs;
    // For each argument, how it becomes an int; null where all are as they stand. C widens short further arguments.
    uint8_t *widening;
    // True if libffi or the function may write into the memory of the arguments, or into the list of it.
    bool needs_copies;
    // True if libffi may be given the call's own arguments and result.
    bool is_direct;
    // The types that are made for this description, and the lists of their members.
    ffi_type *made;
    ffi_type **lists;
    ffi_type *arguments[];
};

// True for an integer that libffi returns as a whole ffi_arg.
static inline bool heddle_is_short(const ffi_type *type) {
    switch (type->type) {
    case FFI_TYPE_UINT8:
    case FFI_TYPE_SINT8:
    case FFI_TYPE_UINT16:
    case FFI_TYPE_SINT16:
    case FFI_TYPE_UINT32:
    case FFI_TYPE_SINT32: return type->size < sizeof(ffi_arg);
    default: return false;
    }
}

// True if the address of a result in memory is an argument as any other.
static inline bool heddle_passes_result_address(const heddle_placement *placement) {
    return placement->result == HEDDLE_RESULT_MEMORY && HEDDLE_RESULT_ADDRESS_WORD < HEDDLE_INTEGER_REGISTERS;
}

#endif
