// SPDX-License-Identifier: Apache-2.0
// Nothing to call: a program that is linked with this target has its own exit, quick_exit, _exit, _Exit, longjmp,
// siglongjmp, pthread_create, sigaction, signal, sigset, sigaltstack, sigprocmask and pthread_sigmask, and those of their
// further names, which modules find before those of libc.
#ifndef CINTERPOSED_H
#define CINTERPOSED_H

#endif
