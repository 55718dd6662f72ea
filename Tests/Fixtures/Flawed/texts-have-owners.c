// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(char *, act, void)

char *act(void) {
    static char text[] = "text";
    return text;
}
