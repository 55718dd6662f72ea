// SPDX-License-Identifier: Apache-2.0
// The floating-point state of a thread: that of native code, and that of the host.

#include "CCallBarrier.h"

#include <fenv.h>

#if defined(__x86_64__)
// The control word of the x87 behind the control of SSE, without the flags of exceptions in its low six bits.
enum { SSE_CONTROL = 0xFFC0, EXCEPTIONS = 0x3F };
static const uint64_t initial = (uint64_t)(0x1F80 & SSE_CONTROL) << 16 | 0x37F;
#elif defined(__aarch64__)
static const uint64_t initial = 0;
#else
static const uint64_t initial = FE_TONEAREST;
#endif

uint64_t heddle_float_mode(void) {
#if defined(__x86_64__)
    uint32_t control;
    uint16_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return (uint64_t)(control & SSE_CONTROL) << 16 | word;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return (uint64_t)fegetround();
#endif
}

// Keeps the exceptions that were raised.
static void set_mode(uint64_t mode) {
#if defined(__x86_64__)
    uint32_t control;
    uint16_t word = (uint16_t)mode;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    control = (control & ~(uint32_t)SSE_CONTROL) | ((uint32_t)(mode >> 16) & SSE_CONTROL);
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
    __asm__ volatile("fldcw %0" : : "m"(word));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#else
    fesetround((int)mode);
#endif
}

uint64_t heddle_raised_floats(void) {
#if defined(__x86_64__)
    uint32_t control;
    uint16_t status;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    __asm__ volatile("fnstsw %0" : "=m"(status));
    return (uint64_t)(control & EXCEPTIONS) << 16 | (status & EXCEPTIONS);
#elif defined(__aarch64__)
    uint64_t status;
    __asm__ volatile("mrs %0, fpsr" : "=r"(status));
    return status;
#else
    return (uint64_t)fetestexcept(FE_ALL_EXCEPT);
#endif
}

void heddle_set_raised_floats(uint64_t raised) {
#if defined(__x86_64__)
    uint32_t control;
    uint16_t status;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    control = (control & ~(uint32_t)EXCEPTIONS) | (uint32_t)(raised >> 16);
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
    __asm__ volatile("fnstsw %0" : "=m"(status));
    if (((status ^ raised) & EXCEPTIONS) == 0) return;
    // Of the x87 the whole environment is loaded; its second word is the status.
    struct { uint16_t words[14]; } environment;
    __asm__ volatile("fnstenv %0" : "=m"(environment));
    environment.words[2] = (uint16_t)((environment.words[2] & ~EXCEPTIONS) | (raised & EXCEPTIONS));
    __asm__ volatile("fldenv %0" : : "m"(environment));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpsr, %0" : : "r"(raised));
#else
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept((int)raised);
#endif
}

// That of the host is known while native code runs for a run, or away from it; that of native code once it has differed.
static __thread heddle_known_floats host, native;
// True while native code runs that was begun in a mode of its own, or was found in one. A hook runs in that of the host.
static __thread bool is_native;
// The exceptions that native code has raised.
static __thread uint64_t raised;

static void note_native(uint64_t mode) {
    native = (heddle_known_floats){mode, true};
    heddle_call_with_care();
}

uint64_t heddle_native_float_mode(void) { return native.is_known ? native.mode : heddle_float_mode(); }

heddle_known_floats heddle_note_host_floats(void) {
    heddle_known_floats former = host;
    if (!host.is_known) host = (heddle_known_floats){heddle_float_mode(), true};
    return former;
}

void heddle_prepare_floats(void) {
    if (heddle_raised_floats() != raised) heddle_set_raised_floats(raised);
}

static void settle_mode(void) {
    uint64_t mode = heddle_float_mode();
    if (!host.is_known || mode == host.mode) return;
    note_native(mode);
    set_mode(host.mode);
}

void heddle_settle_floats(void) {
    raised = heddle_raised_floats();
    // It may have gone back to the mode of the host itself.
    if (is_native) native.is_known = false;
    is_native = false;
    settle_mode();
}

void heddle_forget_host_floats(heddle_known_floats former) {
    heddle_settle_floats();
    host = former;
}

bool heddle_has_native_floats(void) { return native.is_known; }

heddle_float_state heddle_floats_now(void) {
    return (heddle_float_state){.host = host, .is_native = is_native, .is_followed = !native.is_known};
}

heddle_float_state heddle_enter_native_floats(void) {
    heddle_float_state former = heddle_floats_now();
    if (!native.is_known) return former;
    heddle_note_host_floats();
    set_mode(native.mode);
    is_native = true;
    return former;
}

void heddle_leave_native_floats(heddle_float_state former) {
    heddle_settle_floats();
    host = former.host;
    is_native = former.is_native;
}

heddle_float_state heddle_enter_host_floats(bool is_called) {
    heddle_float_state former = heddle_floats_now();
    is_native = false;
    if (!host.is_known && !is_called) host = (heddle_known_floats){initial, true};
    if (!host.is_known) return former;
    uint64_t mode = heddle_float_mode();
    if (mode != host.mode) {
        note_native(mode);
        set_mode(host.mode);
        former.is_native = former.is_followed = true;
    } else if (former.is_native) {
        native.is_known = false;
        former.is_followed = true;
    }
    return former;
}

void heddle_return_to_native_floats(heddle_float_state former) {
    host = former.host;
    is_native = former.is_native;
    if (native.is_known && former.is_followed) set_mode(native.mode);
}
