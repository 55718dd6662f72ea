/* SPDX-License-Identifier: Apache-2.0 */
/* A module that uses each service of the host once. */
#include <heddle/module.h>

typedef struct {
    size_t size;
    int32_t (*next)(int32_t number);
} counting;

HEDDLE_MODULE("timid", "1.0.0")
HEDDLE_INSTANCE(timid, timid_create, timid_destroy)
HEDDLE_ACTION(int32_t, divide, int32_t dividend, int32_t divisor)
HEDDLE_ACTION(int32_t, add_by_other, int32_t a, int32_t b)
HEDDLE_ACTION(int32_t, next, int32_t number)
HEDDLE_ACTION(void, watch_clock, _Self_ timid *self)
HEDDLE_HOOK(replace)

struct timid {
    int64_t limit;
    int32_t turns;
    bool is_quiet;
    uint64_t timer;
};

static const heddle_main *main_thread(void) { return HEDDLE_SERVICE(heddle_main, "heddle.main"); }

timid *timid_create(const heddle_config *config) {
    if (heddle->config_count(config, "names") != 2) {
        heddle->fail("names", heddle->config_text(config, "names[0]", "there is none"));
        return NULL;
    }
    timid *self = HEDDLE_CAST(timid *, heddle->allocate(sizeof *self));
    self->limit = heddle->config_integer(config, "limit", 3);
    self->is_quiet = heddle->config_bool(config, "quiet", false);
    self->turns = 0;
    self->timer = 0;
    return self;
}

void timid_destroy(timid *instance) {
    if (instance->timer != 0) main_thread()->stop_timer(instance->timer);
    heddle->release(instance);
}

int32_t divide(int32_t dividend, int32_t divisor) {
    if (divisor != 0) return dividend / divisor;
    heddle->fail("divisionByZero", "nothing can be divided by 0");
    return 0;
}

int32_t add_by_other(int32_t a, int32_t b) {
    heddle_action *add = heddle->find("calculator.add", "int32_t add(int32_t, int32_t)");
    void *arguments[2] = {&a, &b};
    int32_t sum = 0;
    if (add == NULL || !heddle->call(add, arguments, &sum)) return -1;
    return sum;
}

int32_t next(int32_t number) {
    const counting *table = HEDDLE_SERVICE(counting, "com.example.counting");
    return table == NULL ? -1 : table->next(number);
}

static void turn(void *context) {
    timid *self = HEDDLE_CAST(timid *, context);
    self->turns++;
    if (!self->is_quiet) heddle->emit("turn", main_thread()->is_main() ? "true" : "false");
    if (self->turns < self->limit) return;
    main_thread()->stop_timer(self->timer);
    self->timer = 0;
    heddle->log(HEDDLE_INFO, "it is over");
}

void watch_clock(timid *self) { self->timer = main_thread()->start_timer(1000000000, turn, self); }

void replace(heddle_call *call) {
    if (heddle->proceed(call) == HEDDLE_RETURNED) *HEDDLE_CAST(int32_t *, call->result) *= 2;
    heddle->set_errno(call, 5);
    heddle->answer(call);
}
