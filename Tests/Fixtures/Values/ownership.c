// SPDX-License-Identifier: Apache-2.0
// Memory that changes hands: texts and handles with the functions that release them, pointers that are kept.

#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- texts and copies ---------------------------------------------------------------------------------------------

static _Thread_local int released;

// How often this thread has released something.
HEDDLE_ACTION(int, times_released, void)
int times_released(void) { return released; }

static void *copied(const void *bytes, size_t size) {
    void *copy = malloc(size);
    return copy == NULL ? NULL : memcpy(copy, bytes, size);
}

// What was released must not be read afterwards: it is overwritten first.
HEDDLE_EXPORT void drop(void *memory);
void drop(void *memory) {
    released++;
    memset(memory, '#', 4);
    free(memory);
}

HEDDLE_ACTION(int, take_text, int which, _Outptr_result_maybenull_ _Free_(drop) char **text)
int take_text(int which, char **text) {
    *text = which == 0 ? NULL : copied("taken", 6);
    return which;
}

HEDDLE_ACTION(_Success_(return == 0) int, take_text_or_fail, int code,
              _Outptr_result_maybenull_ _Free_(drop) char **text)
int take_text_or_fail(int code, char **text) {
    *text = copied("reason", 7);
    return code;
}

HEDDLE_ACTION(_Ret_writes_maybenull_(*count) _Free_(drop) int *, take_numbers, _Out_ int *count, int wanted)
int *take_numbers(int *count, int wanted) {
    static const int numbers[] = {10, 20, 30};
    *count = wanted;
    return wanted == 0 ? NULL : copied(numbers, sizeof numbers);
}

// ---- handles ------------------------------------------------------------------------------------------------------

HEDDLE_TYPE(typedef struct crate crate)
struct crate {
    int content;
};

HEDDLE_ACTION(_Free_(crate_close) crate *, crate_open, int content)
crate *crate_open(int content) { return copied(&content, sizeof content); }

HEDDLE_ACTION(void, crate_make, int content, _Outptr_ _Free_(crate_close) crate **made)
void crate_make(int content, crate **made) { *made = crate_open(content); }

// As realloc, which may find that there is room.
HEDDLE_ACTION(_Free_(crate_close) crate *, crate_resize, _Post_ptr_invalid_ crate *of)
crate *crate_resize(crate *of) { return of; }

HEDDLE_ACTION(int, crate_content, const crate *of)
int crate_content(const crate *of) { return of->content; }

HEDDLE_ACTION(void, crate_close, crate *of)
void crate_close(crate *of) { free(of); }

HEDDLE_ACTION(_Success_(return == 0) int, crate_try_close, _Post_ptr_invalid_ crate *of, int code)
int crate_try_close(crate *of, int code) {
    if (code == 0) free(of);
    return code;
}

HEDDLE_ACTION(void, release_anything, _Post_ptr_invalid_ void *memory)
void release_anything(void *memory) { free(memory); }

HEDDLE_ACTION(_Free_(free_anything) crate *, crate_open_untyped, int content)
crate *crate_open_untyped(int content) { return crate_open(content); }

HEDDLE_ACTION(void, free_anything, void *memory)
void free_anything(void *memory) { free(memory); }

// ---- what is kept -------------------------------------------------------------------------------------------------

static _Thread_local const char *kept_text;
static _Thread_local const uint8_t *kept_bytes;

HEDDLE_ACTION(void, keep_text, _Retained_ const char *text, _Retained_ _In_reads_(4) const uint8_t *bytes)
void keep_text(const char *text, const uint8_t *bytes) {
    kept_text = text;
    kept_bytes = bytes;
}

HEDDLE_ACTION(const char *, text_kept, void)
const char *text_kept(void) { return kept_text; }

HEDDLE_ACTION(_Ret_writes_(4) const uint8_t *, bytes_kept, void)
const uint8_t *bytes_kept(void) { return kept_bytes; }

// ---- streams, as tests declare them -------------------------------------------------------------------------------

HEDDLE_EXPORT int put_to_stream(FILE *stream, const char *text);
int put_to_stream(FILE *stream, const char *text) { return fprintf(stream, "%s", text); }

HEDDLE_EXPORT int close_stream(FILE *stream);
int close_stream(FILE *stream) { return fclose(stream); }
