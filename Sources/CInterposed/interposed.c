// SPDX-License-Identifier: Apache-2.0
// Functions of libc that the command puts its own in front of. Modules find these first: the dynamic linker asks the
// program before it asks libraries. A program that only embeds Heddle has none of them.

#define _GNU_SOURCE
#include "CInterposed.h"

#include "CCallBarrier.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// Sanitizers put their own functions in front of the same ones.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#ifndef IS_SANITIZED

// The function of this name that would be found without these.
static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) abort();
    return function;
}

static void (*next_exit)(int), (*next_quick_exit)(int);
static int (*next_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// Ahead of time: a signal handler may ask for them. Constructors of libraries may come before this one.
__attribute__((constructor)) static void look_up(void) {
    if (next_exit != NULL) return;
    next_quick_exit = (void (*)(int))next("quick_exit");
    next_pthread_create =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next("pthread_create");
    next_exit = (void (*)(int))next("exit");
    heddle_interpose((void *)next_exit, (void *)exit);
    heddle_interpose((void *)next_quick_exit, (void *)quick_exit);
    heddle_interpose((void *)next_pthread_create, (void *)pthread_create);
    heddle_interpose(next("_exit"), (void *)_exit);
    if (next("_Exit") != next("_exit")) heddle_interpose(next("_Exit"), (void *)_Exit);
}

// ---- the end of the process: refused before the host has ended it ---------------------------------------------------

void exit(int status) {
    heddle_refuse_end("it called exit", status, true);
    look_up();
    next_exit(status);
    __builtin_unreachable();
}

void quick_exit(int status) {
    heddle_refuse_end("it called quick_exit", status, false);
    look_up();
    next_quick_exit(status);
    __builtin_unreachable();
}

void _exit(int status) {
    heddle_refuse_end("it called _exit", status, false);
    for (;;) syscall(SYS_exit_group, status);
}

void _Exit(int status) {
    heddle_refuse_end("it called _Exit", status, false);
    for (;;) syscall(SYS_exit_group, status);
}

// ---- jumps: calls of native code that they leave end in order -------------------------------------------------------

typedef void (*jump)(void *, int);
static jump next_longjmp, next_siglongjmp, next_checked;

__attribute__((constructor)) static void look_up_jumps(void) {
    next_longjmp = (jump)next("_longjmp");
    next_siglongjmp = (jump)next("siglongjmp");
    next_checked = (jump)next("__longjmp_chk");
}

_Noreturn static void jump_by(jump *function, void *buffer, int value) {
    if (*function == NULL) look_up_jumps();
    heddle_stop_jump(buffer, value, *function);
    (*function)(buffer, value);
    __builtin_unreachable();
}

void longjmp(jmp_buf buffer, int value) { jump_by(&next_siglongjmp, buffer, value); }
void _longjmp(jmp_buf buffer, int value) { jump_by(&next_longjmp, buffer, value); }
void siglongjmp(sigjmp_buf buffer, int value) { jump_by(&next_siglongjmp, buffer, value); }

// The name of longjmp in code that is compiled with _FORTIFY_SOURCE.
_Noreturn void __longjmp_chk(jmp_buf buffer, int value);
void __longjmp_chk(jmp_buf buffer, int value) { jump_by(&next_checked, buffer, value); }

// ---- threads: each gets a stack for signal handlers -----------------------------------------------------------------

typedef struct start {
    void *(*function)(void *);
    void *argument;
} start;

static void *run(void *memory) {
    start start = *(struct start *)memory;
    free(memory);
    heddle_give_signal_stack();
    return start.function(start.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
    look_up();
    start *memory = malloc(sizeof *memory);
    if (memory == NULL) return next_pthread_create(thread, attributes, function, argument);
    *memory = (start){function, argument};
    int status = next_pthread_create(thread, attributes, run, memory);
    if (status != 0) free(memory);
    return status;
}

// ---- handlers of faults: the host reads memory that may not be there only where its own are in force ----------------

typedef void (*handler)(int);
typedef handler (*set_handler)(int, handler);
typedef int (*set_mask)(int, const sigset_t *, sigset_t *);
static int (*next_sigaction)(int, const struct sigaction *, struct sigaction *);
static int (*next_sigaltstack)(const stack_t *, stack_t *);
static set_mask next_sigprocmask, next_pthread_sigmask;
static set_handler next_signal, next_sysv, next_inner_sysv, next_bsd, next_sigset;

// Another name of signal, which some versions of libc may lack.
static set_handler named(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    return found != NULL ? (set_handler)found : next_signal;
}

__attribute__((constructor)) static void look_up_handlers(void) {
    if (next_sigaction != NULL) return;
    next_signal = (set_handler)next("signal");
    next_sysv = named("sysv_signal");
    next_inner_sysv = named("__sysv_signal");
    next_bsd = named("bsd_signal");
    next_sigset = named("sigset");
    next_sigaltstack = (int (*)(const stack_t *, stack_t *))next("sigaltstack");
    next_sigprocmask = (set_mask)next("sigprocmask");
    next_pthread_sigmask = (set_mask)next("pthread_sigmask");
    next_sigaction = (int (*)(int, const struct sigaction *, struct sigaction *))next("sigaction");
    heddle_interpose((void *)next_sigaction, (void *)sigaction);
    heddle_interpose((void *)next_signal, (void *)signal);
    heddle_interpose((void *)next_sigaltstack, (void *)sigaltstack);
    heddle_interpose((void *)next_sigprocmask, (void *)sigprocmask);
    heddle_interpose((void *)next_pthread_sigmask, (void *)pthread_sigmask);
}

static void note_handler(int number) {
    if (number == SIGSEGV || number == SIGBUS) heddle_note_fault_handlers();
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    look_up_handlers();
    int status = next_sigaction(number, action, before);
    if (action != NULL) note_handler(number);
    return status;
}

static handler set_by(set_handler *function, int number, handler to) {
    look_up_handlers();
    handler before = (*function)(number, to);
    note_handler(number);
    return before;
}

handler signal(int number, handler to) { return set_by(&next_signal, number, to); }

// The names of signal in code that is compiled for a standard, and older ones.
handler __sysv_signal(int number, handler to) { return set_by(&next_inner_sysv, number, to); }
handler sysv_signal(int number, handler to) { return set_by(&next_sysv, number, to); }
handler bsd_signal(int number, handler to);
handler bsd_signal(int number, handler to) { return set_by(&next_bsd, number, to); }
handler sigset(int number, handler to) { return set_by(&next_sigset, number, to); }

int sigaltstack(const stack_t *stack, stack_t *before) {
    look_up_handlers();
    int status = next_sigaltstack(stack, before);
    if (stack != NULL) heddle_note_fault_thread();
    return status;
}

static int set_mask_by(set_mask *function, int how, const sigset_t *set, sigset_t *before) {
    look_up_handlers();
    int status = (*function)(how, set, before);
    if (set != NULL) heddle_note_fault_thread();
    return status;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    return set_mask_by(&next_sigprocmask, how, set, before);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    return set_mask_by(&next_pthread_sigmask, how, set, before);
}

#endif
