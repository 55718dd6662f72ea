// SPDX-License-Identifier: Apache-2.0
// The floating-point modes of a thread: that of native code, and that of the host.

#include "CCallBarrier.h"

#include <fenv.h>

#if defined(__x86_64__)
// The control word of the x87 behind the control of SSE, without the flags of exceptions in its low six bits.
enum { SSE_CONTROL = 0xFFC0 };
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

// A mode that is not known is the initial one of the host, and the host's of native code.
typedef struct known_mode {
    uint64_t mode;
    bool is_known;
} known_mode;

static HEDDLE_THREAD_LOCAL known_mode host, native;

static uint64_t host_mode(void) { return host.is_known ? host.mode : initial; }

static void note_native(uint64_t mode) {
    native = (known_mode){mode, true};
    heddle_call_with_care();
}

uint64_t heddle_native_float_mode(void) { return native.is_known ? native.mode : heddle_float_mode(); }

void heddle_note_host_floats(void) {
    if (!native.is_known) host = (known_mode){heddle_float_mode(), true};
}

void heddle_settle_floats(void) {
    uint64_t mode = heddle_float_mode();
    if (mode == host_mode()) return;
    note_native(mode);
    set_mode(host_mode());
}

bool heddle_has_native_floats(void) { return native.is_known; }

void heddle_enter_native_floats(void) {
    if (native.is_known) set_mode(native.mode);
}

void heddle_leave_native_floats(void) {
    // It may have gone back to the mode of the host itself.
    native.is_known = false;
    heddle_settle_floats();
}

bool heddle_enter_host_floats(void) {
    if (heddle_float_mode() == host_mode()) return false;
    heddle_settle_floats();
    return true;
}
