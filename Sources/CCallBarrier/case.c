// SPDX-License-Identifier: Apache-2.0
// A process for one case: a fork of a process that has loaded the modules, has one thread and makes no calls itself.
// The case tells what happens through memory that both share. Native code may close what it likes and be killed: what
// was told is there. Its mistaken writes to that memory are found out: each piece carries a number that follows from the
// bytes of the piece and from its place.

#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Powers of two, so that counts may run over.
enum { TOLD_BYTES = 1 << 20, WORDS_BYTES = 16 * 1024 };

// The head of a piece of what is told. Pieces begin at multiples of its size, and each lies in one piece of memory.
typedef struct piece {
    uint32_t size, check;
} piece;

typedef struct case_memory {
    // The number of bytes that the case has told, with their heads, and the number of those that were taken.
    uint64_t told, taken;
    // The last words of a case that ends early. They have a place of their own: the thread that ends the process may
    // have interrupted the one that tells.
    uint32_t words_length;
    char words[WORDS_BYTES];
    // True if loading has started processes in that of the case, and the number of segments of shared memory it has made.
    bool has_loaded_processes;
    int loaded_segments;
    // The number of its forks that have come back from its call.
    int returned_forks;
    // The number that the case has noted for its end; -1 for none.
    int outcome;
    _Alignas(piece) char bytes[TOLD_BYTES];
} case_memory;

static case_memory *memory;
// The number of bytes that this process has taken: native code cannot change it.
static uint64_t taken;
// The process of the case, and the one that it was forked from; 0 in every other process but its own forks.
static pid_t own, origin;
// The process that has started the one that forks cases.
static pid_t host;
// True while this process forks one for a case, until it knows the number of that.
static volatile sig_atomic_t is_forking;
// True in the process of a case.
static bool is_case;
// The time at which the latest case began.
static time_t begun;
// The folder for core dumps; null where none are kept.
static const char *cores;
// The case that runs, in the process that it was forked from; 0 for none.
static volatile sig_atomic_t running;
// True once that case was told that its time is up.
static volatile sig_atomic_t is_late;

static bool has_memory(void) {
    if (memory != NULL) return true;
    if (!heddle_has_page()) return false;
    // A page that nobody may write to stands on each side: a write beyond the end of other memory stops there.
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (sizeof *memory + page - 1) & ~(page - 1);
    char *room = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return false;
    const int kind = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    void *shared = mmap(room + page, size, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (shared == MAP_FAILED) {
        int reason = errno;
        munmap(room, size + 2 * page);
        errno = reason;
        return false;
    }
    memory = shared;
    return true;
}

// ---- the fork -------------------------------------------------------------------------------------------------------

// Swift's Mutex keeps the number of its thread in a variable of the thread, in each module that uses it, and the kernel
// compares that with the real number once two threads meet at a lock. Behind a fork the thread has another number. The
// variables have no names; they are the words of the program's own thread-local memory that hold the old number, and are no
// half of a pointer: 0x7fff stands in addresses and is the number of a process, too.
typedef struct numbers {
    uint32_t old, new;
} numbers;

static bool is_in_pointer(const uint32_t *word) {
    uintptr_t address;
    memcpy(&address, (const void *)((uintptr_t)word & ~(sizeof address - 1)), sizeof address);
    // The end of a piece of memory is an address of it, too.
    return heddle_is_mapped(address) || heddle_is_mapped(address - 1);
}

static int renumber(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    const numbers *numbers = context;
    char *start = object->dlpi_tls_data;
    for (int i = 0; i < object->dlpi_phnum && start != NULL; i++) {
        if (object->dlpi_phdr[i].p_type != PT_TLS) continue;
        for (size_t at = 0; at + sizeof(uint32_t) <= object->dlpi_phdr[i].p_memsz; at += sizeof(uint32_t)) {
            uint32_t *word = (uint32_t *)(start + at);
            if (*word == numbers->old && !is_in_pointer(word)) *word = numbers->new;
        }
    }
    // The program comes first, and libraries need none of it.
    return 1;
}

// Puts the number of this process in the place of that of the process it was forked from.
static void become(pid_t parent) {
    heddle_adopt_fork();
    dl_iterate_phdr(renumber, &(numbers){.old = (uint32_t)parent, .new = (uint32_t)getpid()});
}

// The answer to the end of a child that native code has chosen as it was loaded. It is that of cases: in this process it
// could take the status of a case away from those who wait for it.
static struct sigaction child_action;

static void begin_case(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A signal to its group reaches no other process.
    setpgid(0, 0);
    if (getppid() != parent) heddle_leave_process(1);
    is_case = true;
    own = getpid();
    origin = parent;
    running = 0;
    sigaction(SIGCHLD, &child_action, NULL);
    become(parent);
}

// Cases share the pipes that they print to, so that what one does to them reaches the next one.
static struct {
    int flags, size;
} printed[2];

static void note_pipes(void) {
    for (int i = 0; i < 2; i++) {
        printed[i].flags = fcntl(STDOUT_FILENO + i, F_GETFL);
        printed[i].size = fcntl(STDOUT_FILENO + i, F_GETPIPE_SZ);
    }
}

static void restore_pipes(void) {
    for (int i = 0; i < 2; i++) {
        int file = STDOUT_FILENO + i;
        if (printed[i].flags >= 0 && fcntl(file, F_GETFL) != printed[i].flags) fcntl(file, F_SETFL, printed[i].flags);
        if (printed[i].size > 0 && fcntl(file, F_GETPIPE_SZ) != printed[i].size)
            fcntl(file, F_SETPIPE_SZ, printed[i].size);
    }
}

bool heddle_is_forking_case(void) { return is_forking; }

void heddle_case_note_returned_fork(void) {
    if (memory != NULL) __atomic_add_fetch(&memory->returned_forks, 1, __ATOMIC_RELAXED);
}

// Nothing was told. The numbers do not begin with 0, which native code may write there.
static void clear_memory(void) {
    memory->told = memory->taken = taken = TOLD_BYTES;
    memory->words_length = 0;
    heddle_page_clear(heddle_own_page());
    memory->has_loaded_processes = false;
    memory->loaded_segments = 0;
    memory->returned_forks = 0;
    memory->outcome = -1;
}

pid_t heddle_case_fork(void) {
    if (!has_memory()) return -errno;
    if (host == 0) {
        host = getppid();
        note_pipes();
        sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &child_action);
    }
    clear_memory();
    heddle_own_page()->cases++;
    begun = time(NULL);
    heddle_note_call(NULL);
    pid_t parent = getpid();
    is_late = false;
    is_forking = true;
    pid_t child = fork();
    int reason = errno;
    if (child == 0) begin_case(parent);
    // The case may have run, and sent signals, before fork returns here.
    running = child > 0 ? child : 0;
    is_forking = false;
    return child < 0 ? -reason : child;
}

pid_t heddle_teller_fork(void) {
    pid_t parent = getpid();
    is_forking = true;
    pid_t teller = fork();
    if (teller == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        own = getpid();
        origin = parent;
        running = 0;
        become(parent);
    }
    is_forking = false;
    return teller;
}

bool heddle_case_pass_on(int signal_number) {
    pid_t child = running;
    if (child <= 0 || is_case) return false;
    kill(child, signal_number);
    if (signal_number == SIGXCPU) is_late = heddle_own_page()->death.is_late = true;
    return true;
}

bool heddle_case_says_nothing(void) {
    return is_late && __atomic_load_n(&memory->words_length, __ATOMIC_ACQUIRE) == 0;
}

bool heddle_case_is_from_case(const siginfo_t *info) {
    return (running > 0 || is_forking) && !is_case && info->si_code <= 0 && info->si_pid != host;
}

bool heddle_case_is_from_origin(const siginfo_t *info) { return !is_case || info->si_pid == origin; }

// ---- what the case tells --------------------------------------------------------------------------------------------

bool heddle_is_case(void) { return is_case; }

bool heddle_is_still(pid_t process) {
    pid_t now = getpid();
    return now == process || (process == origin && now == own);
}

// The room of a piece with so many bytes.
static uint64_t room_of(uint64_t size) { return (sizeof(piece) + size + sizeof(piece) - 1) & ~(uint64_t)(sizeof(piece) - 1); }

// A number that follows from the bytes of a piece and from its place.
static uint32_t check_of(const char *bytes, size_t size, uint64_t place) {
    const uint64_t factor = 0x9E3779B97F4A7C15;
    uint64_t sum = (place + 1) * factor ^ size;
    while (size > 0) {
        uint64_t word = 0;
        size_t count = size < sizeof word ? size : sizeof word;
        memcpy(&word, bytes, count);
        sum = (sum ^ word) * factor;
        sum ^= sum >> 29;
        bytes += count;
        size -= count;
    }
    return (uint32_t)(sum >> 32);
}

bool heddle_case_tell(const void *bytes, size_t size) {
    if (!is_case) return false;
    const char *next = bytes;
    while (size > 0) {
        uint64_t told = memory->told, at = told % TOLD_BYTES;
        uint64_t held = told - __atomic_load_n(&memory->taken, __ATOMIC_ACQUIRE);
        uint64_t room = held < TOLD_BYTES ? TOLD_BYTES - held : 0;
        if (room < sizeof(piece)) {
            // The other process looks every few milliseconds.
            usleep(500);
            continue;
        }
        if (room > TOLD_BYTES - at) room = TOLD_BYTES - at;
        size_t count = room - sizeof(piece);
        // A piece has no bytes where there is room for its head alone.
        if (count > size) count = size;
        char *place = memory->bytes + at;
        memcpy(place + sizeof(piece), next, count);
        *(piece *)place = (piece){.size = (uint32_t)count, .check = check_of(next, count, told)};
        __atomic_store_n(&memory->told, told + room_of(count), __ATOMIC_RELEASE);
        next += count;
        size -= count;
    }
    return true;
}

bool heddle_case_say_last(const char *words, size_t size) {
    if (!is_case) return false;
    if (size > WORDS_BYTES) size = WORDS_BYTES;
    memcpy(memory->words, words, size);
    __atomic_store_n(&memory->words_length, (uint32_t)size, __ATOMIC_RELEASE);
    return true;
}

// ---- its death ------------------------------------------------------------------------------------------------------

void heddle_case_note_outcome(int outcome) {
    if (is_case) __atomic_store_n(&memory->outcome, outcome, __ATOMIC_RELAXED);
}

void heddle_case_note_loaded(void) {
    if (!is_case) return;
    memory->has_loaded_processes = heddle_has_children();
    memory->loaded_segments = heddle_count_segments(own, begun);
}

void heddle_case_keep_cores(const char *folder) { cores = folder; }

bool heddle_case_keeps_cores(void) { return cores != NULL; }

// Goes to a folder of its own below that of core dumps, named by its number.
static bool enter_folder(void) {
    char name[16], *digit = name + sizeof name - 1;
    *digit = 0;
    for (pid_t number = own; number > 0; number /= 10) *--digit = (char)('0' + number % 10);
    return chdir(cores) == 0 && mkdir(digit, 0700) == 0 && chdir(digit) == 0;
}

void heddle_case_dump_core(void) {
    if (!is_case || cores == NULL || heddle_own_page()->death.signal_number == 0 || !enter_folder()) return;
    int number = heddle_own_page()->death.signal_number;
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    // Not before: a death that nobody reports would leave its dump in the folder of the case.
    struct rlimit most;
    if (getrlimit(RLIMIT_CORE, &most) == 0) {
        most.rlim_cur = most.rlim_max;
        setrlimit(RLIMIT_CORE, &most);
    }
    prctl(PR_SET_DUMPABLE, 1);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

// ---- what was told, in the process that it was forked from -----------------------------------------------------------

int heddle_case_told(struct iovec *pieces, int most) {
    uint64_t told = __atomic_load_n(&memory->told, __ATOMIC_ACQUIRE), next = taken;
    if (told - next > TOLD_BYTES || memory->taken != next) return -1;
    int count = 0;
    for (; next != told && count < most; count++) {
        uint64_t at = next % TOLD_BYTES, size = TOLD_BYTES - at;
        if (size > told - next) size = told - next;
        const piece head = *(const piece *)(memory->bytes + at);
        if (size < sizeof(piece) || room_of(head.size) > size) return -1;
        char *bytes = memory->bytes + at + sizeof(piece);
        if (check_of(bytes, head.size, next) != head.check) return -1;
        pieces[count] = (struct iovec){.iov_base = bytes, .iov_len = head.size};
        next += room_of(head.size);
    }
    return count;
}

void heddle_case_take(const struct iovec *pieces, int count) {
    for (int i = 0; i < count; i++) taken += room_of(pieces[i].iov_len);
    __atomic_store_n(&memory->taken, taken, __ATOMIC_RELEASE);
}

void heddle_case_say_overwritten(heddle_case_end *end) {
    clear_memory();
    int length = snprintf(
        memory->words, WORDS_BYTES, "native code has overwritten the memory in which Heddle notes what happens in a case\n");
    memory->words_length = (uint32_t)length;
    end->processes = end->segments = end->returned_forks = 0;
    end->outcome = -1;
}

const void *heddle_case_words(size_t *size) {
    *size = __atomic_load_n(&memory->words_length, __ATOMIC_ACQUIRE);
    if (*size > WORDS_BYTES) *size = WORDS_BYTES;
    return memory->words;
}

// ---- its end --------------------------------------------------------------------------------------------------------

bool heddle_case_has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | WNOHANG) != 0 ? errno != EINTR : info.si_pid != 0;
}

void heddle_case_end_stopped(pid_t child) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOWAIT | WNOHANG) != 0) return;
    if (info.si_pid != child) return;
    // By PTRACE_TRACEME the case has made this process its debugger, which sees each of its signals first.
    if (info.si_code == CLD_TRAPPED) return heddle_end_tracing(child, info.si_status);
    // The stops for any other debugger are not told here.
    if (info.si_code != CLD_STOPPED) return;
    heddle_own_page()->death.process = child;
    heddle_own_page()->death.signal_number = info.si_status;
    const char *call = heddle_shown_call();
    int length = snprintf(
        memory->words, WORDS_BYTES, "native code stopped its process with %s%s%s\n",
        heddle_signal_name(info.si_status), call != NULL ? " in " : "", call != NULL ? call : "");
    if (length >= WORDS_BYTES) length = WORDS_BYTES - 1;
    memory->words_length = (uint32_t)length;
    kill(child, SIGKILL);
}

bool heddle_case_has_outcome(void) { return __atomic_load_n(&memory->outcome, __ATOMIC_RELAXED) >= 0; }

bool heddle_case_is_abandoned(void) { return getppid() != host; }

void heddle_case_end_like(int status) {
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        sigset_t only;
        sigemptyset(&only);
        sigaddset(&only, number);
        signal(number, SIG_DFL);
        sigprocmask(SIG_UNBLOCK, &only, NULL);
        raise(number);
    }
    for (;;) heddle_leave_process(WEXITSTATUS(status));
}

void heddle_case_bury(pid_t child, heddle_case_end *end) {
    siginfo_t info;
    // It stays a zombie until no signal is passed on to its number any more.
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
    running = 0;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    int processes = heddle_end_left(child);
    int segments = heddle_count_segments(child, begun) - memory->loaded_segments;
    *end = (heddle_case_end){
        .number = child,
        .status = status,
        .processes = memory->has_loaded_processes ? 0 : processes,
        .segments = segments > 0 ? segments : 0,
        .returned_forks = __atomic_load_n(&memory->returned_forks, __ATOMIC_RELAXED),
        .outcome = __atomic_load_n(&memory->outcome, __ATOMIC_RELAXED),
    };
    restore_pipes();
}
