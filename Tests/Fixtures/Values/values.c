// SPDX-License-Identifier: Apache-2.0
// Values of every type across the boundary: by value, behind pointers, in structures.

#define _GNU_SOURCE
#include <complex.h>
#include <heddle/module.h>
#include <stdio.h>
#include <string.h>

HEDDLE_MODULE("values", "1.0.0")

#define SAME(name, type)                                                                                            \
    HEDDLE_ACTION(type, name, type value)                                                                           \
    type name(type value) { return value; }

// ---- scalars ------------------------------------------------------------------------------------------------------

HEDDLE_TYPE(enum tiny { TINY_LOW = -128, TINY_HIGH = 127 } __attribute__((packed)))
HEDDLE_TYPE(enum brief { BRIEF_LOW, BRIEF_HIGH = 65535 } __attribute__((packed)))
HEDDLE_TYPE(enum deep { DEEP_LOW = -0x7fffffffffffffff - 1, DEEP_HIGH = 0x7fffffffffffffff })
HEDDLE_TYPE(enum twice { TWICE_ONE = 1, TWICE_ALSO = 1, TWICE_TWO })

SAME(same_tiny, enum tiny)
SAME(same_brief, enum brief)
SAME(same_deep, enum deep)
SAME(same_twice, enum twice)
SAME(same_int128, __int128)
SAME(same_uint128, unsigned __int128)
SAME(same_complex_float, float _Complex)
SAME(same_complex_double, double _Complex)
SAME(same_complex_long_double, long double _Complex)

HEDDLE_ACTION(uint64_t, high_half, unsigned __int128 value)
uint64_t high_half(unsigned __int128 value) { return (uint64_t)(value >> 64); }

HEDDLE_ACTION(double, imaginary_part, double _Complex value)
double imaginary_part(double _Complex value) { return cimag(value); }

// ---- structures ---------------------------------------------------------------------------------------------------

HEDDLE_TYPE(typedef struct point { double x, y; } point)
HEDDLE_TYPE(typedef struct segment { point from, to; char name[4]; } segment)
HEDDLE_TYPE(typedef struct grid { int cells[2][3]; uint8_t raw[4]; const char *names[2]; bool flags[2]; } grid)
HEDDLE_TYPE(typedef struct figure { int kind; union { struct { double x, y; }; int radius; }; bool closed; } figure)
HEDDLE_TYPE(typedef union number { int32_t whole; double fraction; uint8_t bytes[8]; const char *text; } number)
HEDDLE_TYPE(typedef struct label { const char *name; int64_t place; } label)
HEDDLE_TYPE(typedef union worded { label named; int64_t whole[2]; const char *list[2]; } worded)
HEDDLE_TYPE(typedef struct tagged { int kind; number content; } tagged)

HEDDLE_ACTION(point, scaled, point p, double factor)
point scaled(point p, double factor) { return (point){p.x * factor, p.y * factor}; }

SAME(same_point, point)
SAME(same_segment, segment)
SAME(same_grid, grid)
SAME(same_figure, figure)
SAME(same_number, number)
SAME(same_tagged, tagged)
SAME(same_label, label)
SAME(same_worded, worded)

HEDDLE_ACTION(void, swap_ends, _Inout_ segment *of)
void swap_ends(segment *of) {
    point from = of->from;
    of->from = of->to;
    of->to = from;
}

HEDDLE_ACTION(int, name_length, _In_opt_ const segment *of)
int name_length(const segment *of) { return of == NULL ? -1 : (int)strnlen(of->name, sizeof of->name); }

HEDDLE_ACTION(void, fill_name, _Out_ segment *of, char letter, int count)
void fill_name(segment *of, char letter, int count) { memset(of->name, letter, (size_t)count); }

HEDDLE_ACTION(void, wrong_bool, _Out_ figure *of, uint8_t byte)
void wrong_bool(figure *of, uint8_t byte) { memcpy(&of->closed, &byte, 1); }

HEDDLE_ACTION(bool, raw_bool, uint8_t byte)
uint64_t raw_bool_register(uint64_t byte) __asm__("raw_bool");
HEDDLE_EXPORT uint64_t raw_bool_register(uint64_t byte) { return 0xdeadbe00u | (byte & 0xff); }

HEDDLE_ACTION(void, wild_text, _Out_ tagged *of)
void wild_text(tagged *of) { of->content.fraction = 1e300; }

// ---- bit-fields ---------------------------------------------------------------------------------------------------

HEDDLE_TYPE(enum level { LOW, MIDDLE, HIGH })
HEDDLE_TYPE(typedef struct bits {
    int one : 1;
    unsigned three : 3;
    int seven : 7;
    bool flag : 1;
    enum level level : 2;
    unsigned long long forty : 40;
    int : 3;
    long long_one : 33;
    unsigned : 0;
    short whole : 16;
    unsigned long long all : 64;
    signed char small : 5;
} bits)

// By pointer: gcc and clang pass a structure with a bit-field that has no name in different ways.
HEDDLE_ACTION(void, show_bits, _In_ const bits *of, _Out_writes_(size) char *text, size_t size)
void show_bits(const bits *of, char *text, size_t size) {
    snprintf(text, size, "%d %u %d %d %d %llu %ld %d %llu %d", of->one, of->three, of->seven, of->flag, of->level,
             (unsigned long long)of->forty, (long)of->long_one, of->whole, (unsigned long long)of->all, of->small);
}

HEDDLE_ACTION(void, same_bits, _Inout_ bits *of)
void same_bits(bits *of) { *of = (bits){of->one, of->three, of->seven, of->flag, of->level, of->forty, of->long_one,
                                        of->whole, of->all, of->small}; }

HEDDLE_ACTION(void, all_ones, _Out_ bits *of)
void all_ones(bits *of) { memset(of, 0xff, sizeof *of); }

// ---- only by pointer ----------------------------------------------------------------------------------------------

HEDDLE_TYPE(typedef struct packet { uint16_t length; uint8_t data[]; } packet)
HEDDLE_TYPE(typedef struct wide_line { int content; } __attribute__((aligned(256))) wide_line)

HEDDLE_ACTION(int, packet_length, _In_ const packet *of)
int packet_length(const packet *of) { return of->length; }

HEDDLE_ACTION(int, line_misplaced, _In_ const wide_line *of)
int line_misplaced(const wide_line *of) { return (int)((uintptr_t)of % 256) + (of->content == 7 ? 0 : 1000); }

HEDDLE_ACTION(int, lines_misplaced, _In_reads_(2) const wide_line *of)
int lines_misplaced(const wide_line *of) { return (int)((uintptr_t)of % 256) + of[0].content + of[1].content; }

// The compiler may rely on the alignment of where a result goes; this function tells it.
HEDDLE_ACTION(wide_line, result_misplaced, void)
wide_line *result_place(wide_line *result) __asm__("result_misplaced");
HEDDLE_EXPORT wide_line *result_place(wide_line *result) {
    result->content = (int)((uintptr_t)result % 256);
    return result;
}

// ---- the stack ----------------------------------------------------------------------------------------------------

// 0 where the stack stands as the ABI wants it; the arguments make it of an odd number of words.
HEDDLE_ACTION(int, stack_misplaced, int a, int b, int c, int d, int e, int f, int on_stack)
int stack_misplaced(int a, int b, int c, int d, int e, int f, int on_stack) {
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)on_stack;
    return (int)((uintptr_t)__builtin_frame_address(0) % 16);
}

// What the callee does to a structure on the stack must not reach the caller.
HEDDLE_ACTION(double, spoil, segment s)
double spoil(segment s) {
    double sum = s.from.x + s.to.y;
    memset(&s, 0x7f, sizeof s);
    __asm__ volatile("" : : "r"(&s) : "memory");
    return sum;
}
