// SPDX-License-Identifier: Apache-2.0
// Runs of values with counts of every form, and texts that are written.

#define _GNU_SOURCE
#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- counts -------------------------------------------------------------------------------------------------------

HEDDLE_ACTION(void, copy_bytes, _Out_writes_(n) uint8_t *to, _In_reads_(n) const uint8_t *from, size_t n)
void copy_bytes(uint8_t *to, const uint8_t *from, size_t n) { memcpy(to, from, n); }

HEDDLE_ACTION(int64_t, sum_grid, _In_reads_(rows * columns) const int32_t *cells, size_t rows, size_t columns)
int64_t sum_grid(const int32_t *cells, size_t rows, size_t columns) {
    int64_t sum = 0;
    for (size_t i = 0; i < rows * columns; i++) sum += cells[i];
    return sum;
}

HEDDLE_ACTION(void, fill_grid, _Out_writes_(rows * columns) int16_t *cells, int64_t rows, int64_t columns)
void fill_grid(int16_t *cells, int64_t rows, int64_t columns) {
    for (int64_t i = 0; i < rows * columns; i++) cells[i] = (int16_t)i;
}

HEDDLE_ACTION(int, sum_by_pointer, _In_reads_(*count) const int *values, _In_ const int *count)
int sum_by_pointer(const int *values, const int *count) {
    int sum = 0;
    for (int i = 0; i < *count; i++) sum += values[i];
    return sum;
}

HEDDLE_ACTION(int, sum_padded, _In_reads_(n + 2) const uint8_t *bytes, int n)
int sum_padded(const uint8_t *bytes, int n) {
    int sum = 0;
    for (int i = 0; i < n + 2; i++) sum += bytes[i];
    return sum;
}

HEDDLE_ACTION(void, fill_tiles, _Out_writes_((width + size - 1) / size - skipped) uint8_t *tiles, int width, int size,
              int skipped)
void fill_tiles(uint8_t *tiles, int width, int size, int skipped) {
    for (int i = 0; i < (width + size - 1) / size - skipped; i++) tiles[i] = (uint8_t)i;
}

HEDDLE_ACTION(void, fill_bits, _Out_writes_bytes_(1 << bits) void *to, int bits, _Secret_ int value)
void fill_bits(void *to, int bits, int value) { memset(to, value, (size_t)1 << bits); }

HEDDLE_ACTION(void, upper, _Out_writes_(strlen(text) + 1) char *to, _In_opt_z_ const char *text)
void upper(char *to, const char *text) {
    do *to++ = *text >= 'a' && *text <= 'z' ? *text - 32 : *text;
    while (*text++);
}

HEDDLE_TYPE(typedef struct capture_part { int16_t kind; uint16_t size; } capture_part)
HEDDLE_TYPE(typedef struct capture { int64_t time; uint32_t caplen; capture_part part; } capture)

HEDDLE_ACTION(int, sum_capture, _In_ const capture *h, _In_reads_bytes_(h->caplen - h->part.size) const void *bytes)
int sum_capture(const capture *h, const void *bytes) {
    int sum = 0;
    for (uint32_t i = 0; i < h->caplen - h->part.size; i++) sum += ((const uint8_t *)bytes)[i];
    return sum;
}

HEDDLE_ACTION(int, made_half, _Out_writes_to_(room, return / 2 + 1) uint8_t *to, int room, int made)
int made_half(uint8_t *to, int room, int made) {
    memset(to, 5, (size_t)room);
    return made;
}

// Like compress(): the size is that of the room before the call, and that of what was written after it.
HEDDLE_ACTION(int, squeeze, _Out_writes_to_(*size, *size) uint8_t *to, _Inout_ unsigned long *size,
              _In_reads_(n) const uint8_t *from, unsigned long n)
int squeeze(uint8_t *to, unsigned long *size, const uint8_t *from, unsigned long n) {
    unsigned long room = *size;
    *size = 0;
    for (unsigned long i = 0; i < n; i++) {
        if (i > 0 && from[i] == from[i - 1]) continue;
        if (*size == room) return -1;
        to[(*size)++] = from[i];
    }
    return 0;
}

HEDDLE_ACTION(void, claim_more, _Out_writes_to_(4, *written) uint8_t *to, _Out_ int *written, int claim)
void claim_more(uint8_t *to, int *written, int claim) {
    memset(to, 0xEE, 4);
    *written = claim;
}

// Like read(): returns how many it has written, or -1.
HEDDLE_ACTION(long, read_some, _Out_writes_bytes_to_(room, return) void *to, size_t room, long count)
long read_some(void *to, size_t room, long count) {
    if (count > 0) memset(to, 'r', (size_t)count < room ? (size_t)count : room);
    return count;
}

HEDDLE_ACTION(_Ret_writes_(count) const int *, squares, int count)
const int *squares(int count) {
    static int all[16];
    for (int i = 0; i < 16; i++) all[i] = i * i;
    return count == 99 ? NULL : all;
}

HEDDLE_ACTION(_Ret_writes_bytes_(*size) const void *, blob, _Out_ int64_t *size, int64_t claim)
const void *blob(int64_t *size, int64_t claim) {
    *size = claim;
    return "blob of bytes";
}

HEDDLE_TYPE(typedef struct pixel { uint8_t red, green, blue; } pixel)

HEDDLE_ACTION(_Ret_valid_ const pixel *, first_pixel, bool exists)
const pixel *first_pixel(bool exists) {
    static const pixel white = {255, 254, 253};
    return exists ? &white : NULL;
}

HEDDLE_ACTION(void, invert, _Inout_updates_(count) pixel *pixels, int count)
void invert(pixel *pixels, int count) {
    for (int i = 0; i < count; i++)
        pixels[i] = (pixel){(uint8_t)~pixels[i].red, (uint8_t)~pixels[i].green, (uint8_t)~pixels[i].blue};
}

HEDDLE_ACTION(int, brightness, _In_reads_opt_(count) const pixel *pixels, int count)
int brightness(const pixel *pixels, int count) {
    int sum = 0;
    for (int i = 0; pixels != NULL && i < count; i++) sum += pixels[i].red + pixels[i].green + pixels[i].blue;
    return pixels == NULL ? -1 : sum;
}

HEDDLE_ACTION(void, make_pixels, _Out_writes_to_(room, *made) pixel *pixels, int room, _Out_ int *made)
void make_pixels(pixel *pixels, int room, int *made) {
    *made = room < 2 ? room : 2;
    for (int i = 0; i < *made; i++) pixels[i] = (pixel){(uint8_t)i, 1, 2};
}

// Writes behind what it says it has written; nobody may look there.
HEDDLE_ACTION(void, overstate, _Inout_updates_to_(4, *left) int *values, _Out_ int *left)
void overstate(int *values, int *left) {
    for (int i = 0; i < 4; i++) values[i] = 100 + i;
    *left = 2;
}

// ---- lists that end with null -------------------------------------------------------------------------------------

HEDDLE_ACTION(int, count_texts, _Null_terminated_ const char *const *texts)
int count_texts(const char *const *texts) {
    int count = 0;
    while (texts[count] != NULL) count++;
    return count;
}

HEDDLE_ACTION(int, sum_until_zero, _Null_terminated_ const int *numbers)
int sum_until_zero(const int *numbers) {
    int sum = 0;
    for (; *numbers != 0; numbers++) sum += *numbers;
    return sum;
}

HEDDLE_ACTION(_Null_terminated_ const char *const *, weekdays, bool exist)
const char *const *weekdays(bool exist) {
    static const char *const all[] = {"Mo", "Tu", NULL};
    return exist ? all : NULL;
}

HEDDLE_ACTION(_Null_terminated_ const uint16_t *, primes, void)
const uint16_t *primes(void) {
    static const uint16_t all[] = {2, 3, 5, 0, 9};
    return all;
}

HEDDLE_ACTION(size_t, joined_length, _In_reads_(count) const char *const *texts, int count)
size_t joined_length(const char *const *texts, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++) length += texts[i] == NULL ? 100 : strlen(texts[i]);
    return length;
}

HEDDLE_ACTION(void, name_all, _Out_writes_(count) const char **texts, int count)
void name_all(const char **texts, int count) {
    for (int i = 0; i < count; i++) texts[i] = i % 2 == 0 ? "even" : NULL;
}

// ---- texts --------------------------------------------------------------------------------------------------------

// Like snprintf: returns how long the text would be.
HEDDLE_ACTION(int, describe, _Out_writes_to_(size, return) char *text, size_t size, const char *what)
int describe(char *text, size_t size, const char *what) { return snprintf(text, size, "about %s", what); }

// Like strncpy: no NUL where the text fills its room.
HEDDLE_ACTION(void, clip, _Out_writes_(size) char *text, size_t size, const char *what)
void clip(char *text, size_t size, const char *what) { strncpy(text, what, size); }

HEDDLE_ACTION(void, shout, _Inout_updates_(size) char *text, size_t size)
void shout(char *text, size_t size) {
    size_t end = strnlen(text, size);
    if (end < size) text[end++] = '!';
    if (end < size) text[end] = '\0';
}

HEDDLE_ACTION(void, put_bytes, _Out_writes_(4) char *text, int which)
void put_bytes(char *text, int which) { memcpy(text, which == 0 ? "ok\0x" : which == 1 ? "full" : "\xC3(\0\0", 4); }

HEDDLE_ACTION(void, lend_text, int which, _Outptr_result_maybenull_ const char **text)
void lend_text(int which, const char **text) { *text = which == 0 ? "lent" : which == 1 ? NULL : "\xE2\x82"; }
