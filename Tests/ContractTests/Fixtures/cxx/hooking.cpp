// SPDX-License-Identifier: Apache-2.0
// Hooks that read and write calls by types.
#include <heddle/module.hpp>

#include <cerrno>
#include <string>

HEDDLE_MODULE("hooking", "1")
HEDDLE_TYPE(typedef int32_t level)

static int32_t add(int32_t a, int32_t b) {
    if (a < 0) throw heddle::failure{"negative", "a is negative"};
    return a + b;
}
HEDDLE_DESCRIBE(add, a, b)
static const char *greet(const char *name) { return name; }
HEDDLE_DESCRIBE(greet, name)
static void reset() {}
HEDDLE_DESCRIBE(reset)
HEDDLE_ACTION(double, typed, uint8_t a, unsigned long int b, _In_ const uint8_t *c, level d, float e)
double typed(uint8_t a, unsigned long b, const uint8_t *c, level d, float e) {
    return a + static_cast<double>(b) + *c + d + static_cast<double>(e);
}

static void say(const std::string &text) { heddle->log(HEDDLE_INFO, text.c_str()); }

static void double_first(heddle::call call) {
    call.argument<int32_t>("a") *= 2;
    say(std::string(call.module()) + "." + std::string(call.action()) + " of " + std::to_string(call.count()) + ": " +
        std::to_string(call.original<int32_t>(0)) + " is " + std::to_string(call.argument<int32_t>(0)));
}
HEDDLE_DESCRIBE_HOOK(double_first)
static void twice(heddle::call call) {
    call.proceed();
    if (call.proceed() == HEDDLE_RETURNED) call.answer(call.result<int32_t>() * 10);
}
HEDDLE_DESCRIBE_HOOK(twice)
static void recover(heddle::call call) {
    if (auto failure = call.failed()) {
        say(std::string("recovers from ") + failure->code() + ": " + failure->what());
        call.answer(int32_t{-1});
    }
    call.set_errno(ERANGE);
    say("errno " + std::to_string(call.saved_errno()));
}
HEDDLE_DESCRIBE_HOOK(recover)
static void remember(heddle::call call) {
    if (call.position() == HEDDLE_BEFORE) {
        call.keep(std::string("kept since ") + std::to_string(call.argument<int32_t>("b")));
    } else {
        auto kept = call.take<std::string>();
        say(kept != nullptr ? *kept : "nothing is kept");
        say(call.take<std::string>() == nullptr ? "it is taken once" : "it is taken twice");
    }
}
HEDDLE_DESCRIBE_HOOK(remember)
static void mistake(heddle::call call) {
    if (call.position() == HEDDLE_BEFORE) {
        call.keep(std::string("a text"));
        return;
    }
    try {
        call.take<int32_t>();
    } catch (const heddle::failure &failure) {
        say(std::string(failure.code()) + ": " + failure.what() + ", " + *call.take<std::string>());
    }
}
HEDDLE_DESCRIBE_HOOK(mistake)
static void skip(heddle::call call) { call.answer(); }
HEDDLE_DESCRIBE_HOOK(skip)
static void read_all(heddle::call call) {
    double sum = call.argument<unsigned char>("a") + static_cast<double>(call.argument<size_t>("b")) +
                 *call.argument<const char *>("c") + call.argument<int32_t>("d") +
                 static_cast<double>(call.argument<float>("e"));
    say("read " + std::to_string(sum) + (call.argument<const void *>(2) != nullptr ? " by a pointer" : ""));
}
HEDDLE_DESCRIBE_HOOK(read_all)

static void wrong_name(heddle::call call) { call.argument<int32_t>("c") = 1; }
HEDDLE_DESCRIBE_HOOK(wrong_name)
static void wrong_place(heddle::call call) { call.argument<int32_t>(2) = 1; }
HEDDLE_DESCRIBE_HOOK(wrong_place)
static void wrong_size(heddle::call call) { call.argument<int64_t>("a") = 1; }
HEDDLE_DESCRIBE_HOOK(wrong_size)
static void wrong_kind(heddle::call call) { call.argument<float>("a") = 1; }
HEDDLE_DESCRIBE_HOOK(wrong_kind)
HEDDLE_SIZED_TYPE(single, typedef struct { float value; } single)
static void wrong_class(heddle::call call) { call.argument<single>("a") = {1}; }
HEDDLE_DESCRIBE_HOOK(wrong_class)
static void wrong_sign(heddle::call call) { call.argument<uint32_t>("a") = 1; }
HEDDLE_DESCRIBE_HOOK(wrong_sign)
static void wrong_result(heddle::call call) { call.answer(1.5f); }
HEDDLE_DESCRIBE_HOOK(wrong_result)
static void no_value(heddle::call call) { call.answer(); }
HEDDLE_DESCRIBE_HOOK(no_value)
static void no_result(heddle::call call) { say(std::to_string(call.result<int32_t>())); }
HEDDLE_DESCRIBE_HOOK(no_result)
static void kept_twice(heddle::call call) {
    call.keep(1);
    call.keep(2);
}
HEDDLE_DESCRIBE_HOOK(kept_twice)
static void not_const(heddle::call call) { call.argument<char *>("name")[0] = 'x'; }
HEDDLE_DESCRIBE_HOOK(not_const)
static void not_pointer(heddle::call call) { call.argument<size_t>("name") = 1; }
HEDDLE_DESCRIBE_HOOK(not_pointer)
static void wrong_target(heddle::call call) { (void)*call.argument<const int *>("name"); }
HEDDLE_DESCRIBE_HOOK(wrong_target)
