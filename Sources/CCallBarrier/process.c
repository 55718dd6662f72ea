// SPDX-License-Identifier: Apache-2.0
// Processes of this program that are started by it: what Swift cannot say of them.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int set_up(posix_spawn_file_actions_t *actions, const int files[3]) {
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (int i = 0; i < 3 && error == 0; i++) error = posix_spawn_file_actions_adddup2(actions, files[i], i + 1);
    return error;
}

pid_t heddle_start_self(char *const *arguments, const int files[3]) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return -error;
    pid_t child = 0;
    error = set_up(&actions, files);
    if (error == 0) error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? child : -error;
}

int heddle_process_descriptor(pid_t child) {
    int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

void heddle_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

int heddle_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
