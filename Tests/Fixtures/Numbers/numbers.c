// SPDX-License-Identifier: Apache-2.0
// Actions that give back the number that they got, one for each type; tests see what crosses both ways.

#include <errno.h>
#include <heddle/module.h>

HEDDLE_MODULE("numbers", "1.0.0")

HEDDLE_TYPE(typedef enum color { RED, GREEN = 7, BLUE } color)
HEDDLE_TYPE(typedef enum sign { NEGATIVE = -1, POSITIVE = 1 } sign)
HEDDLE_TYPE(enum wide { HUGE_CONSTANT = 0x100000000 })

#define SAME(name, type)                                                                                            \
    HEDDLE_ACTION(type, name, type value)                                                                           \
    type name(type value) { return value; }

SAME(same_bool, bool)
SAME(same_char, char)
SAME(same_signed_char, signed char)
SAME(same_unsigned_char, unsigned char)
SAME(same_short, short)
SAME(same_unsigned_short, unsigned short)
SAME(same_int, int)
SAME(same_unsigned_int, unsigned int)
SAME(same_long, long)
SAME(same_unsigned_long, unsigned long)
SAME(same_long_long, long long)
SAME(same_unsigned_long_long, unsigned long long)
SAME(same_int8_t, int8_t)
SAME(same_uint8_t, uint8_t)
SAME(same_int16_t, int16_t)
SAME(same_uint16_t, uint16_t)
SAME(same_int32_t, int32_t)
SAME(same_uint32_t, uint32_t)
SAME(same_int64_t, int64_t)
SAME(same_uint64_t, uint64_t)
SAME(same_size_t, size_t)
SAME(same_float, float)
SAME(same_double, double)
SAME(same_long_double, long double)
SAME(same_color, color)
SAME(same_sign, sign)
SAME(same_wide, enum wide)

// Widened by the callee: what an argument's register holds above its type must not show.
HEDDLE_ACTION(int64_t, widen_int8, int8_t value)
int64_t widen_int8(int8_t value) { return value; }
HEDDLE_ACTION(uint64_t, widen_uint8, uint8_t value)
uint64_t widen_uint8(uint8_t value) { return value; }
HEDDLE_ACTION(int64_t, widen_int16, int16_t value)
int64_t widen_int16(int16_t value) { return value; }
HEDDLE_ACTION(uint64_t, widen_uint16, uint16_t value)
uint64_t widen_uint16(uint16_t value) { return value; }
HEDDLE_ACTION(int64_t, widen_int32, int32_t value)
int64_t widen_int32(int32_t value) { return value; }

HEDDLE_ACTION(void, nothing, void)
void nothing(void) {}

HEDDLE_ACTION(int, set_errno, int number)
int set_errno(int number) {
    errno = number;
    return -1;
}

HEDDLE_ACTION(int, entry_errno, void)
int entry_errno(void) { return errno; }

HEDDLE_ACTION(_Success_(return >= 0) int, at_least_zero, int value)
int at_least_zero(int value) { return value; }

HEDDLE_ACTION(void, divide, int dividend, int divisor, _Out_ int *quotient, _Out_opt_ double *exactly)
void divide(int dividend, int divisor, int *quotient, double *exactly) {
    *quotient = dividend / divisor;
    if (exactly != NULL) *exactly = (double)dividend / divisor;
}

HEDDLE_ACTION(void, add_to, _Inout_ int16_t *sum, _In_ const int8_t *step)
void add_to(int16_t *sum, const int8_t *step) { *sum = (int16_t)(*sum + *step); }

HEDDLE_ACTION(int, optional_number, _In_opt_ const int *value)
int optional_number(const int *value) { return value == NULL ? -1 : *value; }

HEDDLE_ACTION(bool, leaves_output, _Out_ int *value)
bool leaves_output(int *value) { return value != NULL; }

// What every function below reports of its arguments does not fit into registers.
HEDDLE_ACTION(double, on_the_stack, int a, double b, long double c, int8_t d, float e, int64_t f, uint16_t g, bool h,
              int i, double j)
double on_the_stack(int a, double b, long double c, int8_t d, float e, int64_t f, uint16_t g, bool h, int i, double j) {
    return a + b + (double)c + d + e + (double)f + g + h + i + j;
}

int exported_data = 5;
__attribute__((visibility("hidden"))) int hidden_function(void);
int hidden_function(void) { return exported_data; }
