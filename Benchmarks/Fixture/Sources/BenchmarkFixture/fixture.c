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

// Steps in all their forms.
HEDDLE_ACTION(double, half, double number)
HEDDLE_ACTION(int, divide, int a, int b, _Out_ int *quotient)
HEDDLE_ACTION(long, total, _In_reads_(count) const int *numbers, int count)
HEDDLE_ACTION(int, first, const char *text)

HEDDLE_HOOK(nothing)

HEDDLE_HOOK(proceeds)

int add(int a, int b) { return a + b; }

long sum(long a, long b, long c, long d, long e, long f, long g, long h) { return a + b + c + d + e + f + g + h; }

long weigh(pair p) { return p.a + p.b; }

double half(double number) { return number / 2; }

int divide(int a, int b, int *quotient) {
    *quotient = a / b;
    return a % b;
}

long total(const int *numbers, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) total += numbers[i];
    return total;
}

int first(const char *text) { return text[0]; }

void nothing(heddle_call *call) { (void)call; }

void proceeds(heddle_call *call) { heddle->proceed(call); }
