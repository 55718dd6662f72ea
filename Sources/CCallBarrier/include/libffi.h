// SPDX-License-Identifier: Apache-2.0
// Descriptions of calls for libffi: the types of their arguments and result, as C declares them, or, for what libffi has no
// types for, the registers and the stack that the host's own placement fills.
#ifndef HEDDLE_LIBFFI_H
#define HEDDLE_LIBFFI_H

#include "CCallBarrier.h"

#ifdef __cplusplus
extern "C" {
#endif

// The types that libffi has. Enumerations are integers, arrays in structures so many members.
typedef enum heddle_type_code {
    HEDDLE_CODE_VOID = 0,
    HEDDLE_CODE_INT8,
    HEDDLE_CODE_UINT8,
    HEDDLE_CODE_INT16,
    HEDDLE_CODE_UINT16,
    HEDDLE_CODE_INT32,
    HEDDLE_CODE_UINT32,
    HEDDLE_CODE_INT64,
    HEDDLE_CODE_UINT64,
    HEDDLE_CODE_POINTER,
    HEDDLE_CODE_FLOAT,
    HEDDLE_CODE_DOUBLE,
    HEDDLE_CODE_LONG_DOUBLE,
    HEDDLE_CODE_COMPLEX_FLOAT,
    HEDDLE_CODE_COMPLEX_DOUBLE,
    HEDDLE_CODE_COMPLEX_LONG_DOUBLE,
    // Followed by how many members it has, and by these.
    HEDDLE_CODE_STRUCT
} heddle_type_code;

// Describes calls by the types of C: the result's, then each argument's, `count` codes in all. So many arguments are
// fixed; those behind them stand for `...`.
//
// Returns null where libffi refuses them, or has no such type on this machine. The caller owns the description.
heddle_description *heddle_describe_types(const uint32_t *codes, uint32_t count, uint32_t arguments, uint32_t fixed);
// Describes calls by the words of a placement, which must live as long. Null where the machine has no placements, or
// libffi refuses the words. libffi aligns the stack of the calls that it makes to 16 bytes, and no more.
heddle_description *heddle_describe_words(const heddle_placement *placement);
void heddle_description_destroy(heddle_description *description);

#ifdef __cplusplus
}
#endif

#endif
