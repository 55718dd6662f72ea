// SPDX-License-Identifier: Apache-2.0
// The process that cases are forked from, as it waits for a case and takes the next order. A fork copies what this process
// has in memory page by page, and every page that it writes to between two forks is copied once more by itself. So what
// happens between them is not said in Swift, and allocates nothing.

#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ORDER_BYTES = 4096,
    // The interval in which is taken what a case tells that runs longer.
    MILLISECONDS = 10,
    // The intervals in which a case says where it is once its time is up.
    LAST_INTERVALS = 30,
    // The number of pieces of what a case tells that are handed on at once.
    PIECES = 16,
    // The numbers of cases from which on it pays to gather the memory that is copied for each, and the program itself.
    SOME_CASES = 64,
    MANY_CASES = 256,
};

static char kept[ORDER_BYTES];
// The order that was taken last.
static heddle_order order = {.bytes = kept};
static heddle_case_end latest;
static unsigned forks;
static bool is_teller;

// ---- one case -------------------------------------------------------------------------------------------------------

// This process will be gone in a moment where the other end is gone.
static void send_whole(int file, const void *bytes, size_t size) {
    const char *next = bytes;
    while (size > 0) {
        ssize_t sent = send(file, next, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        next += sent;
        size -= (size_t)sent;
    }
}

static void send_pieces(int file, struct iovec *pieces, int count) {
    ssize_t sent = sendmsg(file, &(struct msghdr){.msg_iov = pieces, .msg_iovlen = (size_t)count}, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return;
    size_t left = sent > 0 ? (size_t)sent : 0;
    // A signal may have come between them.
    for (int i = 0; i < count; i++) {
        size_t gone = left < pieces[i].iov_len ? left : pieces[i].iov_len;
        left -= gone;
        send_whole(file, (const char *)pieces[i].iov_base + gone, pieces[i].iov_len - gone);
    }
}

// Hands on what was not taken yet. False if that was overwritten.
static bool hand_on(int file) {
    for (;;) {
        struct iovec pieces[PIECES];
        int count = heddle_case_told(pieces, PIECES);
        if (count <= 0) return count == 0;
        send_pieces(file, pieces, count);
        heddle_case_take(pieces, count);
    }
}

// Waits for the end of the case for a moment.
static bool has_ended(pid_t child, int descriptor) {
    if (descriptor < 0) {
        usleep(1000);
        return heddle_case_has_ended(child);
    }
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    return poll(&end, 1, MILLISECONDS) > 0;
}

static time_t seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

const heddle_case_end *heddle_case_await(pid_t child, int file, int patience) {
    // It outlives the process that has started it until it has ended what the case has started.
    prctl(PR_SET_PDEATHSIG, 0);
    int descriptor = heddle_process_descriptor(child);
    int intervals = 0;
    time_t over = 0;
    bool is_whole = true, missed_end = false;
    while (!has_ended(child, descriptor)) {
        is_whole = is_whole && hand_on(file);
        if (!is_whole || heddle_case_is_abandoned()) kill(child, SIGKILL);
        heddle_case_end_stopped(child);
        // A handler at exit may wait for ever.
        if (patience > 0 && over == 0 && heddle_case_has_outcome()) over = seconds();
        missed_end = over != 0 && seconds() - over >= patience;
        if (missed_end) kill(child, SIGKILL);
        // One that blocks the signal is ended while there is time to say in which step it was.
        if (heddle_case_says_nothing() && intervals++ == LAST_INTERVALS) kill(child, SIGKILL);
    }
    heddle_case_bury(child, &latest);
    latest.missed_end = missed_end;
    heddle_end_with_parent();
    if (heddle_case_is_abandoned()) heddle_leave_process(1);
    if (descriptor >= 0) close(descriptor);
    if (!is_whole || !hand_on(file)) heddle_case_say_overwritten(&latest);
    size_t size = 0;
    const void *words = heddle_case_words(&size);
    send_whole(file, words, size);
    latest.is_regular = latest.status == 0 && size == 0 && heddle_own_page()->death.step < 0;
    return &latest;
}

const heddle_case_end *heddle_latest_end(void) { return &latest; }

void heddle_case_tell_end(int file) {
    char line[64];
    int length = snprintf(line, sizeof line, "(%d %d %d %d)\n", latest.status, latest.processes, latest.segments,
                          latest.returned_forks);
    send_whole(file, line, (size_t)length);
}

// ---- one case after the other ---------------------------------------------------------------------------------------

static bool read_whole(int file, void *into, size_t size) {
    char *next = into;
    while (size > 0) {
        ssize_t count = read(file, next, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        next += count;
        size -= (size_t)count;
    }
    return true;
}

// Makes room for an order of this size.
static bool has_room(size_t size) {
    if (order.bytes != kept) free(order.bytes);
    order = (heddle_order){.bytes = size <= ORDER_BYTES ? kept : malloc(size), .size = size};
    if (order.bytes == NULL) order.bytes = kept, order.size = 0;
    return order.size == size;
}

static bool read_order(int file) {
    unsigned char head[4];
    if (!read_whole(file, head, sizeof head)) return false;
    size_t size = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    return has_room(size) && read_whole(file, order.bytes, size);
}

static bool is_for_case(void) {
    size_t length = strlen(HEDDLE_CASE_ORDER) + 1;
    return order.size >= length && memcmp(order.bytes, HEDDLE_CASE_ORDER, length) == 0;
}

// Swift tells of a death, and allocates. Another process does that, so that the next case begins with the memory which the
// one before has begun with.
static heddle_turn tell_death(int file) {
    pid_t teller = heddle_teller_fork();
    is_teller = teller == 0;
    if (teller <= 0) return HEDDLE_TURN_DEATH;
    while (waitpid(teller, NULL, 0) < 0 && errno == EINTR) {}
    heddle_case_tell_end(file);
    return HEDDLE_TURN_NONE;
}

void heddle_end_telling(int file) {
    if (is_teller) heddle_leave_process(0);
    heddle_case_tell_end(file);
}

static heddle_turn run(int file) {
    // Cases then get memory that none has used.
    if (forks++ == 0) heddle_fill_heap();
    if (forks == SOME_CASES) heddle_collapse_memory();
    // Debuggers find the program of a core dump by its mapping, which is then another one.
    if (forks == MANY_CASES && !heddle_case_keeps_cores()) heddle_collapse_program();
    pid_t child = heddle_case_fork();
    if (child < 0) return HEDDLE_TURN_UNFORKED;
    if (child == 0) return HEDDLE_TURN_CASE;
    if (!heddle_case_await(child, file, 0)->is_regular) return tell_death(file);
    heddle_case_tell_end(file);
    return HEDDLE_TURN_NONE;
}

heddle_turn heddle_next_turn(int file) {
    heddle_turn turn = HEDDLE_TURN_NONE;
    while (turn == HEDDLE_TURN_NONE && read_order(file)) turn = is_for_case() ? run(file) : HEDDLE_TURN_MESSAGE;
    return turn;
}

heddle_turn heddle_first_turn(int file, const void *bytes, size_t size) {
    if (!has_room(size)) return HEDDLE_TURN_UNFORKED;
    forks = 0;
    memcpy(order.bytes, bytes, size);
    heddle_turn turn = run(file);
    return turn == HEDDLE_TURN_NONE ? heddle_next_turn(file) : turn;
}

const heddle_order *heddle_latest_order(void) { return &order; }
