/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

int32_t say_two(pair both) {
    heddle->log(HEDDLE_INFO, "two");
    return both.second;
}
