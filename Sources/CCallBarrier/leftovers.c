// SPDX-License-Identifier: Apache-2.0
// The state of the process that native code can change and leave so, and the processes that it leaves.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WATCHED_FILES = 1024, SIGNALS = 65, LIMITS = 16 };

typedef struct place {
    dev_t device;
    ino_t number;
} place;

struct heddle_process_state {
    // The descriptors that are open, and those that are no module's business.
    bool is_open[WATCHED_FILES], is_own[WATCHED_FILES];
    // The signals that the calling thread blocks, and the addresses of the functions that handle them.
    bool is_blocked[SIGNALS];
    uintptr_t handlers[SIGNALS];
    struct rlimit limits[LIMITS];
    // The working directory, and the one where absolute paths begin; 0 where they cannot be told.
    place folder, root;
    // The user and the group: the real ones, those that count, and those that are kept.
    uid_t users[3];
    gid_t groups[3];
    mode_t mask;
    // The floating-point mode of native code on the calling thread.
    uint64_t floats;
    char locale[512];
};

int heddle_thread_count(void) {
    // The C library knows it where no thread was ever made, which costs nothing to ask.
    if (__libc_single_threaded) return 1;
    struct stat tasks;
    return stat("/proc/self/task", &tasks) == 0 ? (int)tasks.st_nlink - 2 : -1;
}

// One question for all of them; those that are closed are told as invalid.
static void note_descriptors(heddle_process_state *state) {
    struct pollfd files[WATCHED_FILES];
    for (int file = 0; file < WATCHED_FILES; file++) files[file] = (struct pollfd){.fd = file};
    struct rlimit most;
    nfds_t count = WATCHED_FILES;
    if (getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur < count) count = most.rlim_cur;
    bool is_known = poll(files, count, 0) >= 0;
    for (nfds_t file = 0; file < WATCHED_FILES; file++)
        state->is_open[file] = is_known && file < count ? (files[file].revents & POLLNVAL) == 0 : fcntl((int)file, F_GETFD) >= 0;
}

static void note_signals(heddle_process_state *state) {
    sigset_t blocked;
    sigemptyset(&blocked);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    for (int number = 1; number < SIGNALS; number++) {
        state->is_blocked[number] = sigismember(&blocked, number) == 1;
        state->handlers[number] = heddle_signal_handler(number);
    }
}

static place place_of(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (place){status.st_dev, status.st_ino} : (place){0};
}

static bool is_other(place one, place other) { return one.device != other.device || one.number != other.number; }

heddle_process_state *heddle_note_state(void) {
    heddle_process_state *state = calloc(1, sizeof *state);
    if (state == NULL) abort();
    note_descriptors(state);
    note_signals(state);
    state->folder = place_of(".");
    state->root = place_of("/");
    getresuid(&state->users[0], &state->users[1], &state->users[2]);
    getresgid(&state->groups[0], &state->groups[1], &state->groups[2]);
    state->mask = umask(0);
    umask(state->mask);
    state->floats = heddle_native_float_mode();
    for (int limit = 0; limit < LIMITS; limit++) getrlimit((__rlimit_resource_t)limit, &state->limits[limit]);
    const char *locale = setlocale(LC_ALL, NULL);
    if (locale != NULL) strncpy(state->locale, locale, sizeof state->locale - 1);
    return state;
}

void heddle_state_without(heddle_process_state *state, int file) {
    if (file >= 0 && file < WATCHED_FILES) state->is_open[file] = false;
}

void heddle_note_own_files(heddle_process_state *state, const heddle_process_state *begun, const heddle_process_state *loaded) {
    for (int file = STDERR_FILENO + 1; file < WATCHED_FILES; file++)
        state->is_own[file] = state->is_open[file] && (begun->is_open[file] || !loaded->is_open[file]);
}

void heddle_free_state(heddle_process_state *state) { free(state); }

typedef struct changes {
    heddle_change *into;
    size_t count, capacity;
} changes;

static void add(changes *changes, bool is_changed, heddle_change_kind kind, int number) {
    if (is_changed && changes->count < changes->capacity) changes->into[changes->count++] = (heddle_change){kind, number};
}

size_t heddle_changes(const heddle_process_state *before, const heddle_process_state *now, heddle_change *into,
                      size_t capacity) {
    changes found = {.into = into, .capacity = capacity};
    for (int file = 0; file < WATCHED_FILES; file++)
        add(&found, !before->is_open[file] && now->is_open[file], HEDDLE_FILE_OPENED, file);
    for (int file = 0; file < WATCHED_FILES; file++)
        add(&found, before->is_open[file] && !before->is_own[file] && !now->is_open[file], HEDDLE_FILE_CLOSED, file);
    for (int number = 1; number < SIGNALS; number++)
        add(&found, before->handlers[number] != now->handlers[number], HEDDLE_SIGNAL_HANDLED, number);
    for (int number = 1; number < SIGNALS; number++)
        add(&found, !before->is_blocked[number] && now->is_blocked[number], HEDDLE_SIGNAL_BLOCKED, number);
    for (int number = 1; number < SIGNALS; number++)
        add(&found, before->is_blocked[number] && !now->is_blocked[number], HEDDLE_SIGNAL_UNBLOCKED, number);
    for (int limit = 0; limit < LIMITS; limit++)
        add(&found, memcmp(&before->limits[limit], &now->limits[limit], sizeof(struct rlimit)) != 0, HEDDLE_LIMIT_CHANGED, limit);
    add(&found, is_other(before->folder, now->folder), HEDDLE_FOLDER_CHANGED, 0);
    add(&found, before->mask != now->mask, HEDDLE_MASK_CHANGED, 0);
    bool is_user = memcmp(before->users, now->users, sizeof now->users) == 0;
    bool is_group = memcmp(before->groups, now->groups, sizeof now->groups) == 0;
    add(&found, !is_user || !is_group, HEDDLE_USER_CHANGED, 0);
    add(&found, is_other(before->root, now->root), HEDDLE_ROOT_CHANGED, 0);
    add(&found, before->floats != now->floats, HEDDLE_FLOATS_CHANGED, 0);
    add(&found, strcmp(before->locale, now->locale) != 0, HEDDLE_LOCALE_CHANGED, 0);
    return found.count;
}

bool heddle_shares_memory(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return false;
    char *line = NULL;
    size_t capacity = 0;
    bool is_found = false;
    while (!is_found && getline(&line, &capacity, maps) > 0) {
        const char *rights = strchr(line, ' ');
        // The page that the host sees is no module's.
        is_found = rights != NULL && rights[2] == 'w' && rights[4] == 's' && strstr(line, "/memfd:heddle ") == NULL;
    }
    free(line);
    fclose(maps);
    return is_found;
}

int heddle_count_segments(pid_t creator, time_t since) {
    struct shm_info all = {0};
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)&all), count = 0;
    for (int i = 0; all.used_ids > 0 && i <= last; i++) {
        struct shmid_ds segment;
        // Those that nobody but others may read are none of ours.
        if (shmctl(i, SHM_STAT, &segment) < 0) continue;
        // Another process may have had the same number before. Those that are marked go with the last process that has them.
        bool is_own = segment.shm_cpid == creator && segment.shm_ctime >= since;
        if (is_own && (segment.shm_perm.mode & SHM_DEST) == 0) count++;
    }
    return count;
}

// ---- processes ------------------------------------------------------------------------------------------------------

void heddle_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

bool heddle_has_children(void) {
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void heddle_let_go_on(pid_t child) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOHANG) != 0 || info.si_pid != child) return;
    if (info.si_code == CLD_TRAPPED) {
        heddle_end_tracing(child, info.si_status);
    } else {
        kill(child, SIGCONT);
    }
}

void heddle_end_tracing(pid_t child, int number) {
    // Only the thread that has begun the process can let it go on; any other one can end it.
    if (ptrace(PTRACE_DETACH, child, NULL, (void *)(intptr_t)number) != 0 && errno == ESRCH) kill(child, SIGKILL);
}

static bool is_among(pid_t child, const pid_t *known, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (known[i] == child) return true;
    return false;
}

static bool is_zombie(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// Ends those that there are now. Returns how many were found; adds those that still ran.
static int end_children(const pid_t *known, size_t count, pid_t group, int *running) {
    FILE *list = fopen("/proc/thread-self/children", "re");
    if (list == NULL) return 0;
    pid_t children[1024];
    int child = 0, found = 0;
    while (found < 1024 && fscanf(list, "%d", &child) == 1)
        if (!is_among(child, known, count)) {
            if (!is_zombie(child)) ++*running;
            children[found++] = child;
        }
    fclose(list);
    // All of a group at once: they may make others meanwhile. While one is in it, its number is no other's.
    bool has_group = false;
    for (int i = 0; i < found && group > 0; i++) has_group = has_group || getpgid(children[i]) == group;
    if (has_group) kill(-group, SIGKILL);
    for (int i = 0; i < found; i++) {
        kill(children[i], SIGKILL);
        while (waitpid(children[i], NULL, 0) < 0 && errno == EINTR) {}
    }
    return found;
}

static int end_all(const pid_t *known, size_t count, pid_t group) {
    int running = 0;
    // Those that are ended may have made others, which then come here.
    for (int round = 0; round < 1000 && end_children(known, count, group, &running) > 0; round++) {}
    return running;
}

int heddle_end_orphans(const pid_t *known, size_t count) { return end_all(known, count, 0); }

int heddle_end_left(pid_t group) { return heddle_has_children() ? end_all(NULL, 0, group) : 0; }
