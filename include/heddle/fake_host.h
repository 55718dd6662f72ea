/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host for unit tests of a module, in C or C++. It has the services of the contract, keeps what the module does with
 * them, and needs nothing of Heddle but the headers. Compile the module's sources and a test into one program:
 *
 *     #include <heddle/fake_host.h>
 *
 *     int main(void) {
 *         heddle_fake_attach();
 *         divide(1, 0);
 *         assert(strcmp(heddle_fake_failure(), "divisionByZero: nothing can be divided by 0") == 0);
 *     }
 *
 * It checks no types, weaves no hooks and reads no JSON: `heddle test` runs the module in the real host. It is for one
 * thread at a time, and ends the program with a message where there is no memory.
 *
 * Valid as C99 to C23, and as C++11 to C++23. Include it in one source file of a program.
 */
#ifndef HEDDLE_FAKE_HOST_H
#define HEDDLE_FAKE_HOST_H

#include <heddle/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_EXTERN_C void heddle_attach(heddle_services services);

/* Stands for an action of another module: reads the arguments from where `arguments` point to, writes the result, and
 * returns false when the call fails. */
typedef bool (*heddle_fake_action)(void *const *arguments, void *result);

/* A setting, an action or a service by its name. */
typedef struct heddle_fake_entry {
    char *key;
    char *text;
    const void *table;
    heddle_fake_action action;
    struct heddle_fake_entry *next;
} heddle_fake_entry;

/* A function that waits for the main thread: of a timer, or without one to run once. */
typedef struct heddle_fake_work {
    void (*function)(void *context);
    void *context;
    uint64_t timer;
    uint64_t period;
    uint64_t due;
    /* The turn of the main thread in which it came, or ran last. */
    uint64_t turn;
    struct heddle_fake_work *next;
} heddle_fake_work;

/* All that the host knows. */
static struct {
    heddle_host table;
    heddle_main main;
    heddle_identity identity;
    heddle_fake_entry *settings;
    heddle_fake_entry *actions;
    heddle_fake_entry *services;
    char *log;
    char *events;
    char *failure;
    heddle_fake_work *work;
    uint64_t time;
    uint64_t last_timer;
    uint64_t turn;
    bool is_off_main;
} heddle_fake;

/* ---------------------------------------------------------------------------------------------------------------
 * Texts and lists
 * ------------------------------------------------------------------------------------------------------------ */

static inline void *heddle_fake_memory(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fputs("the fake host has no memory\n", stderr);
        abort();
    }
    return memory;
}

/* Three texts behind each other, in memory that the caller frees. */
static inline char *heddle_fake_join(const char *first, const char *second, const char *third) {
    size_t size = strlen(first) + strlen(second) + strlen(third) + 1;
    char *text = HEDDLE_CAST(char *, heddle_fake_memory(size));
    snprintf(text, size, "%s%s%s", first, second, third);
    return text;
}

static inline void heddle_fake_add_line(char **lines, const char *head, const char *text) {
    char *before = *lines == NULL ? heddle_fake_join("", "", "") : *lines;
    char *line = heddle_fake_join(head, text, "\n");
    *lines = heddle_fake_join(before, line, "");
    free(before);
    free(line);
}

static inline heddle_fake_entry *heddle_fake_find(heddle_fake_entry *entries, const char *key) {
    while (entries != NULL && strcmp(entries->key, key) != 0) entries = entries->next;
    return entries;
}

/* The entry of a name, new and in front of the others where there was none. */
static inline heddle_fake_entry *heddle_fake_entry_of(heddle_fake_entry **entries, const char *key) {
    heddle_fake_entry *entry = heddle_fake_find(*entries, key);
    if (entry != NULL) return entry;
    entry = HEDDLE_CAST(heddle_fake_entry *, heddle_fake_memory(sizeof *entry));
    entry->key = heddle_fake_join(key, "", "");
    entry->next = *entries;
    *entries = entry;
    return entry;
}

static inline void heddle_fake_forget(heddle_fake_entry **entries) {
    while (*entries != NULL) {
        heddle_fake_entry *entry = *entries;
        *entries = entry->next;
        free(entry->key);
        free(entry->text);
        free(entry);
    }
}

/* ---------------------------------------------------------------------------------------------------------------
 * The services of <heddle/module.h>
 * ------------------------------------------------------------------------------------------------------------ */

static inline void heddle_fake_serve_log(heddle_level level, const char *message) {
    static const char *const heads[] = {"debug: ", "info: ", "warning: ", "error: "};
    if (message != NULL) heddle_fake_add_line(&heddle_fake.log, heads[level > HEDDLE_ERROR ? 1 : level], message);
}

static inline void heddle_fake_serve_fail(const char *code, const char *message) {
    free(heddle_fake.failure);
    heddle_fake.failure = heddle_fake_join(code, ": ", message);
}

static inline heddle_action *heddle_fake_serve_find(const char *name, const char *declaration) {
    (void)declaration;
    void *entry = heddle_fake_find(heddle_fake.actions, name);
    if (entry == NULL) heddle_fake_add_line(&heddle_fake.log, "warning: there is no action ", name);
    return HEDDLE_CAST(heddle_action *, entry);
}

static inline bool heddle_fake_serve_call(heddle_action *action, void *const *arguments, void *result) {
    void *entry = action;
    return entry != NULL && HEDDLE_CAST(heddle_fake_entry *, entry)->action(arguments, result);
}

static inline void heddle_fake_serve_emit(const char *event, const char *json) {
    char *head = heddle_fake_join(event, " ", "");
    heddle_fake_add_line(&heddle_fake.events, head, json == NULL ? "null" : json);
    free(head);
}

static inline const char *heddle_fake_serve_text(const heddle_config *config, const char *key, const char *fallback) {
    (void)config;
    heddle_fake_entry *setting = heddle_fake_find(heddle_fake.settings, key);
    return setting == NULL ? fallback : setting->text;
}

static inline double heddle_fake_serve_number(const heddle_config *config, const char *key, double fallback) {
    const char *text = heddle_fake_serve_text(config, key, NULL);
    return text == NULL ? fallback : strtod(text, NULL);
}

static inline bool heddle_fake_serve_bool(const heddle_config *config, const char *key, bool fallback) {
    const char *text = heddle_fake_serve_text(config, key, NULL);
    return text == NULL ? fallback : strcmp(text, "true") == 0;
}

static inline bool heddle_fake_serve_has(const heddle_config *config, const char *key) {
    return heddle_fake_serve_text(config, key, NULL) != NULL;
}

static inline int64_t heddle_fake_serve_integer(const heddle_config *config, const char *key, int64_t fallback) {
    const char *text = heddle_fake_serve_text(config, key, NULL);
    return text == NULL ? fallback : HEDDLE_CAST(int64_t, strtoll(text, NULL, 10));
}

static inline uint64_t heddle_fake_serve_unsigned(const heddle_config *config, const char *key, uint64_t fallback) {
    const char *text = heddle_fake_serve_text(config, key, NULL);
    return text == NULL ? fallback : HEDDLE_CAST(uint64_t, strtoull(text, NULL, 10));
}

/* The number of elements key[0], key[1] and so on that are set. */
static inline size_t heddle_fake_serve_count(const heddle_config *config, const char *key) {
    size_t count = 0;
    bool is_set = true;
    while (is_set) {
        char index[32];
        snprintf(index, sizeof index, "[%zu]", count);
        char *element = heddle_fake_join(key, index, "");
        is_set = heddle_fake_serve_has(config, element);
        if (is_set) count++;
        free(element);
    }
    return count;
}

static inline void *heddle_fake_serve_allocate(size_t size) { return malloc(size); }
static inline void heddle_fake_serve_release(void *memory) { free(memory); }
static inline const char *heddle_fake_serve_path(void) { return "/fake/module.so"; }

static inline heddle_status heddle_fake_serve_proceed(heddle_call *call) {
    call->status = HEDDLE_RETURNED;
    return HEDDLE_RETURNED;
}

static inline void heddle_fake_serve_answer(heddle_call *call) { call->status = HEDDLE_RETURNED; }
static inline void heddle_fake_serve_errno(heddle_call *call, int32_t number) { call->saved_errno = number; }
static inline size_t heddle_fake_serve_depth(heddle_call *call) { return call == NULL ? 1 : 0; }

static inline const void *heddle_fake_serve_service(const char *name) {
    if (strcmp(name, "heddle.host") == 0) return &heddle_fake.table;
    if (strcmp(name, "heddle.main") == 0) return &heddle_fake.main;
    if (strcmp(name, "heddle.identity") == 0) return &heddle_fake.identity;
    heddle_fake_entry *service = heddle_fake_find(heddle_fake.services, name);
    return service == NULL ? NULL : service->table;
}

static inline bool heddle_fake_serve_is_main(void) { return !heddle_fake.is_off_main; }

/* Puts work behind all that waits. */
static inline void heddle_fake_add_work(void (*function)(void *), void *context, uint64_t timer, uint64_t period) {
    heddle_fake_work *work = HEDDLE_CAST(heddle_fake_work *, heddle_fake_memory(sizeof *work));
    work->function = function;
    work->context = context;
    work->timer = timer;
    work->period = period;
    work->due = heddle_fake.time + period;
    work->turn = heddle_fake.turn;
    heddle_fake_work **last = &heddle_fake.work;
    while (*last != NULL) last = &(*last)->next;
    *last = work;
}

static inline bool heddle_fake_serve_run(void (*function)(void *context), void *context) {
    if (function == NULL) return false;
    heddle_fake_add_work(function, context, 0, 0);
    return true;
}

static inline uint64_t heddle_fake_serve_start(uint64_t period, void (*function)(void *context), void *context) {
    if (function == NULL) return 0;
    heddle_fake_add_work(function, context, ++heddle_fake.last_timer, period);
    return heddle_fake.last_timer;
}

static inline bool heddle_fake_drop(heddle_fake_work *dropped) {
    for (heddle_fake_work **work = &heddle_fake.work; *work != NULL; work = &(*work)->next) {
        if (*work != dropped) continue;
        *work = dropped->next;
        free(dropped);
        return true;
    }
    return false;
}

static inline bool heddle_fake_serve_stop(uint64_t timer) {
    heddle_fake_work *work = heddle_fake.work;
    while (work != NULL && (timer == 0 || work->timer != timer)) work = work->next;
    return work != NULL && heddle_fake_drop(work);
}

/* ---------------------------------------------------------------------------------------------------------------
 * For tests
 * ------------------------------------------------------------------------------------------------------------ */

/* Forgets what the module has said, and its failures. */
static inline void heddle_fake_clear(void) {
    free(heddle_fake.log);
    free(heddle_fake.events);
    free(heddle_fake.failure);
    heddle_fake.log = heddle_fake.events = heddle_fake.failure = NULL;
}

/* Forgets everything, and gives the module the host's table. First in each test. */
static inline void heddle_fake_attach(void) {
    heddle_fake_clear();
    heddle_fake_forget(&heddle_fake.settings);
    heddle_fake_forget(&heddle_fake.actions);
    heddle_fake_forget(&heddle_fake.services);
    while (heddle_fake.work != NULL) heddle_fake_drop(heddle_fake.work);
    heddle_fake.time = 0;
    heddle_fake.is_off_main = false;

    heddle_host *table = &heddle_fake.table;
    table->size = sizeof *table;
    table->log = heddle_fake_serve_log;
    table->fail = heddle_fake_serve_fail;
    table->find = heddle_fake_serve_find;
    table->call = heddle_fake_serve_call;
    table->emit = heddle_fake_serve_emit;
    table->config_text = heddle_fake_serve_text;
    table->config_number = heddle_fake_serve_number;
    table->config_bool = heddle_fake_serve_bool;
    table->allocate = heddle_fake_serve_allocate;
    table->release = heddle_fake_serve_release;
    table->proceed = heddle_fake_serve_proceed;
    table->answer = heddle_fake_serve_answer;
    table->config_has = heddle_fake_serve_has;
    table->config_integer = heddle_fake_serve_integer;
    table->config_unsigned = heddle_fake_serve_unsigned;
    table->config_count = heddle_fake_serve_count;
    table->module_path = heddle_fake_serve_path;
    table->set_errno = heddle_fake_serve_errno;
    table->call_bare = heddle_fake_serve_call;
    table->depth = heddle_fake_serve_depth;
    table->service = heddle_fake_serve_service;

    heddle_fake.main.size = sizeof heddle_fake.main;
    heddle_fake.main.is_main = heddle_fake_serve_is_main;
    heddle_fake.main.run = heddle_fake_serve_run;
    heddle_fake.main.start_timer = heddle_fake_serve_start;
    heddle_fake.main.stop_timer = heddle_fake_serve_stop;

    heddle_identity *identity = &heddle_fake.identity;
    identity->size = sizeof *identity;
    identity->name = "fake host";
    identity->version = identity->vendor = identity->url = identity->heddle_version = "";
    identity->contract = HEDDLE_CONTRACT;

    heddle_attach(heddle_fake_serve_service);
}

/* Gives a setting for the next create, as its text: "true", "7", or the key "hosts[0]" for an element. Types and the
 * defaults of HEDDLE_SETTING are unknown here: the fallback of a read counts where the key was not given, and lists are
 * counted by elements that are texts or numbers. */
static inline void heddle_fake_set(const char *key, const char *text) {
    heddle_fake_entry *setting = heddle_fake_entry_of(&heddle_fake.settings, key);
    free(setting->text);
    setting->text = heddle_fake_join(text, "", "");
}

/* The configuration with these settings, for a call of the module's create. */
static inline const heddle_config *heddle_fake_config(void) {
    const void *config = &heddle_fake;
    return HEDDLE_CAST(const heddle_config *, config);
}

/* Lets the module find an action of another module by "module.action". */
static inline void heddle_fake_provide(const char *name, heddle_fake_action action) {
    heddle_fake_entry_of(&heddle_fake.actions, name)->action = action;
}

/* Offers the module a service of the program. */
static inline void heddle_fake_offer(const char *service, const void *table) {
    heddle_fake_entry_of(&heddle_fake.services, service)->table = table;
}

/* The messages that the module has logged, each on a line such as "warning: it is cold"; "" where there are none. */
static inline const char *heddle_fake_log(void) { return heddle_fake.log == NULL ? "" : heddle_fake.log; }

/* The events that it has emitted, each on a line such as "greeted {\"name\": \"Ada\"}"; "" where there are none. */
static inline const char *heddle_fake_events(void) { return heddle_fake.events == NULL ? "" : heddle_fake.events; }

/* The newest failure as "code: message"; "" where there was none since heddle_fake_clear. */
static inline const char *heddle_fake_failure(void) { return heddle_fake.failure == NULL ? "" : heddle_fake.failure; }

/* Makes the calling thread count as the main one, or as another one. */
static inline void heddle_fake_be_main(bool is_main) { heddle_fake.is_off_main = !is_main; }

/* The number of functions that wait for the main thread, running timers included. */
static inline size_t heddle_fake_waiting(void) {
    size_t count = 0;
    for (const heddle_fake_work *work = heddle_fake.work; work != NULL; work = work->next) count++;
    return count;
}

/* The first function that waits, or else the timer that is due first, of those that have not had this turn. */
static inline heddle_fake_work *heddle_fake_next(bool is_timer) {
    heddle_fake_work *next = NULL;
    for (heddle_fake_work *work = heddle_fake.work; work != NULL; work = work->next) {
        if ((work->timer != 0) != is_timer || work->turn == heddle_fake.turn) continue;
        if (is_timer && work->due > heddle_fake.time) continue;
        if (next == NULL || (is_timer && work->due < next->due)) next = work;
    }
    return next;
}

/* One turn of the main thread: runs each function that waits, and then each timer that is due, once. What they add
 * waits for the next turn. */
static inline void heddle_fake_take_turn(void) {
    heddle_fake_work *next;
    heddle_fake.turn++;
    while ((next = heddle_fake_next(false)) != NULL) {
        heddle_fake_work work = *next;
        heddle_fake_drop(next);
        work.function(work.context);
    }
    while ((next = heddle_fake_next(true)) != NULL) {
        heddle_fake_work work = *next;
        next->turn = heddle_fake.turn;
        next->due += work.period;
        work.function(work.context);
    }
}

/* Lets time pass, of which no real time is spent: a turn of the main thread now, and one whenever a timer is due. With 0
 * it is one turn, in which a timer of 0 runs as well. What is added in the last turn waits for the next call. */
static inline void heddle_fake_pass(uint64_t nanoseconds) {
    uint64_t end = heddle_fake.time + nanoseconds;
    heddle_fake_take_turn();
    for (;;) {
        uint64_t due = UINT64_MAX;
        for (const heddle_fake_work *work = heddle_fake.work; work != NULL; work = work->next) {
            if (work->timer != 0 && work->due > heddle_fake.time && work->due < due) due = work->due;
        }
        if (due > end) break;
        heddle_fake.time = due;
        heddle_fake_take_turn();
    }
    heddle_fake.time = end;
}

#endif /* HEDDLE_FAKE_HOST_H */
