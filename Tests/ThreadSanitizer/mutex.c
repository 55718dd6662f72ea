/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells the thread sanitizer of the Mutex of Swift's Synchronization module. scripts/threads loads it before the tests.
 *
 * A Mutex that is free is taken by an atomic operation in the code of the program, which the sanitizer sees. One that
 * is held is taken and given by the kernel (FUTEX_LOCK_PI), called from the library, which is not instrumented: what
 * stands in its critical sections then seems to race. These functions stand in front of the library's own two, and
 * name the hand-over.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

/* _MutexHandle._lockSlow(_: UInt32), _MutexHandle._unlockSlow() */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef void lock_function(uint32_t thread, __attribute__((swift_context)) void *mutex) __attribute__((swiftcall));
typedef void unlock_function(__attribute__((swift_context)) void *mutex) __attribute__((swiftcall));

lock_function lock_slow __asm__(LOCK_SLOW);
unlock_function unlock_slow __asm__(UNLOCK_SLOW);

static lock_function *library_lock;
static unlock_function *library_unlock;

__attribute__((constructor)) static void find_library(void)
{
    library_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex)
{
    library_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex)
{
    if (__tsan_release) __tsan_release(mutex);
    library_unlock(mutex);
}
