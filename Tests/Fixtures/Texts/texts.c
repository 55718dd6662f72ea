// SPDX-License-Identifier: Apache-2.0
// Actions that take and give pointers: texts, buffers, handles.

#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("texts", "1.0.0")

HEDDLE_ACTION(size_t, length, const char *text)
size_t length(const char *text) { return strlen(text); }

HEDDLE_ACTION(bool, is_null, _In_opt_ const char *text)
bool is_null(const char *text) { return text == NULL; }

HEDDLE_ACTION(_Ret_maybenull_ const char *, lend, int which)
const char *lend(int which) {
    static const char *const texts[] = {"", "Grüße, 世界", "\xff\xfe", NULL};
    return texts[which];
}

static _Thread_local int held;

HEDDLE_ACTION(_Free_(give_back) char *, greet, const char *name)
char *greet(const char *name) {
    char *text = malloc(strlen(name) + 8);
    if (text == NULL) return NULL;
    held++;
    sprintf(text, "Hello, %s", name);
    return text;
}

HEDDLE_EXPORT void give_back(char *text);
void give_back(char *text) {
    held--;
    free(text);
}

// How many texts callers hold that they have not given back.
HEDDLE_ACTION(int, texts_held, void)
int texts_held(void) { return held; }

// ---- buffers ------------------------------------------------------------------------------------------------------

HEDDLE_ACTION(uint32_t, sum, _In_reads_(count) const uint8_t *bytes, uint8_t count)
uint32_t sum(const uint8_t *bytes, uint8_t count) {
    uint32_t total = 0;
    for (unsigned i = 0; i < count; i++) total += bytes[i];
    return total;
}

HEDDLE_ACTION(uint32_t, sum_int, int count, _In_reads_opt_(count) const uint8_t *bytes)
uint32_t sum_int(int count, const uint8_t *bytes) {
    uint32_t total = 0;
    for (int i = 0; bytes != NULL && i < count; i++) total += bytes[i];
    return bytes == NULL ? 1000000u + (uint32_t)count : total;
}

HEDDLE_ACTION(uint32_t, sum_four, _In_reads_(4) const uint8_t *bytes)
uint32_t sum_four(const uint8_t *bytes) { return (uint32_t)(bytes[0] + bytes[1] + bytes[2] + bytes[3]); }

HEDDLE_ACTION(int, same_bytes, _In_reads_(count) const uint8_t *left, _In_reads_(count) const uint8_t *right, size_t count)
int same_bytes(const uint8_t *left, const uint8_t *right, size_t count) { return memcmp(left, right, count) == 0; }

HEDDLE_ACTION(void, fill, _Out_writes_(size) char *text, int64_t size, char letter)
void fill(char *text, int64_t size, char letter) {
    for (int64_t i = 0; i < size; i++) text[i] = letter;
}

HEDDLE_ACTION(void, fill_bytes, _Bytes_ _Out_writes_(size) char *bytes, size_t size)
void fill_bytes(char *bytes, size_t size) { memset(bytes, 0xAB, size); }

HEDDLE_ACTION(void, reverse, _Inout_updates_(count) uint8_t *bytes, size_t count)
void reverse(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[count - 1 - i];
        bytes[count - 1 - i] = byte;
    }
}

// ---- handles ------------------------------------------------------------------------------------------------------

HEDDLE_TYPE(typedef struct jar jar)
HEDDLE_TYPE(typedef struct lid lid)
struct jar {
    int content;
};

HEDDLE_ACTION(_Ret_maybenull_ jar *, jar_open, int content)
jar *jar_open(int content) {
    if (content < 0) return NULL;
    jar *opened = malloc(sizeof *opened);
    if (opened != NULL) opened->content = content;
    return opened;
}

HEDDLE_ACTION(int, jar_make, int content, _Outptr_ jar **made)
int jar_make(int content, jar **made) {
    *made = jar_open(content);
    return *made == NULL;
}

HEDDLE_ACTION(void, jar_label, _In_ const jar *of, _Outptr_ const char **label)
void jar_label(const jar *of, const char **label) { *label = of->content > 10 ? "full" : NULL; }

HEDDLE_ACTION(int, jar_content, const jar *of)
int jar_content(const jar *of) { return of->content; }

HEDDLE_ACTION(int, jar_content_or, _In_opt_ const jar *of, int fallback)
int jar_content_or(const jar *of, int fallback) { return of == NULL ? fallback : of->content; }

HEDDLE_ACTION(void, jar_close, _Post_ptr_invalid_ jar *of)
void jar_close(jar *of) { free(of); }

HEDDLE_ACTION(void, lid_turn, lid *of)
void lid_turn(lid *of) { (void)of; }

HEDDLE_ACTION(bool, is_anything, const void *pointer)
bool is_anything(const void *pointer) { return pointer != NULL; }
