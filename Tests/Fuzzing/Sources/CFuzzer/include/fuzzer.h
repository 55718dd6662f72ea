// SPDX-License-Identifier: Apache-2.0

#ifndef HEDDLE_FUZZER_H
#define HEDDLE_FUZZER_H

#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer with the arguments of the process, and returns its exit status; `read_input` is called for each input.
int fuzzer_run(void (*read_input)(void));

// The present input.
size_t fuzzer_input_size(void);
uint8_t fuzzer_input_byte(size_t index);

#endif
