// SPDX-License-Identifier: Apache-2.0
// Calls actions, its own and those of others, as functions, and gives memory of the host away.
#include <heddle/module.hpp>

#include <string>

HEDDLE_MODULE("calling", "1")
HEDDLE_SIZED_TYPE(point, typedef struct { double x, y, z; } point)

static int32_t add(int32_t a, int32_t b) { return a + b; }
HEDDLE_DESCRIBE(add, a, b)
static point scaled(point p, double factor) { return {p.x * factor, p.y * factor, p.z * factor}; }
HEDDLE_DESCRIBE(scaled, p, factor)
static int32_t last = 0;
static void note(int32_t value) { last = value; }
HEDDLE_DESCRIBE(note, value)
static int32_t refuse(const char *why) { throw heddle::failure{"refused", why}; }
HEDDLE_DESCRIBE(refuse, why)

// A global variable is made before there is a host.
static heddle::action<int32_t(int32_t, int32_t)> add_by_host{"calling.add"};

static int32_t sum(int32_t a, int32_t b) { return add_by_host(a, b); }
HEDDLE_DESCRIBE(sum, a, b)
static int32_t bare_sum(int32_t a, int32_t b) { return add_by_host.bare(a, b); }
HEDDLE_DESCRIBE(bare_sum, a, b)
static double height(point p) { return heddle::action<point(point, double)>{"calling.scaled"}(p, 2).z; }
HEDDLE_DESCRIBE(height, p)
static int32_t noted(int32_t value) {
    heddle::action<void(int32_t)>{"calling.note"}(value);
    return last;
}
HEDDLE_DESCRIBE(noted, value)
static const char *told_by_other() {
    return heddle::action<const char *(heddle::instance)>{"greeter.told"}(nullptr);
}
HEDDLE_DESCRIBE(told_by_other)

static int32_t call_failing() { return heddle::action<int32_t(const char *)>{"calling.refuse"}("no"); }
HEDDLE_DESCRIBE(call_failing)
static int32_t call_missing() { return heddle::action<int32_t(int32_t)>{"calling.nothing"}(1); }
HEDDLE_DESCRIBE(call_missing)
static int32_t call_mistyped() { return heddle::action<int32_t(int64_t, int32_t)>{"calling.add"}(1, 2); }
HEDDLE_DESCRIBE(call_mistyped)
static bool exists() {
    return add_by_host.exists() && !heddle::action<void()>{"calling.nothing"}.exists();
}
HEDDLE_DESCRIBE(exists)

// Memory of the host that nobody takes is released with its owner.
static char *greeting(const char *name) {
    auto words = heddle::allocate<char>(100);
    words[0] = 'x';
    return heddle::copy(std::string("Hello, ") + name).release();
}
HEDDLE_DESCRIBE(_Free_(give_back_action) greeting, name)
static void give_back(void *memory) { heddle->release(memory); }
HEDDLE_DESCRIBE(give_back, _Post_ptr_invalid_ memory)
static size_t too_much() { return heddle::allocate<double>(SIZE_MAX / 4) == nullptr ? 0 : 1; }
HEDDLE_DESCRIBE(too_much)
