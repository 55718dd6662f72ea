// SPDX-License-Identifier: Apache-2.0
// Runs the cases of an oracle on the machine that it is compiled for. It stands behind the text of the cases, the
// shapes of their calls as Swift has placed and described them, and the table `machine_rows` of both.
//
// Each case is one call: C calls a callback that Heddle has made, which calls the case's function in one of the ways
// of the table, and returns what that has returned.

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 64, MOST_BYTES = 1 << 16 };

static const char *failure;

static void note_failure(const char *words) {
    if (failure == NULL) failure = words;
}

static void call_case(const void *context, const heddle_entering *entering) {
    const struct machine_row *row = context;
    static _Alignas(64) char slots[MOST_BYTES], before[MOST_BYTES], result[MOST_BYTES];
    static void *pointers[MOST_ARGUMENTS];
    memset(slots, 0xEE, row->shape->slot_bytes);
    memset(result, 0xDD, row->shape->result_bytes);
    for (uint32_t n = 0; n < row->shape->arguments; n++) pointers[n] = slots + row->slots[n];
    heddle_take_arguments(entering, pointers);

    memcpy(before, slots, sizeof before);
    heddle_invocation call = {row->shape, row->function, pointers, result, 0, NULL, NULL};
    heddle_failure *failed = heddle_invoke(&call);
    if (failed != NULL) note_failure(failed->message);
    if (memcmp(before, slots, row->shape->slot_bytes) != 0) note_failure("the caller's arguments have changed");
    heddle_give_result(entering, result);
}

// The bytes that were noted, in the order in which they were expected.
static void run(const struct machine_row *row) {
    const struct row *found = NULL;
    for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++)
        if (rows[n].number == row->number) found = &rows[n];
    seen.size = expected.size = 0;
    notes = &expected;
    found->expect();
    found->expect_back();
    notes = &seen;
    failure = NULL;
    void *callback = heddle_callback_create(row->entered, call_case, row);
    if (callback == NULL)
        note_failure("the callback was not made");
    else
        row->back(callback);
    if (!seen_is_expected()) note_failure(difference());
    if (failure != NULL) printf("wrong %d %s: %s\n", row->number, row->way, failure);
}

// ---- what holds of all calls ----------------------------------------------------------------------------------------

static int set_errno(int value) {
    errno = value;
    return -value;
}

extern void throw_text(void);

static const heddle_shape *described(const uint32_t *codes, uint32_t count, uint32_t arguments) {
    static heddle_shape shapes[8];
    static int used;
    heddle_shape *shape = &shapes[used++];
    shape->description = heddle_describe_types(codes, count, arguments, arguments);
    shape->arguments = arguments;
    shape->slot_bytes = 16 * arguments;
    shape->result_bytes = 16;
    return shape;
}

static void check_errno(void) {
    static const uint32_t codes[] = {HEDDLE_CODE_INT32, HEDDLE_CODE_INT32};
    _Alignas(16) char slots[16] = {0}, result[16] = {0};
    int value = 42, answer;
    memcpy(slots, &value, sizeof value);
    void *pointers[] = {slots};
    heddle_invocation call = {described(codes, 2, 1), (void (*)(void))set_errno, pointers, result, 0, NULL, NULL};
    if (heddle_invoke(&call) != NULL || call.saved_errno != 42) printf("wrong errno: %d\n", call.saved_errno);
    memcpy(&answer, result, sizeof answer);
    if (answer != -42) printf("wrong result: %d\n", answer);
}

static void check_exception(void) {
    static const uint32_t codes[] = {HEDDLE_CODE_VOID};
    _Alignas(16) char result[16] = {0};
    void *pointers[] = {NULL};
    heddle_invocation call = {described(codes, 1, 0), throw_text, pointers, result, 0, NULL, NULL};
    heddle_failure *failed = heddle_invoke(&call);
    if (failed == NULL || strcmp(failed->message, "std::runtime_error: from far away") != 0)
        printf("wrong exception: %s\n", failed == NULL ? "none" : failed->message);
    if (failed != NULL) heddle_failure_destroy(failed);
#if HEDDLE_HAS_TRANSFER
    heddle_shape own = {0};
    own.placement.stack_alignment = 16;
    own.result_bytes = 16;
    call.shape = &own;
    failed = heddle_invoke(&call);
    if (failed == NULL || strcmp(failed->message, "std::runtime_error: from far away") != 0)
        printf("wrong exception through the own transfer: %s\n", failed == NULL ? "none" : failed->message);
#endif
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    check_errno();
    check_exception();
    unsigned count = sizeof machine_rows / sizeof *machine_rows;
    for (unsigned n = 0; n < count; n++) {
        printf("start %d %s\n", machine_rows[n].number, machine_rows[n].way);
        prepare(n);
        run(&machine_rows[n]);
    }
    printf("ran %u\n", count);
    return 0;
}
