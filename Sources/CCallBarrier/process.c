// SPDX-License-Identifier: Apache-2.0
// Processes of this program that are started by it: what Swift cannot say of them.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int set_up(posix_spawn_file_actions_t *actions, const int files[HEDDLE_STARTED_FILES]) {
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (int i = 0; i < HEDDLE_STARTED_FILES && error == 0; i++) error = posix_spawn_file_actions_adddup2(actions, files[i], i + 1);
    return error;
}

// In a process group of its own: what native code sends to its whole group does not reach this process.
static int spawn(pid_t *child, const posix_spawn_file_actions_t *actions, char *const *arguments) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (error == 0) error = posix_spawn(child, "/proc/self/exe", actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

pid_t heddle_start_self(char *const *arguments, const int files[HEDDLE_STARTED_FILES]) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return -error;
    pid_t child = 0;
    error = set_up(&actions, files);
    if (error == 0) error = spawn(&child, &actions, arguments);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? child : -error;
}

int heddle_run_program(const char *path, char *const *arguments) {
    sigset_t keys;
    sigemptyset(&keys);
    sigaddset(&keys, SIGINT);
    sigaddset(&keys, SIGQUIT);
    struct sigaction ignored = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
    posix_spawnattr_t attributes;
    pid_t child = 0;
    int status = 0, error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        sigaddset(&keys, SIGPIPE);
        error = posix_spawnattr_setsigdefault(&attributes, &keys);
        if (error == 0) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        if (error == 0) error = posix_spawn(&child, path, NULL, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    while (error == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return -error;
}

int heddle_process_descriptor(pid_t child) {
    int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

static int changes = -1;

static void note_change(int signal_number) {
    (void)signal_number;
    int error = errno;
    uint64_t one = 1;
    // A count that is full can be read already.
    if (write(changes, &one, sizeof one) < 0) {}
    errno = error;
}

int heddle_watch_children(void) {
    struct sigaction old;
    // Whoever else wants the signal has it.
    if (sigaction(SIGCHLD, NULL, &old) != 0 || (old.sa_flags & SA_SIGINFO) != 0 || old.sa_handler != SIG_DFL) return -EBUSY;
    changes = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (changes < 0) return -errno;
    struct sigaction action = {.sa_handler = note_change, .sa_flags = SA_RESTART};
    return sigaction(SIGCHLD, &action, NULL) == 0 ? changes : -errno;
}

void heddle_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void heddle_open_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
        // Each gets the lowest free number, which is its own. Where there is no /dev/null the number is taken all the same.
        // Writing to standard output then fails, since somebody waits for what stands there; standard error may be closed
        // by those who do not want to hear of anything.
        if (open("/dev/null", file == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0) open("/", O_PATH);
    }
}

int heddle_processors(void) {
    // As many as the kernel may have, which says by EINVAL that there is not enough room.
    for (int most = CPU_SETSIZE; most <= 1 << 20; most *= 2) {
        cpu_set_t *set = CPU_ALLOC(most);
        if (set == NULL) return 1;
        size_t size = CPU_ALLOC_SIZE(most);
        bool is_known = sched_getaffinity(0, size, set) == 0;
        int count = is_known ? CPU_COUNT_S(size, set) : 1;
        CPU_FREE(set);
        if (is_known || errno != EINVAL) return count;
    }
    return 1;
}

int heddle_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
