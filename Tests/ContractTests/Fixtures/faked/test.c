/* SPDX-License-Identifier: Apache-2.0 */
/* A unit test of timid.c, as its author would write it. */
#include <heddle/fake_host.h>

HEDDLE_EXTERN_C int32_t divide(int32_t dividend, int32_t divisor);
HEDDLE_EXTERN_C int32_t add_by_other(int32_t a, int32_t b);
HEDDLE_EXTERN_C int32_t next(int32_t number);
typedef struct timid timid;
HEDDLE_EXTERN_C timid *timid_create(const heddle_config *config);
HEDDLE_EXTERN_C void timid_destroy(timid *instance);
HEDDLE_EXTERN_C void watch_clock(timid *self);
HEDDLE_EXTERN_C void replace(heddle_call *call);

static int failures;

static void check(bool holds, const char *promise) {
    if (!holds) failures++;
    printf("%s: %s\n", holds ? "held" : "BROKEN", promise);
}

static void same(const char *found, const char *expected) {
    check(strcmp(found, expected) == 0, expected);
    if (strcmp(found, expected) != 0) printf("it is \"%s\"\n", found);
}

static bool add(void *const *arguments, void *result) {
    int32_t a = *HEDDLE_CAST(const int32_t *, arguments[0]), b = *HEDDLE_CAST(const int32_t *, arguments[1]);
    *HEDDLE_CAST(int32_t *, result) = a + b;
    return a != 13;
}

static int32_t ten_more(int32_t number) { return number + 10; }
static const struct {
    size_t size;
    int32_t (*next)(int32_t number);
} counting = {sizeof counting, ten_more};

static void count_run(void *context) { ++*HEDDLE_CAST(int *, context); }

static void test_failures(void) {
    heddle_fake_attach();
    check(divide(7, 2) == 3 && *heddle_fake_failure() == '\0', "divides");
    check(divide(1, 0) == 0, "divides nothing by 0");
    same(heddle_fake_failure(), "divisionByZero: nothing can be divided by 0");
    heddle_fake_clear();
    same(heddle_fake_failure(), "");
}

static void test_others(void) {
    heddle_fake_attach();
    check(add_by_other(1, 2) == -1, "does without the other module");
    same(heddle_fake_log(), "warning: there is no action calculator.add\n");
    heddle_fake_provide("calculator.add", add);
    check(add_by_other(1, 2) == 3 && add_by_other(13, 1) == -1, "calls the other module, which may fail");
    check(next(1) == -1, "does without the service");
    heddle_fake_offer("com.example.counting", &counting);
    check(next(1) == 11, "uses the service");
    heddle_fake_attach();
    check(next(1) == -1 && add_by_other(1, 2) == -1, "forgets all with the next test");
}

static void test_configuration(void) {
    heddle_fake_attach();
    check(timid_create(heddle_fake_config()) == NULL, "needs names");
    same(heddle_fake_failure(), "names: there is none");
    heddle_fake_set("names[0]", "Ada");
    check(timid_create(heddle_fake_config()) == NULL, "needs two of them");
    same(heddle_fake_failure(), "names: Ada");
    heddle_fake_set("names[1]", "Grace");
    heddle_fake_set("limit", "7");
    heddle_fake_set("limit", "2");
    heddle_fake_set("quiet", "true");
    timid *self = timid_create(heddle_fake_config());
    check(self != NULL, "is made from its settings");
    watch_clock(self);
    check(heddle_fake_waiting() == 1, "waits");
    heddle_fake_pass(100000000000);
    same(heddle_fake_events(), "");
    same(heddle_fake_log(), "info: it is over\n");
    timid_destroy(self);
}

static void test_time(void) {
    heddle_fake_attach();
    heddle_fake_set("names[0]", "Ada");
    heddle_fake_set("names[1]", "Grace");
    timid *self = timid_create(heddle_fake_config());
    watch_clock(self);
    heddle_fake_pass(999999999);
    same(heddle_fake_events(), "");
    heddle_fake_pass(1);
    same(heddle_fake_events(), "turn true\n");
    heddle_fake_be_main(false);
    heddle_fake_pass(1500000000);
    same(heddle_fake_events(), "turn true\nturn false\n");
    timid_destroy(self);
    check(heddle_fake_waiting() == 0, "stops its timer at its end");
    int runs = 0;
    heddle_fake.main.run(count_run, &runs);
    heddle_fake.main.run(count_run, &runs);
    uint64_t timer = heddle_fake.main.start_timer(0, count_run, &runs);
    check(runs == 0, "runs nothing at once");
    heddle_fake_pass(0);
    check(runs == 3, "runs each once, and a timer of 0 too");
    heddle_fake_pass(0);
    check(runs == 4, "and again");
    check(heddle_fake.main.stop_timer(timer) && !heddle_fake.main.stop_timer(timer), "stops a timer once");
}

static void again(void *context) {
    count_run(context);
    heddle_fake.main.run(again, context);
}

static void test_turns(void) {
    heddle_fake_attach();
    int often = 0, zero = 0, later = 0, once = 0;
    heddle_fake.main.start_timer(0, count_run, &zero);
    heddle_fake.main.start_timer(100, count_run, &later);
    heddle_fake.main.run(count_run, &once);
    heddle_fake.main.run(again, &often);
    heddle_fake_pass(0);
    check(zero == 1 && once == 1 && often == 1 && later == 0, "gives each one turn, and no timer of 0 another");
    heddle_fake_pass(1000);
    check(later == 10 && once == 1 && zero == 12 && often == 12, "gives all of them a turn whenever a timer is due");
    check(!heddle_fake.main.run(NULL, NULL) && heddle_fake.main.start_timer(1, NULL, NULL) == 0, "refuses null");
}

static void test_hooks(void) {
    heddle_fake_attach();
    int32_t result = 21;
    heddle_call call;
    memset(&call, 0, sizeof call);
    call.size = sizeof call;
    call.result = &result;
    replace(&call);
    check(result == 42 && call.saved_errno == 5 && call.status == HEDDLE_RETURNED, "answers in a hook");
}

int main(void) {
    test_failures();
    test_others();
    test_configuration();
    test_time();
    test_turns();
    test_hooks();
    return failures == 0 ? 0 : 1;
}
