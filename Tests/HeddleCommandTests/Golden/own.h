/* SPDX-License-Identifier: Apache-2.0 */
/* What a header can hold, for the tests of heddle bind. */
#ifndef OWN_H
#define OWN_H

#include <stdarg.h>
#include <stddef.h>
#include <sys/time.h>

#define OWN_VERSION "1.2" ".3"
#define OWN_FLAGS (OWN_FIRST | 1 << 4)
#define OWN_FIRST 0x1u
#define OWN_LARGEST 0xffffffffffffffffUL
#define OWN_LEAST (-0x7fffffff - 1)
#define OWN_RATIO (-1.5e3)
#define OWN_SIZE sizeof(struct size)
#define OWN_NONE ((void *)0)
#define OWN_LINE __LINE__
#define OWN_EXPORT
#define OWN_TWICE(x) ((x) * 2)
#define OWN_GONE 1
#undef OWN_GONE

/* Width and height,
 * in pixels.
 *
 * More that nobody needs at once. */
struct size {
    int width, height;
};

/** How dark it is. */
enum shade { LIGHT, DARK = 7, DARKEST };
#define DARKEST DARKEST

struct box;
typedef struct box {
    struct size size;
    enum shade shade : 4;
    unsigned open : 1;
    union {
        char *text;
        double number;
    };
    struct timeval made;
    struct box *next;
} __attribute__((aligned(16))) box;

typedef int (*callback)(box *which, void *context);

extern int depth;

/** The area of a size. */
OWN_EXPORT int area(struct size s);
void fill(int *values, int count);
char *label(box *b);
void paint(struct box *b, enum shade s);
void set(box *b, struct size s, callback c);
void log_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_list(const char *format, va_list list);
void missing(void);
static inline int inside(int a) { return OWN_TWICE(a); }
/* The library has it as well. */
inline int widened(int a) { return a; }

#endif
