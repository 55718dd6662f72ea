// SPDX-License-Identifier: Apache-2.0

#include "system_libraries.h"

// C23 has #embed, and clang has it in all versions of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

#if defined(__x86_64__)
#define OWN_LIBC "Declarations/libc.x86_64.json"
#define OWN_LIBM "Declarations/libm.x86_64.json"
#elif defined(__aarch64__)
#define OWN_LIBC "Declarations/libc.aarch64.json"
#define OWN_LIBM "Declarations/libm.aarch64.json"
#elif defined(__s390x__)
#define OWN_LIBC "Declarations/libc.s390x.json"
#define OWN_LIBM "Declarations/libm.s390x.json"
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define OWN_LIBC "Declarations/libc.powerpc64le.json"
#define OWN_LIBM "Declarations/libm.powerpc64le.json"
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_LIBC "Declarations/libc.riscv64.json"
#define OWN_LIBM "Declarations/libm.riscv64.json"
#else
#error "types of the system's libraries differ from one machine to another: libc.MACHINE.json has those of one"
#endif

static const unsigned char libc_shared[] = {
#embed "Declarations/libc.json"
};

static const unsigned char libc_own[] = {
#embed OWN_LIBC
};

static const unsigned char libc_differing[] = {
#embed "Declarations/libc.differing.json"
};

static const unsigned char libm_shared[] = {
#embed "Declarations/libm.json"
};

static const unsigned char libm_own[] = {
#embed OWN_LIBM
};

static const unsigned char libm_differing[] = {
#embed "Declarations/libm.differing.json"
};

const struct heddle_bindings heddle_libc[] = {
    {"Declarations/libc.json", libc_shared, sizeof libc_shared},
    {OWN_LIBC, libc_own, sizeof libc_own},
    {"Declarations/libc.differing.json", libc_differing, sizeof libc_differing},
};

const struct heddle_bindings heddle_libm[] = {
    {"Declarations/libm.json", libm_shared, sizeof libm_shared},
    {OWN_LIBM, libm_own, sizeof libm_own},
    {"Declarations/libm.differing.json", libm_differing, sizeof libm_differing},
};
