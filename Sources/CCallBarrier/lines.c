// SPDX-License-Identifier: Apache-2.0
// The functions and lines at addresses of code, by libdw of elfutils where the machine has it. A process of its own reads
// the debug information: it may be broken, and this one stays as it was.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The part of <elfutils/libdwfl.h> that is used. It keeps its interface.
typedef struct Dwfl Dwfl;
typedef struct Dwfl_Module Dwfl_Module;
typedef struct Dwfl_Line Dwfl_Line;
typedef struct Dwfl_Callbacks {
    void *find_elf, *find_debuginfo, *section_address;
    char **debuginfo_path;
} Dwfl_Callbacks;

typedef struct reader {
    Dwfl *(*begin)(const Dwfl_Callbacks *);
    void (*report_begin)(Dwfl *);
    Dwfl_Module *(*report_offline)(Dwfl *, const char *name, const char *file, int descriptor);
    int (*report_end)(Dwfl *, void *removed, void *argument);
    void *(*module_getelf)(Dwfl_Module *, uint64_t *bias);
    const char *(*module_addrname)(Dwfl_Module *, uint64_t address);
    Dwfl_Line *(*module_getsrc)(Dwfl_Module *, uint64_t address);
    const char *(*lineinfo)(Dwfl_Line *, uint64_t *address, int *line, int *column, uint64_t *time, uint64_t *length);
    Dwfl_Callbacks callbacks;
} reader;

static bool open_reader(reader *reader) {
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
    *(void **)&reader->begin = dlsym(library, "dwfl_begin");
    *(void **)&reader->report_begin = dlsym(library, "dwfl_report_begin");
    *(void **)&reader->report_offline = dlsym(library, "dwfl_report_offline");
    *(void **)&reader->report_end = dlsym(library, "dwfl_report_end");
    *(void **)&reader->module_getelf = dlsym(library, "dwfl_module_getelf");
    *(void **)&reader->module_addrname = dlsym(library, "dwfl_module_addrname");
    *(void **)&reader->module_getsrc = dlsym(library, "dwfl_module_getsrc");
    *(void **)&reader->lineinfo = dlsym(library, "dwfl_lineinfo");
    reader->callbacks = (Dwfl_Callbacks){
        .find_debuginfo = dlsym(library, "dwfl_standard_find_debuginfo"),
        .section_address = dlsym(library, "dwfl_offline_section_address"),
    };
    return reader->begin != NULL && reader->report_begin != NULL && reader->report_offline != NULL &&
           reader->report_end != NULL && reader->module_getelf != NULL && reader->module_addrname != NULL &&
           reader->module_getsrc != NULL && reader->lineinfo != NULL && reader->callbacks.find_debuginfo != NULL &&
           reader->callbacks.section_address != NULL;
}

// Writes a line: the function, a tab, the source with its line.
static void write_line(const reader *reader, heddle_code_place place, FILE *into) {
    const char *function = NULL, *source = NULL;
    int number = 0;
    Dwfl *session = place.file != NULL ? reader->begin(&reader->callbacks) : NULL;
    if (session != NULL) {
        reader->report_begin(session);
        Dwfl_Module *module = reader->report_offline(session, "", place.file, -1);
        reader->report_end(session, NULL, NULL);
        uint64_t bias = 0;
        if (module != NULL && reader->module_getelf(module, &bias) != NULL) {
            function = reader->module_addrname(module, place.address + bias);
            Dwfl_Line *line = reader->module_getsrc(module, place.address + bias);
            if (line != NULL) source = reader->lineinfo(line, NULL, &number, NULL, NULL, NULL);
        }
    }
    fprintf(into, "%s\t", function != NULL ? function : "");
    if (source != NULL) fprintf(into, "%s:%d", source, number);
    fputc('\n', into);
}

static void read_lines(const heddle_code_place *places, size_t count, int file) {
    reader reader;
    FILE *into = fdopen(file, "w");
    // No server is asked for debug information.
    unsetenv("DEBUGINFOD_URLS");
    alarm(10);
    signal(SIGALRM, SIG_DFL);
    if (into != NULL && open_reader(&reader))
        for (size_t i = 0; i < count; i++) write_line(&reader, places[i], into);
    if (into != NULL) fclose(into);
}

size_t heddle_find_lines(const heddle_code_place *places, size_t count, char *into, size_t capacity) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        read_lines(places, count, ends[1]);
        kill(getpid(), SIGKILL);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t more = 1;
    while (child > 0 && length < capacity && (more = read(ends[0], into + length, capacity - length)) != 0) {
        if (more > 0) length += (size_t)more;
        if (more < 0 && errno != EINTR) break;
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    return length;
}
