// SPDX-License-Identifier: Apache-2.0
//
// libedit is loaded when it is needed, and by its handle alone: were the program linked with it, its names, which are
// those of the readline library too, would stand in front of those of every library that a user loads.

#define _GNU_SOURCE
#include "line_editor.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

typedef char *entry_function(const char *word, int state);

// The part of <editline/readline.h> that is used.
static struct {
    int (*rl_initialize)(void);
    char *(*readline)(const char *prompt);
    char **(*rl_completion_matches)(const char *word, entry_function *entry);
    int (*add_history)(const char *line);
    void (*stifle_history)(int limit);
    const char **rl_readline_name;
    const char **rl_basic_word_break_characters;
    char **(**rl_attempted_completion_function)(const char *word, int start, int end);
    int *rl_attempted_completion_over;
    int *rl_completion_append_character;
    char **rl_line_buffer;
    int *rl_point;
} edit;

static heddle_candidate_function *candidate;
static locale_t utf8;
static char *latest;
static struct termios terminal;
static bool has_terminal;
static volatile sig_atomic_t was_interrupted;

static bool load(void) {
    void *library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
    const struct {
        const char *name;
        void *place;
    } symbols[] = {
#define SYMBOL(name) {#name, &edit.name}
        SYMBOL(rl_initialize), SYMBOL(readline), SYMBOL(rl_completion_matches), SYMBOL(add_history),
        SYMBOL(stifle_history), SYMBOL(rl_readline_name), SYMBOL(rl_basic_word_break_characters),
        SYMBOL(rl_attempted_completion_function), SYMBOL(rl_attempted_completion_over),
        SYMBOL(rl_completion_append_character), SYMBOL(rl_line_buffer), SYMBOL(rl_point),
#undef SYMBOL
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(library, symbols[i].name);
        if (symbol == NULL) return false;
        memcpy(symbols[i].place, &symbol, sizeof symbol);
    }
    return true;
}

// libedit asks for one candidate after another.
static char *next_candidate(const char *word, int state) {
    static int number;
    number = state == 0 ? 0 : number + 1;
    char *line = strndup(*edit.rl_line_buffer, *edit.rl_point < 0 ? 0 : (size_t)*edit.rl_point);
    if (line == NULL) return NULL;
    char *found = candidate(line, word, number);
    free(line);
    return found;
}

static char **complete(const char *word, int start, int end) {
    (void)start;
    (void)end;
    // No names of files where there is no candidate.
    *edit.rl_attempted_completion_over = 1;
    return edit.rl_completion_matches(word, next_candidate);
}

bool heddle_line_editor_prepare(
    const char *name, const char *breaks, int history, heddle_candidate_function *function) {
    if (!load()) return false;
    candidate = function;
    heddle_terminal_note();
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t former = utf8 ? uselocale(utf8) : (locale_t)0;
    *edit.rl_readline_name = name;
    edit.rl_initialize();
    edit.stifle_history(history);
    *edit.rl_basic_word_break_characters = breaks;
    *edit.rl_attempted_completion_function = complete;
    *edit.rl_completion_append_character = '\0';
    if (utf8) uselocale(former);
    return true;
}

static void note_interrupt(int number) {
    (void)number;
    was_interrupted = 1;
}

void heddle_terminal_note(void) { has_terminal = tcgetattr(STDIN_FILENO, &terminal) == 0; }

void heddle_terminal_restore(void) {
    if (has_terminal) tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal);
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK) != 0) fcntl(STDIN_FILENO, F_SETFL, flags & ~O_NONBLOCK);
}

char *heddle_line_editor_read(const char *prompt, bool *is_interrupted) {
    // Without SA_RESTART, so that the read ends.
    struct sigaction action = {.sa_handler = note_interrupt}, former;
    was_interrupted = 0;
    heddle_terminal_restore();
    sigaction(SIGINT, &action, &former);
    locale_t locale = utf8 ? uselocale(utf8) : (locale_t)0;
    char *line = edit.readline(prompt);
    if (utf8) uselocale(locale);
    sigaction(SIGINT, &former, NULL);
    *is_interrupted = was_interrupted != 0;
    if (line != NULL && was_interrupted) {
        free(line);
        return NULL;
    }
    return line;
}

void heddle_line_editor_remember(const char *line) {
    if (latest != NULL && strcmp(latest, line) == 0) return;
    free(latest);
    latest = strdup(line);
    edit.add_history(line);
}
