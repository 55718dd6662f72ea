// SPDX-License-Identifier: Apache-2.0
// Runs whole processes, with nothing between them and the clock.

#include "CMeasure.h"

#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char **command_line;

// The C library hands a constructor what it hands main.
__attribute__((constructor)) static void keep_command_line(int count, char **arguments) {
    (void)count;
    command_line = arguments;
}

static pid_t spawn_discarding_output(char **command) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    if (posix_spawnp(&process, command[0], &actions, NULL, command, environ) != 0) process = -1;
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

int measure_run_command(int first) {
    enum { MOST = 64 };
    char *command[MOST + 1];
    int count = 0;
    for (char **word = command_line + first; *word != NULL && strcmp(*word, "--") != 0 && count < MOST; word++)
        command[count++] = *word;
    if (count == 0) return -1;
    command[count] = NULL;
    pid_t process = spawn_discarding_output(command);
    int status = 0;
    if (process < 0 || waitpid(process, &status, 0) != process || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}
