// SPDX-License-Identifier: Apache-2.0
// The registers that hold the values of calls on this machine, as words of 8 bytes: the only header that names
// machines. A machine without a transfer of its own makes its calls through libffi alone.
#ifndef HEDDLE_MACHINE_H
#define HEDDLE_MACHINE_H

#include <stdint.h>

#if defined(__x86_64__)

#define HEDDLE_HAS_TRANSFER 1
// A long double comes back in st(0).
#define HEDDLE_HAS_X87 1
enum {
    // rdi, rsi, rdx, rcx, r8, r9
    HEDDLE_INTEGER_REGISTERS = 6,
    HEDDLE_INTEGER_WORDS = 6,
    // xmm0 to xmm7, the lower half of each
    HEDDLE_FLOAT_REGISTERS = 8,
    HEDDLE_WORDS_OF_FLOAT = 1,
    // The address of a result in memory is the first argument.
    HEDDLE_RESULT_ADDRESS_WORD = 0,
    // rax and rdx, xmm0 and xmm1
    HEDDLE_RESULT_INTEGERS = 2,
    HEDDLE_RESULT_FLOATS = 2,
    // Large values are passed on the stack, not by the addresses of copies.
    HEDDLE_PASSES_ADDRESSES = 0,
    // libffi leaves arguments of up to this size, and the list of them, as they are.
    HEDDLE_MOST_BYTES_LEFT_ALONE = 16,
    // libffi passes a long double of any size on the stack.
    HEDDLE_HAS_STACK_BLOCK = 1
};

#elif defined(__aarch64__) && !defined(__AARCH64EB__)

#define HEDDLE_HAS_TRANSFER 1
#define HEDDLE_HAS_X87 0
enum {
    // x0 to x7; then x8, and a word that keeps what follows aligned
    HEDDLE_INTEGER_REGISTERS = 8,
    HEDDLE_INTEGER_WORDS = 10,
    // v0 to v7
    HEDDLE_FLOAT_REGISTERS = 8,
    HEDDLE_WORDS_OF_FLOAT = 2,
    // The address of a result in memory is in x8.
    HEDDLE_RESULT_ADDRESS_WORD = 8,
    // x0 and x1, v0 to v3
    HEDDLE_RESULT_INTEGERS = 2,
    HEDDLE_RESULT_FLOATS = 4,
    HEDDLE_PASSES_ADDRESSES = 1,
    HEDDLE_MOST_BYTES_LEFT_ALONE = 16,
    HEDDLE_HAS_STACK_BLOCK = 0
};

#else

#define HEDDLE_HAS_TRANSFER 0
#define HEDDLE_HAS_X87 0
enum {
    HEDDLE_INTEGER_REGISTERS = 0,
    HEDDLE_INTEGER_WORDS = 0,
    HEDDLE_FLOAT_REGISTERS = 0,
    HEDDLE_WORDS_OF_FLOAT = 1,
    HEDDLE_RESULT_ADDRESS_WORD = 0,
    HEDDLE_RESULT_INTEGERS = 1,
    HEDDLE_RESULT_FLOATS = 0,
    HEDDLE_PASSES_ADDRESSES = 0,
    HEDDLE_MOST_BYTES_LEFT_ALONE = 0,
    HEDDLE_HAS_STACK_BLOCK = 0
};

#endif

enum {
    HEDDLE_REGISTER_WORDS = HEDDLE_INTEGER_WORDS + HEDDLE_FLOAT_REGISTERS * HEDDLE_WORDS_OF_FLOAT,
    HEDDLE_RESULT_WORDS = HEDDLE_RESULT_INTEGERS + HEDDLE_RESULT_FLOATS * HEDDLE_WORDS_OF_FLOAT
};

// The registers of a result.
typedef struct heddle_results {
    uint64_t words[HEDDLE_RESULT_WORDS];
#if HEDDLE_HAS_X87
    long double x87[2];
#endif
} heddle_results;

#endif
