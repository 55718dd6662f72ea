/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the words of the tables that are null. */
#include <heddle/fake_host.h>

HEDDLE_MODULE("complete", "1.0.0")

static int missing(const void *table, size_t size) {
    int count = 0;
    for (size_t offset = 0; offset < size; offset += sizeof(void *)) {
        uintptr_t word;
        memcpy(&word, HEDDLE_CAST(const char *, table) + offset, sizeof word);
        if (word == 0) count++;
    }
    return count;
}

int main(void) {
    heddle_fake_attach();
    int count = missing(heddle, sizeof *heddle) + missing(HEDDLE_SERVICE(heddle_main, "heddle.main"), sizeof(heddle_main));
    printf("%d functions are missing\n", count);
    return count;
}
