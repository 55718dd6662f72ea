// SPDX-License-Identifier: Apache-2.0
// Functions that take variadic arguments.

#include <heddle/module.h>
#include <stdarg.h>

HEDDLE_TYPE(typedef struct point { double x, y; } point)

// i: an int, p: a point
HEDDLE_ACTION(double, sum_further, const char *kinds, ...)
double sum_further(const char *kinds, ...) {
    va_list list;
    double sum = 0;
    va_start(list, kinds);
    for (; *kinds != '\0'; kinds++) {
        if (*kinds == 'i') sum += va_arg(list, int);
        if (*kinds == 'p') {
            point p = va_arg(list, point);
            sum += p.x + p.y;
        }
    }
    va_end(list);
    return sum;
}
