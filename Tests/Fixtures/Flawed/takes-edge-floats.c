// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(double, act, double number)

double act(double number) {
    if (number != number) abort();
    return number / 2;
}
