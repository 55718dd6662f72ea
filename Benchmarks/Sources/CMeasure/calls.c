// SPDX-License-Identifier: Apache-2.0
// The calls that everything is compared with.

#include "CMeasure.h"

#include <dlfcn.h>
#include <ffi.h>
#include <stddef.h>

typedef int (*add_function)(int, int);
typedef long (*sum_function)(long, long, long, long, long, long, long, long);
typedef struct pair {
    long a, b;
} pair;
typedef long (*weigh_function)(pair);

static void *add;
static void *sum;
static void *weigh;

bool measure_find_fixture(void) {
    // Looked up along the executable's run path, which begins with its own folder.
    void *fixture = dlopen("libBenchmarkFixture.so", RTLD_NOW | RTLD_LOCAL);
    if (fixture == NULL) return false;
    add = dlsym(fixture, "add");
    sum = dlsym(fixture, "sum");
    weigh = dlsym(fixture, "weigh");
    return add != NULL && sum != NULL && weigh != NULL;
}

long measure_direct(measured_action action, long calls) {
    long result = 0;
    if (action == MEASURED_ADD) {
        add_function volatile function = (add_function)add;
        for (long n = 0; n < calls; n++) result = function(1, 2);
    } else if (action == MEASURED_SUM) {
        sum_function volatile function = (sum_function)sum;
        for (long n = 0; n < calls; n++) result = function(1, 2, 3, 4, 5, 6, 7, 8);
    } else {
        weigh_function volatile function = (weigh_function)weigh;
        for (long n = 0; n < calls; n++) result = function((pair){1, 2});
    }
    return result;
}

static long measure_ffi_add(long calls) {
    ffi_type *types[] = {&ffi_type_sint, &ffi_type_sint};
    ffi_cif cif;
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, 2, &ffi_type_sint, types) != FFI_OK) return 0;
    int values[] = {1, 2};
    void *arguments[] = {&values[0], &values[1]};
    ffi_arg result = 0;
    for (long n = 0; n < calls; n++) ffi_call(&cif, FFI_FN(add), &result, arguments);
    return (int)result;
}

static long measure_ffi_sum(long calls) {
    ffi_type *types[8];
    long values[8];
    void *arguments[8];
    for (int n = 0; n < 8; n++) {
        types[n] = &ffi_type_slong;
        values[n] = n + 1;
        arguments[n] = &values[n];
    }
    ffi_cif cif;
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, 8, &ffi_type_slong, types) != FFI_OK) return 0;
    ffi_arg result = 0;
    for (long n = 0; n < calls; n++) ffi_call(&cif, FFI_FN(sum), &result, arguments);
    return (long)result;
}

static long measure_ffi_weigh(long calls) {
    ffi_type *members[] = {&ffi_type_slong, &ffi_type_slong, NULL};
    ffi_type type = {0, 0, FFI_TYPE_STRUCT, members};
    ffi_type *types[] = {&type};
    ffi_cif cif;
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, 1, &ffi_type_slong, types) != FFI_OK) return 0;
    pair value = {1, 2};
    void *arguments[] = {&value};
    ffi_arg result = 0;
    for (long n = 0; n < calls; n++) ffi_call(&cif, FFI_FN(weigh), &result, arguments);
    return (long)result;
}

long measure_ffi(measured_action action, long calls) {
    switch (action) {
    case MEASURED_ADD: return measure_ffi_add(calls);
    case MEASURED_SUM: return measure_ffi_sum(calls);
    case MEASURED_WEIGH: return measure_ffi_weigh(calls);
    }
    return 0;
}
