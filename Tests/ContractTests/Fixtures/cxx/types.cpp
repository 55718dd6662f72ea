// SPDX-License-Identifier: Apache-2.0
// Actions whose types C declares, and the types that C++ deduces for calling them.
#include <heddle/module.hpp>

#include <limits>
#include <string>
#include <type_traits>

HEDDLE_MODULE("types", "1")
HEDDLE_TYPE(typedef enum { RED, GREEN } color)
HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point)
HEDDLE_TYPE(typedef struct thing thing)
HEDDLE_TYPE(typedef int (*comparison)(const void *, const void *))

#define ALL(X, ...)                                                                                                 \
    X(truth, bool, __VA_ARGS__) X(letter, char, __VA_ARGS__) X(tiny, int8_t, __VA_ARGS__)                           \
    X(byte, uint8_t, __VA_ARGS__) X(small, int16_t, __VA_ARGS__) X(pair, uint16_t, __VA_ARGS__)                     \
    X(whole, int32_t, __VA_ARGS__) X(natural, uint32_t, __VA_ARGS__) X(wide, int64_t, __VA_ARGS__)                  \
    X(count, size_t, __VA_ARGS__) X(longest, long long, __VA_ARGS__) X(most, unsigned long long, __VA_ARGS__)       \
    X(single, float, __VA_ARGS__) X(real, double, __VA_ARGS__) X(exact, long double, __VA_ARGS__)                   \
    X(tone, color, __VA_ARGS__) X(place, point, __VA_ARGS__) X(handle, thing *, __VA_ARGS__)                        \
    X(words, const char *, __VA_ARGS__) X(function, comparison, __VA_ARGS__)

#define DECLARE(name, type, ...)                                                                                    \
    HEDDLE_ACTION(type, name, type value)                                                                           \
    type name(type value) { return value; }
ALL(DECLARE, )

template <typename T> static bool fits(const char *name) { return heddle::action<T(T)>{name}.exists(); }

// Says where the host takes a deduced type for another one, or not for its own.
static std::string mistakes;
template <typename Deduced, typename Declared> static void compare_to(const char *deduced, const char *declared) {
    bool is_same = std::is_same_v<Deduced, Declared>;
    if (fits<Deduced>((std::string("types.") + declared).c_str()) != is_same)
        mistakes += std::string(deduced) + (is_same ? " is not " : " is ") + declared + "; ";
}
template <typename Deduced> static void compare_to_all(const char *deduced) {
#define ONE(name, type, ...) compare_to<Deduced, type>(deduced, #name);
    ALL(ONE, )
}
static const char *wrong_types() {
    mistakes.clear();
#define EACH(name, type, ...) compare_to_all<type>(#name);
    ALL(EACH, )
    return mistakes.c_str();
}
HEDDLE_DESCRIBE(wrong_types)

// Says which values a call does not hand on and back whole.
template <typename T> static void try_value(const char *name, T value) {
    const std::string action = std::string("types.") + name;
    if (heddle::action<T(T)>{action.c_str()}(value) != value) mistakes += action + "; ";
}
static const char *wrong_values() {
    mistakes.clear();
#define NUMBER(name, type)                                                                                          \
    try_value<type>(#name, std::numeric_limits<type>::lowest());                                                    \
    try_value<type>(#name, std::numeric_limits<type>::max());
    NUMBER(truth, bool) NUMBER(letter, char) NUMBER(tiny, int8_t) NUMBER(byte, uint8_t) NUMBER(small, int16_t)
    NUMBER(pair, uint16_t) NUMBER(whole, int32_t) NUMBER(natural, uint32_t) NUMBER(wide, int64_t)
    NUMBER(count, size_t) NUMBER(longest, long long) NUMBER(most, unsigned long long) NUMBER(single, float)
    NUMBER(real, double) NUMBER(exact, long double)
    try_value<color>("tone", GREEN);
    try_value<const char *>("words", "text");
    point p = heddle::action<point(point)>{"types.place"}({1.5, -2.5});
    if (p.x != 1.5 || p.y != -2.5) mistakes += "place; ";
    return mistakes.c_str();
}
HEDDLE_DESCRIBE(wrong_values)
