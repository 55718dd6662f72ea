/* SPDX-License-Identifier: Apache-2.0 */
/* A host of the contract that it is compiled with: its table has the functions of that time, and behind the table is
 * memory that nobody may read. */
#define _GNU_SOURCE
#include <heddle/module.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static heddle_host *table;

static const void *service(const char *name) {
#if HEDDLE_CONTRACT >= 5
    static const heddle_identity identity = {.size = sizeof identity, .contract = 7};
    if (strcmp(name, "heddle.identity") == 0) return &identity;
#endif
    return strcmp(name, "heddle.host") == 0 ? table : NULL;
}

#if HEDDLE_CONTRACT >= 2
static const char *module_path(void) { return "/here"; }
#endif
#if HEDDLE_CONTRACT >= 3
static bool call_bare(heddle_action *action, void *const *arguments, void *result) {
    (void)action, (void)arguments, (void)result;
    return false;
}
#endif

int main(int count, char **arguments) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (count != 2 || pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) return 2;
    table = (heddle_host *)(void *)(pages + page - sizeof *table);
    *table = (heddle_host){.size = sizeof *table};
#if HEDDLE_CONTRACT >= 2
    table->module_path = module_path;
#endif
#if HEDDLE_CONTRACT >= 3
    table->call_bare = call_bare;
#endif
#if HEDDLE_CONTRACT >= 5
    table->service = service;
#endif
    void *module = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) return 3;
    void (*attach)(heddle_services);
    int32_t (*reach)(void);
    void *address = dlsym(module, "heddle_attach");
    memcpy(&attach, &address, sizeof address);
    address = dlsym(module, "reach");
    memcpy(&reach, &address, sizeof address);
    attach(service);
    printf("%d\n", reach());
    return 0;
}
