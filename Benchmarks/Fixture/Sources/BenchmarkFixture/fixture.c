// SPDX-License-Identifier: Apache-2.0
// What is called: two actions that do next to nothing, so that the call itself is what is measured.

#include "../../../../include/heddle/module.h"

HEDDLE_MODULE("BenchmarkFixture", "1.0.0")

// Fits into registers.
HEDDLE_ACTION(int, add, int a, int b)

// Does not: two of its arguments travel on the stack.
HEDDLE_ACTION(long, sum, long a, long b, long c, long d, long e, long f, long g, long h)

// A structure of 16 bytes by value.
HEDDLE_SIZED_TYPE(pair, typedef struct pair { long a, b; } pair)
HEDDLE_ACTION(long, weigh, pair p)

HEDDLE_HOOK(nothing)

HEDDLE_HOOK(proceeds)

int add(int a, int b) { return a + b; }

long sum(long a, long b, long c, long d, long e, long f, long g, long h) { return a + b + c + d + e + f + g + h; }

long weigh(pair p) { return p.a + p.b; }

void nothing(heddle_call *call) { (void)call; }

void proceeds(heddle_call *call) { heddle->proceed(call); }
