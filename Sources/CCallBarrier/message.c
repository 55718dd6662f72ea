// SPDX-License-Identifier: Apache-2.0
// Messages out of signal handlers: to standard error, past all buffers, or to the host of a worker.

#define _GNU_SOURCE
#include "report.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// The escape sequence that erases the progress line before a message; null for none.
static const char *_Atomic eraser;
// The descriptor that leads to the host of a worker; negative in every other process.
static int host = -1;
// The message of the thread that ends the process. One write hands it over, so that nothing gets between its words.
static char message[4096];
static size_t length;

void heddle_set_eraser(const char *text) { atomic_store(&eraser, text); }

// The file that messages go to: standard error, or the file that this was before output is taken.
static _Atomic int errors = STDERR_FILENO;

void heddle_redirect_messages(int file) { atomic_store(&errors, file); }

static bool put(const char *text, size_t size) { return write(atomic_load(&errors), text, size) >= 0; }

static bool erase(void) {
    const char *erasing = atomic_exchange(&eraser, NULL);
    return erasing == NULL || put(erasing, strlen(erasing));
}

bool heddle_say(const char *text) { return erase() && (text == NULL || put(text, strlen(text))); }

void heddle_set_host(int descriptor) { host = descriptor; }
bool heddle_has_host(void) { return host >= 0; }

void heddle_add(const char *text) {
    while (*text != '\0' && length < sizeof message - 1) message[length++] = *text++;
}

void heddle_send_message(void) {
    if (heddle_case_say_last(message, length)) return;
    if (host < 0) erase();
    if (write(host >= 0 ? host : STDERR_FILENO, message, length) < 0) { /* nobody is there to be told */ }
    length = 0;
}
