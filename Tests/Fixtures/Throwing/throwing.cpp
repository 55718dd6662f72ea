// SPDX-License-Identifier: Apache-2.0
// Actions and hooks that exceptions leave.

#include <heddle/module.h>

#include <cerrno>
#include <exception>
#include <stdexcept>
#include <string>

HEDDLE_MODULE("throwing", "1.0.0")

namespace {
struct peculiar {
    int number;
};
struct own_error : std::logic_error {
    using std::logic_error::logic_error;
};
struct without_text : std::exception {
    const char *what() const noexcept override { return nullptr; }
};
} // namespace

// What it throws: 0 nothing, 1 a standard error, 2 one of its own, 3 a text, 4 a number, 5 a structure, 6 an error
// with another inside, 7 a standard error without a text, 8 an error after saying that it failed.
HEDDLE_ACTION(int, throw_one, int kind)
int throw_one(int kind) {
    errno = 33;
    switch (kind) {
    case 1: throw std::runtime_error("out of paper");
    case 2: throw own_error("that is not logical");
    case 3: throw "just a text";
    case 4: throw 42;
    case 5: throw peculiar{kind};
    case 6:
        try {
            throw std::runtime_error("the cause");
        } catch (...) {
            std::throw_with_nested(std::runtime_error("the effect"));
        }
    case 7: throw without_text();
    case 8: heddle->fail("said", "said before it threw"); throw std::runtime_error("thrown");
    default: return kind;
    }
}

// Destructors on the way run.
static thread_local int unwound;
HEDDLE_ACTION(int, times_unwound, void)
int times_unwound() { return unwound; }

HEDDLE_ACTION(double, throw_from_the_stack, double a, int b, long double c, const char *text)
double throw_from_the_stack(double, int, long double, const char *text) {
    struct witness {
        ~witness() { unwound++; }
    } witness;
    throw std::invalid_argument(text);
}

// Calls `throwing.throw_one` through the host: the exception ends there.
HEDDLE_ACTION(int, calls_thrower, int kind)
int calls_thrower(int kind) {
    heddle_action *thrower = heddle->find("throwing.throw_one", "int throw_one(int)");
    int result = 0;
    void *arguments[] = {&kind};
    try {
        return thrower != nullptr && heddle->call(thrower, arguments, &result) ? 1 : 0;
    } catch (...) {
        return 2;
    }
}

HEDDLE_HOOK(hook_throws)
void hook_throws(heddle_call *) { throw std::runtime_error("the hook threw"); }

HEDDLE_HOOK(hook_throws_after_proceeding)
void hook_throws_after_proceeding(heddle_call *call) {
    heddle->proceed(call);
    throw 1;
}

HEDDLE_EXTERN_C HEDDLE_EXPORT void plain_throws(int kind);
void plain_throws(int) { throw std::runtime_error("the plain hook threw"); }
