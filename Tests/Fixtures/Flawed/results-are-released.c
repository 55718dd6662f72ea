// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_TYPE(typedef struct thing thing)
HEDDLE_ACTION(_Free_(give_back) thing *, act, void)
HEDDLE_EXPORT void give_back(thing *given);

struct thing {
    int32_t number;
};

thing *act(void) {
    static thing given;
    return &given;
}

void give_back(thing *given) {
    (void)given;
    heddle->fail("kept", "it is not taken back");
}
