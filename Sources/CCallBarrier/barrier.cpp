// SPDX-License-Identifier: Apache-2.0
// The boundary between the host and native code. Exceptions end here: above stand Swift frames, which cannot be
// unwound. The only C++ of the host.

#include "CCallBarrier.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <string>

namespace {

// Stands in `said` while the thread runs nothing that the host has called.
heddle_failure nobody;
// What the function that this thread runs said through heddle_host.fail.
__thread heddle_failure *said = &nobody;

char *copy(const char *text) { return strdup(text != nullptr ? text : ""); }

std::string after_colon(const char *text) { return text != nullptr ? std::string(": ") + text : std::string(); }

// The failure that an exception in flight stands for, with the name of its type and its text.
heddle_failure *describe_exception() {
    std::type_info *type = abi::__cxa_current_exception_type();
    if (type == nullptr) return heddle_failure_create("exception", "an exception of another language left it", nullptr);
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
    return heddle_failure_create("exception", text.c_str(), nullptr);
}

// Runs native code; what it said or threw comes back as its failure. A thread that is being cancelled unwinds on.
template <typename Body> heddle_failure *guarded(Body body) {
    heddle_failure *outer = said;
    said = nullptr;
    try {
        body();
    } catch (abi::__forced_unwind &) {
        throw;
    } catch (...) {
        said = [](heddle_failure *suppressed) {
            heddle_failure *failure = describe_exception();
            failure->suppressed = suppressed;
            return failure;
        }(said);
    }
    heddle_failure *failure = said;
    said = outer;
    return failure;
}

// Notes errno at the end of a call, also when an exception ends it.
struct errno_note {
    heddle_invocation &invocation;
    ~errno_note() { invocation.saved_errno = errno; }
};

template <typename T> T load(const void *slot) {
    T value;
    std::memcpy(&value, slot, sizeof value);
    return value;
}

uint64_t widened(const void *slot, uint8_t widening) {
    switch (widening) {
    case HEDDLE_INT8: return static_cast<uint64_t>(static_cast<int64_t>(load<int8_t>(slot)));
    case HEDDLE_UINT8: return load<uint8_t>(slot);
    case HEDDLE_INT16: return static_cast<uint64_t>(static_cast<int64_t>(load<int16_t>(slot)));
    case HEDDLE_UINT16: return load<uint16_t>(slot);
    default: return load<uint64_t>(slot);
    }
}

// Fills all integer registers, and the floating-point ones where there are any, and calls.
template <typename Result> Result call_filled(const heddle_invocation &call, const heddle_registers &registers) {
    uint64_t i[6] = {};
    for (unsigned n = 0; n < registers.integers; n++)
        i[n] = widened(call.arguments[registers.integer_argument[n]], registers.integer_widening[n]);
    using Integers = Result (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    if (registers.floats == 0)
        return reinterpret_cast<Integers>(call.function)(i[0], i[1], i[2], i[3], i[4], i[5]);
    double f[8] = {};
    for (unsigned n = 0; n < registers.floats; n++)
        f[n] = load<double>(call.arguments[registers.float_argument[n]]);
    using All = Result (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double, double, double, double,
                           double, double, double, double);
    return reinterpret_cast<All>(call.function)(i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5],
                                                f[6], f[7]);
}

// The result is stored as the whole register; who reads it knows how much of it counts.
void call_with_registers(const heddle_invocation &call, const heddle_registers &registers) {
    if (registers.returns_float) {
        double result = call_filled<double>(call, registers);
        std::memcpy(call.result, &result, sizeof result);
    } else {
        uint64_t result = call_filled<uint64_t>(call, registers);
        std::memcpy(call.result, &result, sizeof result);
    }
}

} // namespace

heddle_failure *heddle_failure_create(const char *code, const char *message, heddle_failure *suppressed) {
    auto *failure = static_cast<heddle_failure *>(std::malloc(sizeof(heddle_failure)));
    if (failure == nullptr) std::abort();
    *failure = {suppressed, copy(code), copy(message)};
    return failure;
}

void heddle_failure_destroy(heddle_failure *failure) {
    while (failure != nullptr) {
        heddle_failure *suppressed = failure->suppressed;
        std::free(failure->code);
        std::free(failure->message);
        std::free(failure);
        failure = suppressed;
    }
}

void heddle_fail_current(const char *code, const char *message) {
    if (said == &nobody) return;
    bool is_named = code != nullptr && *code != '\0';
    said = heddle_failure_create(is_named ? code : "failed", message, said);
}

heddle_failure *heddle_invoke(heddle_invocation *invocation) {
    return guarded([invocation] {
        errno = 0;
        errno_note note{*invocation};
        if (invocation->registers != nullptr)
            call_with_registers(*invocation, *invocation->registers);
        else
            ffi_call(const_cast<ffi_cif *>(invocation->cif), invocation->function, invocation->result,
                     const_cast<void **>(invocation->arguments));
    });
}

heddle_failure *heddle_run_hook(heddle_hook hook, heddle_call *call) {
    return guarded([hook, call] { hook(call); });
}
