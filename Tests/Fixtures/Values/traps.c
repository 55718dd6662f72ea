// SPDX-License-Identifier: Apache-2.0
// Calls that dynamic callers are known to get wrong.

#include <errno.h>
#include <heddle/module.h>

HEDDLE_TYPE(typedef struct mixed { unsigned long whole; float part; } mixed)
HEDDLE_TYPE(typedef union either { double real; int64_t whole; } either)
HEDDLE_TYPE(typedef struct __attribute__((packed)) tight { uint8_t kind; uint32_t number; } tight)
HEDDLE_TYPE(typedef struct floats { float all[3]; } floats)
HEDDLE_TYPE(typedef struct one_bool { bool flag; } one_bool)

HEDDLE_ACTION(float, sum_mixed, mixed a, mixed b, mixed c, mixed d, mixed e, mixed f)
float sum_mixed(mixed a, mixed b, mixed c, mixed d, mixed e, mixed f) {
    return a.part + 10 * b.part + 100 * c.part + 1000 * d.part + 10000 * e.part + 100000 * f.part
        + (float)(a.whole + b.whole + c.whole + d.whole + e.whole + f.whole);
}

HEDDLE_ACTION(double, real_of, either value)
double real_of(either value) { return value.real; }

HEDDLE_ACTION(int64_t, whole_of, either value, either second)
int64_t whole_of(either value, either second) { return value.whole + second.whole; }

HEDDLE_ACTION(either, make_either, double real)
either make_either(double real) { return (either){.real = real}; }

HEDDLE_ACTION(uint32_t, tight_number, tight value, int other)
uint32_t tight_number(tight value, int other) { return value.number + value.kind + (uint32_t)other; }

HEDDLE_ACTION(tight, make_tight, uint32_t number)
tight make_tight(uint32_t number) { return (tight){7, number}; }

HEDDLE_ACTION(floats, reversed, floats of)
floats reversed(floats of) { return (floats){{of.all[2], of.all[1], of.all[0]}}; }

HEDDLE_ACTION(bool, flag_of, one_bool of)
bool flag_of(one_bool of) { return of.flag; }

HEDDLE_ACTION(__int128, wide_on_stack, int a, int b, int c, int d, int e, __int128 split, int g, __int128 aligned)
__int128 wide_on_stack(int a, int b, int c, int d, int e, __int128 split, int g, __int128 aligned) {
    return split - aligned + a + b + c + d + e + g;
}

HEDDLE_ACTION(long double, first_of, long double a, int b, long double c)
long double first_of(long double a, int b, long double c) { return b == 1 ? a : c; }

HEDDLE_ACTION(int, fail_with, int number)
int fail_with(int number) {
    errno = number;
    return -1;
}
