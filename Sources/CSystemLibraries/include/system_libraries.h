// SPDX-License-Identifier: Apache-2.0
//
// The declarations of the system's libraries, which are compiled into Heddle.

#pragma once

#include <stddef.h>

/// A file of bindings, which stays as long as the process.
struct heddle_bindings {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The files of a library: what is the same on all machines, the types and constants of this machine, and the functions
/// that take these. They are read in this order.
enum { heddle_bindings_of_library = 3 };

/// Those of libc.
extern const struct heddle_bindings heddle_libc[heddle_bindings_of_library];

/// Those of libm.
extern const struct heddle_bindings heddle_libm[heddle_bindings_of_library];
