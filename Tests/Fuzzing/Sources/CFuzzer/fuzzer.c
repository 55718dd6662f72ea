// SPDX-License-Identifier: Apache-2.0

#include "fuzzer.h"

// libFuzzer's own, and what its own main, which is linked beside it, would call.
extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int argument_count;
static char **arguments;
static void (*reader)(void);
static const uint8_t *input;
static size_t input_size;

// glibc gives the arguments of the process to what runs before main.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    argument_count = argc;
    arguments = argv;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input = bytes;
    input_size = size;
    reader();
    return 0;
}

int fuzzer_run(void (*read_input)(void)) {
    reader = read_input;
    return LLVMFuzzerRunDriver(&argument_count, &arguments, LLVMFuzzerTestOneInput);
}

size_t fuzzer_input_size(void) { return input_size; }

uint8_t fuzzer_input_byte(size_t index) { return input[index]; }
