// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
__asm__(".pushsection .data\n.globl one_for_all\n.type one_for_all, @gnu_unique_object\n.size one_for_all, 8\none_for_all: .quad 0\n.popsection\n");
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
