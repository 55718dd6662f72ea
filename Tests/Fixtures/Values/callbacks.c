// SPDX-License-Identifier: Apache-2.0
// Actions that call back: at once, later, from threads, through structures.

#include <errno.h>
#include <heddle/module.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_TYPE(typedef int (*unary)(int value))
HEDDLE_TYPE(typedef struct pair { double first; int second; } pair)
HEDDLE_TYPE(typedef struct triple { int64_t a, b, c; } triple)

// ---- during the call ----------------------------------------------------------------------------------------------

HEDDLE_ACTION(int, apply, unary f, int value)
int apply(unary f, int value) { return f(value); }

HEDDLE_ACTION(int, apply_times, unary f, int times)
int apply_times(unary f, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) sum += f(i);
    return sum;
}

HEDDLE_ACTION(int, apply_or, _In_opt_ unary f, int value)
int apply_or(unary f, int value) { return f == NULL ? -1 : f(value); }

// The action that tests call back, and that they hook.
HEDDLE_ACTION(int, twice, int value)
int twice(int value) { return 2 * value; }

HEDDLE_ACTION(_Success_(return >= 0) int, positive, int value)
int positive(int value) { return value; }

HEDDLE_ACTION(double, half, double value)
double half(double value) { return value / 2; }

HEDDLE_ACTION(void, each_text, void (*f)(const char *text, _In_reads_(size) const uint8_t *bytes, size_t size))
void each_text(void (*f)(const char *, const uint8_t *, size_t)) {
    f("one", (const uint8_t *)"\x01\x02\x03", 2);
    f("two", NULL, 0);
}

HEDDLE_ACTION(double, with_pair, double (*f)(pair by_value, _In_ const pair *by_pointer, float narrow, int8_t small))
double with_pair(double (*f)(pair, const pair *, float, int8_t)) {
    pair value = {1.5, -2};
    return f(value, &value, 0.25f, -8);
}

HEDDLE_ACTION(pair, pair_of, pair (*f)(int))
pair pair_of(pair (*f)(int)) { return f(1); }

HEDDLE_ACTION(triple, triple_of, triple (*f)(triple))
triple triple_of(triple (*f)(triple)) { return f((triple){1, 2, 3}); }

HEDDLE_ACTION(long double, long_double_of, long double (*f)(long double))
long double long_double_of(long double (*f)(long double)) { return f(0.5L); }

// What a callback returns must fill its register: callers rely on it.
HEDDLE_ACTION(int, narrow_of, int8_t (*f)(void))
int narrow_of(int8_t (*f)(void)) {
    int (*wide)(void);
    memcpy(&wide, &f, sizeof wide);
    return wide();
}

HEDDLE_ACTION(const char *, text_of, const char *(*f)(int))
const char *text_of(const char *(*f)(int)) { return f(0); }

HEDDLE_ACTION(int, errno_after, unary f, int before)
int errno_after(unary f, int before) {
    errno = before;
    f(0);
    return errno;
}

HEDDLE_ACTION(int, set_errno_and_return, int number)
int set_errno_and_return(int number) {
    errno = number;
    return number;
}

HEDDLE_ACTION(int, many_arguments, int (*f)(int, double, int, int, int, int, int, int, pair, double, double, double, double, double,
                                  double, double, double, float))
int many_arguments(int (*f)(int, double, int, int, int, int, int, int, pair, double, double, double, double, double,
                                  double, double, double, float)) {
    return f(1, 2, 3, 4, 5, 6, 7, 8, (pair){9, 10}, 11, 12, 13, 14, 15, 16, 17, 18, 19);
}

// ---- in structures, out of C --------------------------------------------------------------------------------------

HEDDLE_TYPE(typedef struct operations { int base; unary first; unary second; } operations)

HEDDLE_ACTION(int, operate, _In_ const operations *with)
int operate(const operations *with) {
    int value = with->first(with->base);
    return with->second == NULL ? value : with->second(value);
}

HEDDLE_ACTION(int, operate_on, _Inout_ operations *with)
int operate_on(operations *with) {
    with->base = with->first(with->base);
    return 0;
}

static int negated(int value) { return -value; }

HEDDLE_ACTION(_Ret_maybenull_ unary, find_function, bool exists)
unary find_function(bool exists) { return exists ? negated : NULL; }

HEDDLE_ACTION(void, get_operations, _Out_ operations *of)
void get_operations(operations *of) { *of = (operations){3, negated, NULL}; }

HEDDLE_ACTION(unary, give_back_function, unary f)
unary give_back_function(unary f) { return f; }

// ---- later --------------------------------------------------------------------------------------------------------

static unary kept;

HEDDLE_ACTION(void, keep, unary f)
void keep(unary f) { kept = f; }

HEDDLE_ACTION(int, call_kept, int value)
int call_kept(int value) { return kept == NULL ? -1000 : kept(value); }

HEDDLE_TYPE(typedef struct registration registration)
struct registration {
    unary f;
};

HEDDLE_ACTION(_Free_(cancel) registration *, enroll, unary f)
registration *enroll(unary f) {
    registration *made = malloc(sizeof *made);
    if (made != NULL) made->f = f;
    kept = f;
    return made;
}

HEDDLE_ACTION(void, enroll_with, unary f, registration *with)
void enroll_with(unary f, registration *with) { kept = with->f = f; }

HEDDLE_ACTION(void, cancel, registration *made)
void cancel(registration *made) { free(made); }

// ---- from threads -------------------------------------------------------------------------------------------------

typedef struct job {
    unary f;
    int first, count;
    long sum;
} job;

static void *work(void *context) {
    job *job = context;
    for (int i = 0; i < job->count; i++) job->sum += job->f(job->first + i);
    return NULL;
}

// So many threads call so often each, all at once; returns the sum of what they got.
HEDDLE_ACTION(long, apply_on_threads, unary f, int threads, int times)
long apply_on_threads(unary f, int threads, int times) {
    pthread_t ids[64];
    job jobs[64];
    long sum = 0;
    for (int i = 0; i < threads; i++) {
        jobs[i] = (job){f, i * times, times, 0};
        pthread_create(&ids[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        sum += jobs[i].sum;
    }
    return sum;
}

HEDDLE_ACTION(long, call_kept_on_threads, int threads, int times)
long call_kept_on_threads(int threads, int times) { return apply_on_threads(kept, threads, times); }

static void *call_for_ever(void *context) {
    for (;;) kept(0);
    return context;
}

// Threads call the function until the process ends.
HEDDLE_ACTION(void, call_kept_until_the_end, void)
void call_kept_until_the_end(void) {
    for (int i = 0; i < 4; i++) {
        pthread_t id;
        pthread_create(&id, NULL, call_for_ever, NULL);
        pthread_detach(id);
    }
}

HEDDLE_ACTION(void, end_process, int status)
void end_process(int status) { exit(status); }

// ---- as tests declare them ----------------------------------------------------------------------------------------

HEDDLE_EXPORT int compare_ints(const int *left, const int *right);
int compare_ints(const int *left, const int *right) { return (*left > *right) - (*left < *right); }

static int own_context;

HEDDLE_EXPORT int holds_instance(void *self, int value);
int holds_instance(void *self, int value) { return self != NULL && self != &own_context ? value : -1; }

HEDDLE_EXPORT int call_with_context(int (*f)(void *context, int value));
int call_with_context(int (*f)(void *context, int value)) {
    return f(&own_context, 0);
}
