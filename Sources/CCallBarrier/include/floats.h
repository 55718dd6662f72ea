// SPDX-License-Identifier: Apache-2.0
// The floating-point state of a thread: that of native code, and that of the host. A part of CCallBarrier.h, which
// includes it.
//
// Native code may change rounding, and how denormal numbers are taken: by fesetround, or where code that was compiled by
// -ffast-math is loaded. As in C this holds for all native code that its thread runs from then on. A run computes and
// compares in the mode in which it has begun. A call by itself pays nothing for that until a mode has changed: a step of
// a run finds it by heddle_settle_floats, and calls of native code are made in that mode from then on. Where a program
// calls actions outside of runs, a change holds for its thread, as in C. The exceptions that native code finds raised are
// those that native code has raised.
#ifndef CCALLBARRIER_FLOATS_H
#define CCALLBARRIER_FLOATS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The floating-point mode of the calling thread: rounding, denormal numbers, traps. The exceptions that were raised are
// left out.
uint64_t heddle_float_mode(void);
// The mode in which native code runs on the calling thread.
uint64_t heddle_native_float_mode(void);

// A mode, or that none is known.
typedef struct heddle_known_floats {
    uint64_t mode;
    bool is_known;
} heddle_known_floats;

// Takes the present mode for that of the host, unless one is known. Returns what was known.
heddle_known_floats heddle_note_host_floats(void);
// Settles, and goes back to what was known of the host.
void heddle_forget_host_floats(heddle_known_floats former);
// Native code is to run: takes back the exceptions that the host has raised since.
void heddle_prepare_floats(void);
// Native code has run: keeps the state that it has left for what runs next, and goes back to the mode of the host, where
// that is known.
void heddle_settle_floats(void);
// The exceptions that are raised on the calling thread.
uint64_t heddle_raised_floats(void);
// Sets the exceptions that are raised to these.
void heddle_set_raised_floats(uint64_t raised);

// ---- within the barrier ---------------------------------------------------------------------------------------------

// Returns whether native code is known to have a mode of its own.
bool heddle_has_native_floats(void);
// The state of a thread to go back to.
typedef struct heddle_float_state {
    heddle_known_floats host;
    // True if native code runs that was begun in a mode of its own, or was found in one.
    bool is_native;
    // True if what runs goes on in the mode of native code, whichever that is then.
    bool is_followed;
} heddle_float_state;

heddle_float_state heddle_floats_now(void);
// Goes to the mode of native code, where that is known. Returns the state to go back to.
heddle_float_state heddle_enter_native_floats(void);
// Native code has run: notes its mode, and goes to that of its caller.
void heddle_leave_native_floats(heddle_float_state former);
// Native code calls the host: goes to the host's mode, which is the initial one on a thread that runs nothing that the host
// has called. Returns the state to go back to.
heddle_float_state heddle_enter_host_floats(bool is_called);
// The call of the host ends: goes back to the mode of its caller. That of native code may be another one by now.
void heddle_return_to_native_floats(heddle_float_state former);
// Has calls look at the modes from here on. [barrier.cpp]
void heddle_call_with_care(void);

#ifdef __cplusplus
}
#endif

#endif
