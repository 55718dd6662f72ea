// SPDX-License-Identifier: Apache-2.0
// Every macro of module.hpp, and every kind of type that it deduces.
#include <heddle/module.hpp>

HEDDLE_MODULE("every", "1.2.3")
HEDDLE_NEEDS("heddle.host")
HEDDLE_TYPE(typedef enum { RED, GREEN = 5 } color)
HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point)
HEDDLE_SIZED_TYPE(number, typedef union { int32_t whole; float real; } number)

class counter {
  public:
    explicit counter(heddle::config config) : value_(config.get<int32_t>("value")) {}
    int32_t add(int32_t more) { return value_ += more; }
    int32_t value() const noexcept { return value_; }

  private:
    int32_t value_;
};
HEDDLE_DESCRIBE_INSTANCE(counter)
HEDDLE_DESCRIBE_METHOD(counter, add, more)
HEDDLE_DESCRIBE_METHOD(counter, _Idempotent_ value)

static void nothing() noexcept {}
HEDDLE_DESCRIBE(nothing)

static bool small(bool a, char b, signed char c, unsigned char d, short e, unsigned short f) {
    return a || b == c || d == e || e == f;
}
HEDDLE_DESCRIBE(small)

static long long wide(int a, unsigned b, long c, unsigned long d, long long e, unsigned long long f) {
    return a == c || b == d ? e : static_cast<long long>(f);
}
HEDDLE_DESCRIBE(wide, a, b, c, d, e, f)

static long double real(float a, double b, long double c) {
    return static_cast<long double>(a) + static_cast<long double>(b) + c;
}
HEDDLE_DESCRIBE(real, a, b, c)

static size_t fixed(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h) {
    return static_cast<size_t>(a + b + c + d) + static_cast<size_t>(e) + f + static_cast<size_t>(g) + h;
}
HEDDLE_DESCRIBE(fixed, a, b, c, d, e, f, g, h)

static point moved(point a, const point *b, number c, color d) {
    return {a.x + b->x + static_cast<double>(c.whole), a.y + b->y + static_cast<double>(d)};
}
HEDDLE_DESCRIBE(moved, a, _In_ b, c, d)

namespace inside {

struct opaque {
    opaque() = default;
    virtual ~opaque() = default;
};
HEDDLE_TYPE(typedef struct opaque opaque)
HEDDLE_TYPE(typedef struct unknown unknown)

static const char *const *pointers(void *a, const void *const b, char **c, const char *const *d, opaque *e,
                                   const unknown *f) {
    return a == b || e == a || f == b ? d : c;
}
HEDDLE_DESCRIBE(_Ret_maybenull_ _Null_terminated_ pointers, a, b, _Outptr_ c, _Null_terminated_ d, e, f)

} // namespace inside

static int (*chosen(int (*a)(int, const char *), void (*b)(void), const double (*c)[3], int (*d)[2][4]))(double) {
    return a == nullptr || b == nullptr || c == nullptr || d == nullptr ? nullptr : nullptr;
}
HEDDLE_DESCRIBE_NAMED("chosen:from:", chosen, a, b, _In_ c, d)

static int32_t measure(const double *values, size_t count, double *mean, char *text, size_t size) {
    *mean = count > 0 ? values[0] : 0;
    if (size > 0) text[0] = '\0';
    return 0;
}
HEDDLE_DESCRIBE(_Success_(return >= 0) _Tags_(slow, exact) measure, _In_reads_(count) values, count, _Out_ mean,
                _Out_writes_(size) text, size)

static void watch(heddle::call call) { call.proceed(); }
HEDDLE_DESCRIBE_HOOK(watch)
