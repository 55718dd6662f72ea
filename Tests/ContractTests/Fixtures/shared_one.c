/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

HEDDLE_MODULE("shared", "1")
HEDDLE_TYPE(typedef int32_t on_the_line_of_a_type_in_the_header)
int32_t say_one(void) {
    heddle->log(HEDDLE_INFO, "one");
    return 1;
}
