/* SPDX-License-Identifier: Apache-2.0 */
/* Plays the host around the hooks of the auditor, which is linked in, and prints what they do. */
#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_EXTERN_C void heddle_attach(heddle_services services);
void check_name(heddle_call *call);
void stopwatch(heddle_call *call);
void twice(heddle_call *call);
void note_crc(unsigned long crc, const uint8_t *buf, unsigned int len);
uint64_t noted(void);

static int proceeded;
static heddle_status outcome = HEDDLE_RETURNED;

static void print_log(heddle_level level, const char *message) {
    const char *took = strstr(message, " took ");
    printf("log %d: %.*s\n", (int)level, (int)(took == NULL ? strlen(message) : (size_t)(took - message) + 5), message);
}

static void print_failure(const char *code, const char *message) { printf("failed %s: %s\n", code, message); }

static heddle_status count_proceed(heddle_call *call) {
    (void)call;
    proceeded++;
    return outcome;
}

static heddle_host table = {.size = sizeof table,
                            .log = print_log,
                            .fail = print_failure,
                            .allocate = malloc,
                            .release = free,
                            .proceed = count_proceed};

static const void *service(const char *name) { return strcmp(name, "heddle.host") == 0 ? &table : NULL; }

static const heddle_type parameters[] = {{"count", "int32_t", 4}, {"name", "const char *", 8}};
static const heddle_signature signature = {sizeof signature, "greeter", "greet", parameters, 2, {NULL, "void", 0}};

static void check(const char *name) {
    int32_t count = 0;
    void *const arguments[] = {&count, &name};
    heddle_call call = {.size = sizeof call, .action = &signature, .arguments = arguments};
    printf("check_name(%s)\n", name == NULL ? "null" : name);
    check_name(&call);
}

static void time_call(int32_t first) {
    heddle_call call = {.size = sizeof call, .action = &signature, .position = first};
    if (first == HEDDLE_BEFORE) {
        stopwatch(&call);
        printf("state is %s\n", call.state == NULL ? "null" : "kept");
        call.position = HEDDLE_AFTER;
    }
    stopwatch(&call);
    printf("state is %s\n", call.state == NULL ? "null" : "kept");
}

static void run_twice(heddle_status each) {
    heddle_call call = {.size = sizeof call, .action = &signature, .position = HEDDLE_INSTEAD};
    outcome = each;
    proceeded = 0;
    twice(&call);
    printf("proceeded %d times\n", proceeded);
}

int main(void) {
    heddle_attach(service);
    check("Ada");
    check("");
    check(NULL);
    time_call(HEDDLE_BEFORE);
    time_call(HEDDLE_AFTER);
    run_twice(HEDDLE_RETURNED);
    run_twice(HEDDLE_FAILED);
    note_crc(0, NULL, 0);
    note_crc(0, NULL, 0);
    printf("noted %d\n", (int)noted());
    return 0;
}
