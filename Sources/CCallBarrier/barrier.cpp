// SPDX-License-Identifier: Apache-2.0
// The boundary between the host and native code. Exceptions end here: above stand Swift frames, which cannot be
// unwound.

#include "CCallBarrier.h"
#include "description.h"
#include "landing.h"
#include "placement.h"
#include "transfer.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <string>
#include <unwind.h>

namespace {

// Stands in `said` while the thread runs nothing that the host has called.
heddle_failure nobody;
// The failure that the running function of this thread reported through heddle_host.fail.
HEDDLE_THREAD_LOCAL heddle_failure *said = &nobody;

// The exception that a handler has, as the Itanium C++ ABI lays it out: the header that every language shares stands
// behind what only C++ has.
struct caught_exception {
    void *of_cxx[10];
    _Unwind_Exception header;
};

struct eh_globals {
    caught_exception *caught;
};

// "MOZ\0RUST", as Rust marks its panics: the bytes in memory, or in a number as older versions have it.
bool is_of_rust(const _Unwind_Exception &exception) {
    return std::memcmp(&exception.exception_class, "MOZ\0RUST", sizeof exception.exception_class) == 0 ||
           exception.exception_class == 0x4d4f5a0052555354;
}

// Describes an exception that is not of C++; its class alone may be read.
//
// Rust ends the process where somebody else drops a panic. So the panic is kept for ever instead.
const char *describe_foreign_exception() {
    _Unwind_Exception &header = reinterpret_cast<eh_globals *>(abi::__cxa_get_globals())->caught->header;
    if (!is_of_rust(header)) return "an exception of another language left it";
    header.exception_cleanup = nullptr;
    return "a panic of Rust left it; std::panic::catch_unwind keeps it inside";
}

char *copy(const char *text) { return strdup(text != nullptr ? text : ""); }

std::string after_colon(const char *text) { return text != nullptr ? std::string(": ") + text : std::string(); }

// The codes of a module's failures that say none, as FailureCode has them.
constexpr char exception_code[] = "exception";
constexpr char failed_code[] = "failed";
constexpr char left_code[] = "left";

// The failure that an exception in flight stands for, with the name of its type and its text.
heddle_failure *describe_exception() {
    // Looks at the class of the exception, and is null for one that is not of C++.
    if (std::current_exception() == nullptr)
        return heddle_failure_create(exception_code, describe_foreign_exception(), nullptr);
    std::type_info *type = abi::__cxa_current_exception_type();
    int status = 0;
    char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::string text = name != nullptr ? name : type->name();
    std::free(name);
    try {
        throw;
    } catch (const std::exception &exception) {
        text += after_colon(exception.what());
    } catch (const char *message) {
        text += after_colon(message);
    } catch (...) {
    }
    return heddle_failure_create(exception_code, text.c_str(), nullptr);
}

// A landing of the calling thread as long as this stands.
struct landing_place {
    heddle_landing landing;
    heddle_float_state floats = heddle_floats_now();
    explicit landing_place(heddle_entry *entry) {
        landing.outer = heddle_innermost_landing;
        landing.entry = entry;
        heddle_innermost_landing = &landing;
    }
    ~landing_place() { heddle_innermost_landing = landing.outer; }
};

// Runs native code that is part of a call which other native code makes. Returns whether a longjmp has left it.
template <typename Body> [[gnu::noinline]] bool is_left(Body &body, heddle_entry *entry) {
    landing_place place{entry};
    if (_setjmp(place.landing.buffer) != 0) {
        heddle_leave_native_floats(place.floats);
        return true;
    }
    body();
    return false;
}

heddle_failure *left_failure() {
    heddle_failure *failure = heddle_failure_create(left_code, "native code left the call by longjmp", nullptr);
    failure->is_left = true;
    return failure;
}

// Runs native code; what it said or threw comes back as its failure. A thread that is being cancelled unwinds on.
template <typename Body> heddle_failure *guarded(Body body) {
    heddle_failure *outer = said;
    heddle_entry *entry = heddle_innermost_entry;
    said = nullptr;
    try {
        if (__builtin_expect(entry == nullptr, 1))
            body();
        else if (is_left(body, entry) && said == nullptr)
            said = left_failure();
    } catch (abi::__forced_unwind &) {
        throw;
    } catch (...) {
        said = [](heddle_failure *suppressed) {
            heddle_failure *failure = describe_exception();
            failure->suppressed = suppressed;
            return failure;
        }(said);
    }
    // A longjmp of native code has left the calls that it made since.
    if (__builtin_expect(heddle_innermost_entry != entry, 0)) {
        heddle_abandon_entries(entry);
        heddle_settle_floats();
    }
    heddle_failure *failure = said;
    said = outer;
    return failure;
}

// Where this thread's errno stands, once somebody has asked: asking is a call.
HEDDLE_THREAD_LOCAL int *errno_place;

// The thread is in the floating-point mode of native code as long as this stands.
struct native_floats {
    const heddle_float_state former = heddle_enter_native_floats();
    ~native_floats() { heddle_leave_native_floats(former); }
};

// Notes errno at the end of a call, also when an exception ends it.
struct errno_note {
    heddle_invocation &invocation;
    int *place;
    ~errno_note() { invocation.saved_errno = *place; }
};

#if HEDDLE_HAS_TRANSFER

// A whole integer register is stored, whatever of it is the result's; there is room for it.
void store_part(const heddle_result_part &part, const heddle_results &results, void *result) {
    char *to = static_cast<char *>(result) + part.offset;
    const uint64_t *from = &results.words[part.word];
    switch (part.size) {
    case sizeof(uint64_t): std::memcpy(to, from, sizeof(uint64_t)); break;
    case sizeof(float): std::memcpy(to, from, sizeof(float)); break;
    default: std::memcpy(to, from, 2 * sizeof(uint64_t)); break;
    }
}

void store(const heddle_placement &placement, const heddle_results &results, void *result) {
    switch (placement.result) {
    case HEDDLE_RESULT_REGISTERS:
        for (unsigned n = 0; n < placement.result_count; n++) store_part(placement.result_parts[n], results, result);
        break;
#if HEDDLE_HAS_X87
    case HEDDLE_RESULT_X87: std::memcpy(result, results.x87, sizeof(long double)); break;
    case HEDDLE_RESULT_X87_PAIR: std::memcpy(result, results.x87, 2 * sizeof(long double)); break;
#endif
    default: break;
    }
}

[[gnu::always_inline]] inline void call_with(uint64_t *words, char *copies, const heddle_invocation &call,
                                             const heddle_placement &placement) {
    heddle_fill(words, copies, &placement, &call);
    heddle_transfer transfer;
    transfer.function = call.function;
    transfer.words = words;
    transfer.placement = &placement;
    heddle_transfer_to(&transfer);
    store(placement, transfer.results, call.result);
}

// Apart from calls that need registers only, whose words have a constant size.
[[gnu::noinline]] void call_with_stack(const heddle_invocation &call, const heddle_placement &placement) {
    size_t bytes = (HEDDLE_REGISTER_WORDS + placement.stack_words) * sizeof(uint64_t);
    size_t copies = HEDDLE_PASSES_ADDRESSES ? placement.copy_bytes : 0;
    char *memory = static_cast<char *>(__builtin_alloca(bytes + copies));
    call_with(reinterpret_cast<uint64_t *>(memory), memory + bytes, call, placement);
}

[[gnu::always_inline]] inline void call_placed(const heddle_invocation &call, const heddle_placement &placement) {
    if (placement.stack_words != 0 || (HEDDLE_PASSES_ADDRESSES && placement.copy_bytes != 0))
        return call_with_stack(call, placement);
    uint64_t words[HEDDLE_REGISTER_WORDS];
    call_with(words, nullptr, call, placement);
}

#endif

// Leaves a hook's state to the steps behind it, at its end, also when an exception ends it.
struct state_note {
    heddle_frame &frame;
    int32_t place;
    ~state_note() { frame.states[place] = frame.call.state; }
};

[[gnu::always_inline]] inline void run_with_state(const heddle_step &step, heddle_frame &frame) {
    if (step.continues) frame.call.state = frame.states[step.place];
    state_note note{frame, step.place};
    step.function(&frame.call);
}

void run_step(const heddle_step &step, heddle_frame &frame) {
    frame.running = step.running;
    frame.call.state = nullptr;
    heddle_show_state(&frame);
    if (__builtin_expect(step.place < 0, 1))
        step.function(&frame.call);
    else
        run_with_state(step, frame);
}

} // namespace

heddle_failure *heddle_failure_create(const char *code, const char *message, heddle_failure *suppressed) {
    auto *failure = static_cast<heddle_failure *>(std::malloc(sizeof(heddle_failure)));
    if (failure == nullptr) std::abort();
    *failure = {suppressed, copy(code), copy(message), nullptr, false};
    return failure;
}

void heddle_failure_note(heddle_failure *failure, const heddle_running *running) {
    if (failure->hook == nullptr) failure->hook = copy(running->words);
}

void heddle_failure_destroy(heddle_failure *failure) {
    while (failure != nullptr) {
        heddle_failure *suppressed = failure->suppressed;
        std::free(failure->code);
        std::free(failure->message);
        std::free(failure->hook);
        std::free(failure);
        failure = suppressed;
    }
}

void heddle_fail_current(const char *code, const char *message) {
    if (said == &nobody) return;
    bool is_named = code != nullptr && *code != '\0';
    said = heddle_failure_create(is_named ? code : failed_code, message, said);
}

// Returns whether a failure says no more than an earlier one.
static bool repeats(const heddle_failure *failure, const heddle_failure *earlier) {
    return failure->suppressed == nullptr && std::strcmp(failure->code, earlier->code) == 0
           && std::strcmp(failure->message, earlier->message) == 0;
}

void heddle_fail_current_with(heddle_failure *failure) {
    // Native code that goes on behind a callback may fail in it again and again, each time for the same reason.
    if (said == &nobody || (said != nullptr && repeats(failure, said))) return heddle_failure_destroy(failure);
    heddle_failure *last = failure;
    while (last->suppressed != nullptr) last = last->suppressed;
    last->suppressed = said;
    said = failure;
}

void heddle_failure_leave(heddle_failure *failure) {
    if (failure->is_left) return heddle_failure_destroy(failure);
    heddle_fail_current_with(failure);
}

heddle_failure *heddle_said() { return said; }

bool heddle_is_called() { return said != &nobody; }

void heddle_take_over_said(heddle_failure *before) {
    heddle_failure *since = said;
    said = before;
    if (since == before || since == nullptr) return;
    if (before == &nobody) return heddle_failure_destroy(since);
    heddle_failure *last = since;
    while (last != before && last->suppressed != nullptr) last = last->suppressed;
    if (last != before) last->suppressed = before;
    said = since;
}

namespace {

// The first call of a thread, and each one of a thread where native code has a floating-point mode of its own.
template <typename Call> [[gnu::noinline]] void call_with_care(heddle_invocation &invocation, Call call) {
    int *place = &errno;
    if (!heddle_has_native_floats()) errno_place = place;
    native_floats floats;
    *place = 0;
    errno_note note{invocation, place};
    call();
}

// Runs the call with errno at 0, and keeps the one that it leaves.
template <typename Call>
[[gnu::always_inline]] inline heddle_failure *noting_errno(heddle_invocation *invocation, Call call) {
    return guarded([invocation, call] {
        if (__builtin_expect(errno_place == nullptr, 0)) return call_with_care(*invocation, call);
        *errno_place = 0;
        errno_note note{*invocation, errno_place};
        call();
    });
}

} // namespace

void heddle_call_with_care() { errno_place = nullptr; }

heddle_failure *heddle_invoke_by_transfer(heddle_invocation *invocation) {
#if HEDDLE_HAS_TRANSFER
    return noting_errno(invocation, [invocation] { call_placed(*invocation, invocation->shape->placement); });
#else
    return heddle_invoke_by_libffi(invocation);
#endif
}

heddle_failure *heddle_invoke_by_libffi(heddle_invocation *invocation) {
    return noting_errno(invocation, [invocation] {
        const heddle_description &description = *invocation->shape->description;
        if (__builtin_expect(description.is_direct, 1))
            ffi_call(const_cast<ffi_cif *>(&description.cif), invocation->function, invocation->result,
                     const_cast<void **>(invocation->arguments));
        else
            heddle_call_by_libffi(invocation);
    });
}

heddle_failure *heddle_run_hook(heddle_hook hook, heddle_call *call) {
    return guarded([hook, call] { hook(call); });
}

heddle_row_end heddle_run_row(const heddle_step *first, heddle_frame *frame) {
    const heddle_step *next = first;
    heddle_failure *failure = guarded([&next, frame, end = first + first->row] {
        do run_step(*next++, *frame);
        while (next != end && said == nullptr);
    });
    if (__builtin_expect(failure == nullptr, 1)) frame->running = nullptr;
    return {static_cast<size_t>(next - first), failure};
}
