// SPDX-License-Identifier: Apache-2.0
// Values that end where a page ends behind which nothing may be read or written.

#define _GNU_SOURCE
#include <heddle/module.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

HEDDLE_TYPE(typedef struct pixel { uint8_t red, green, blue; } pixel)

// A copy of a value at the very end of a page; the page behind it cannot be touched.
static void *at_page_end(const void *value, size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + page, page, PROT_NONE);
    return memcpy(pages + page - size, value, size);
}

HEDDLE_ACTION(int8_t, add_small, int8_t a, short b, float c)
int8_t add_small(int8_t a, short b, float c) { return (int8_t)(a + b + (int)c); }

HEDDLE_ACTION(pixel, shrink, pixel of, uint8_t by)
pixel shrink(pixel of, uint8_t by) {
    return (pixel){(uint8_t)(of.red - by), (uint8_t)(of.green - by), (uint8_t)(of.blue - by)};
}

HEDDLE_ACTION(int, call_at_page_end, void)
int call_at_page_end(void) {
    heddle_action *add = heddle->find("values.add_small", "int8_t add_small(int8_t, short, float)");
    int8_t a = 3;
    short b = 4;
    float c = 5;
    void *arguments[] = {at_page_end(&a, sizeof a), at_page_end(&b, sizeof b), at_page_end(&c, sizeof c)};
    int8_t *result = at_page_end(&a, sizeof a);
    return add != NULL && heddle->call(add, arguments, result) ? *result : -1;
}

HEDDLE_ACTION(int, call_record_at_page_end, void)
int call_record_at_page_end(void) {
    heddle_action *shrink = heddle->find("values.shrink", "pixel shrink(pixel, uint8_t)");
    pixel of = {2, 3, 4};
    uint8_t by = 1;
    void *arguments[] = {at_page_end(&of, sizeof of), at_page_end(&by, sizeof by)};
    pixel *result = at_page_end(&of, sizeof of);
    return shrink != NULL && heddle->call(shrink, arguments, result) ? result->red + result->green + result->blue : -1;
}

HEDDLE_ACTION(void, record_at_page_end, _Out_ pixel *of)
void record_at_page_end(pixel *of) { *of = (pixel){1, 2, 3}; }

HEDDLE_ACTION(const char *, text_at_page_end, void)
const char *text_at_page_end(void) { return at_page_end("end", 4); }

HEDDLE_ACTION(_Ret_writes_(2) const short *, run_at_page_end, void)
const short *run_at_page_end(void) { return at_page_end((short[]){7, 8}, 4); }

HEDDLE_ACTION(int, callback_at_page_end, pixel (*f)(_In_ const pixel *of, const char *text))
int callback_at_page_end(pixel (*f)(const pixel *, const char *)) {
    pixel of = {1, 2, 3};
    pixel *result = at_page_end(&of, sizeof of);
    *result = f(at_page_end(&of, sizeof of), at_page_end("x", 2));
    return result->red + result->green + result->blue;
}
