/* SPDX-License-Identifier: Apache-2.0 */
/* Every macro of the contract, in what is common to C and C++. */
#include <heddle/module.h>

HEDDLE_MODULE("every", "1.2.3")
HEDDLE_NEEDS("heddle.host") HEDDLE_NEEDS("another.service")
HEDDLE_NEEDS_FIELD(module_path) HEDDLE_WANTS("a.third.service")
HEDDLE_TYPE(typedef enum { RED, GREEN = 5 } color)
HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point)
HEDDLE_FIELD(point, x) HEDDLE_FIELD(point, y)
HEDDLE_SETTING("The first value.", _Field_range_(0, 100) int32_t value = 0) HEDDLE_SETTING("Two.", double two[2] = {1, 2.5})
HEDDLE_SETTING("A text\nof two lines.", _Secret_ const char *name = NULL) HEDDLE_REQUIRED_SETTING("All.", color all[])
HEDDLE_INSTANCE(counter, counter_create, counter_destroy)
HEDDLE_ACTION(void, nothing, void)
HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b) HEDDLE_ACTION(int, sum, int count, ...)
HEDDLE_ACTION(_Success_(return >= 0) int32_t, measure, _Self_ counter *self, _In_reads_(count) const double *values,
              size_t count, _Out_ double *mean,
              _Out_writes_(size) char *text, size_t size) /* the text is on one line, without this comment */
HEDDLE_ACTION(bool, take, _In_ const point *a, _In_opt_ const point *b, _In_reads_opt_(2) const point *c,
              _Out_opt_ point *d, _Out_writes_opt_(2) point *e, _Inout_ point *f, _Inout_opt_ point *g,
              _Inout_updates_(2) point *h)
HEDDLE_ACTION(_Ret_maybenull_ _Free_(give_back) char *, lend, _Outptr_ counter **a, _Outptr_opt_ counter **b,
              _In_reads_(1) _Bytes_ const char *c, _Retained_ const char *d)
HEDDLE_ACTION(void, give_back, _Post_ptr_invalid_ char *text)
HEDDLE_ACTION_NAMED("point:at:", point, point_at, double x, double y)
HEDDLE_ACTION(const char *, name_of, color c)
HEDDLE_HOOK(watch)
HEDDLE_SUMMARY("Every macro.") HEDDLE_VENDOR("Example Ltd")
HEDDLE_LICENSE("Apache-2.0") HEDDLE_URL("https://example.com/every")
HEDDLE_HELP(add, "Adds whole numbers.") HEDDLE_PARAMETER_HELP(add, a, "The first one.")
HEDDLE_PARAMETER_HELP(add, return, "Their sum.")
HEDDLE_OFFERS("com.example.numbers", point, origin)

struct counter {
    int32_t value;
};

const point origin = {0, 0};

void nothing(void) {}

int32_t add(int32_t a, int32_t b) { return a + b; }

int sum(int count, ...) { return count; }

int32_t measure(counter *self, const double *values, size_t count, double *mean, char *text, size_t size) {
    *mean = count > 0 ? values[0] : 0;
    if (size > 0) {
        text[0] = '\0';
    }
    return self->value;
}

bool take(const point *a, const point *b, const point *c, point *d, point *e, point *f, point *g, point *h) {
    return a == b || c == d || e == f || g == h;
}

char *lend(counter **a, counter **b, const char *c, const char *d) {
    return a == b && c == d ? HEDDLE_CAST(char *, heddle->allocate(1)) : NULL;
}

void give_back(char *text) { heddle->release(text); }

point point_at(double x, double y) {
    point result = {x, y};
    return result;
}

const char *name_of(color c) { return c == RED ? "red" : "green"; }

void watch(heddle_call *call) {
    const heddle_main *main_thread = HEDDLE_SERVICE(heddle_main, "heddle.main");
    if (main_thread != NULL && main_thread->is_main()) return;
    if (HEDDLE_HAS(proceed) && heddle->proceed(call) == HEDDLE_FAILED) {
        heddle->log(HEDDLE_WARNING, call->failure_message);
    }
}

counter *counter_create(const heddle_config *config) {
    counter *self = HEDDLE_CAST(counter *, heddle->allocate(sizeof(counter)));
    self->value = HEDDLE_CAST(int32_t, heddle->config_number(config, "value", 0));
    return self;
}

void counter_destroy(counter *instance) { heddle->release(instance); }
