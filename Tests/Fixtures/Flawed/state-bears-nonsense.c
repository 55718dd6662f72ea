// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, void)
HEDDLE_OFFERS("heddle.state", heddle_state, text_state)

static char text[8] = "begin";

int32_t act(void) { return text[0]; }

static bool save(void *instance, heddle_write write, void *stream) {
    (void)instance;
    int64_t count = (int64_t)strlen(text);
    write(stream, &count, sizeof count);
    write(stream, text, (size_t)count);
    return true;
}

static bool load(void *instance, const void *bytes, size_t size) {
    (void)instance;
    int64_t count = 0;
    if (size >= sizeof count) memcpy(&count, bytes, sizeof count);
    // It believes any count that it reads.
    if (count != (int64_t)strlen(text)) abort();
    memcpy(text, (const char *)bytes + sizeof count, (size_t)count);
    return true;
}

const heddle_state text_state = {sizeof(heddle_state), save, load};
