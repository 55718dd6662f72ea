// SPDX-License-Identifier: Apache-2.0

import Workbench

/// The module that generated behaviours call: parameters and results of every kind, and nothing that fails by itself,
/// loops long or crashes, whatever it is given.
enum GeneratedModule {
    /// The folder with the module, which is compiled once.
    static let folder = Result {
        let folder = try ScratchFolder()
        try folder.write(included, other)
        try BuiltModules.compile(source, to: "gen.so", flags: ["-std=c11", "-fvisibility=hidden"], in: folder)
        return folder
    }

    /// A behaviour beside the module, for others to include.
    static let included = "common.json"

    private static let other = """
        {
            "behaviour": 1, "modules": { "two": { "library": "./gen.so", "config": { "a": 1 } } },
            "hooks": [{ "on": "two.add", "before": "count", "name": "outer" }],
            "steps": [{ "call": "two.move", "with": [{ "x": 1, "y": 2 }, 3], "save": "common" }],
            "always": [{ "call": "two.count", "expect": { "result": { "gt": 0 } } }]
        }
        """

    private static let source = """
        #include <heddle/module.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        HEDDLE_MODULE("gen", "1.0.0")

        HEDDLE_SIZED_TYPE(point, typedef struct { int32_t x; int32_t y; } point)
        HEDDLE_TYPE(enum color { RED, GREEN = 5, BLUE })
        HEDDLE_SIZED_TYPE(shape, typedef struct { point corners[2]; char name[8]; enum color color; unsigned flags : 3;
                                                  float weight; const char *note; } shape)
        HEDDLE_SIZED_TYPE(either, typedef union { int32_t i; float f; uint8_t b[4]; point p; } either)
        HEDDLE_SIZED_TYPE(mix, typedef struct { bool flags[3]; int16_t cells[2][2]; int64_t wide : 40; either either;
                                                enum color hues[2]; } mix)
        HEDDLE_TYPE(typedef struct box box)
        struct box { int32_t value; };

        #define SAME(name, type) HEDDLE_ACTION(type, name, type v) type name(type v) { return v; }
        SAME(s8, int8_t) SAME(u8, uint8_t) SAME(s16, int16_t) SAME(u16, uint16_t)
        SAME(s32, int32_t) SAME(u32, uint32_t) SAME(s64, int64_t) SAME(u64, uint64_t)
        SAME(f32, float) SAME(f64, double) SAME(flip, bool) SAME(hue, enum color) SAME(form, shape)
        SAME(mixed, mix) SAME(any, either) SAME(long_text, long)

        HEDDLE_ACTION(_Tags_(pure) _Idempotent_ int32_t, add, int32_t a, int32_t b)
        int32_t add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
        HEDDLE_ACTION(point, move, point p, int16_t by)
        point move(point p, int16_t by) { p.x = (int32_t)((uint32_t)p.x + (uint32_t)by); return p; }

        HEDDLE_ACTION(_Success_(return >= 0) int32_t, half, int32_t v)
        int32_t half(int32_t v) { if (v < -100) heddle->fail("low", "too low"); return v / 2; }

        static _Thread_local char copy[64];
        HEDDLE_ACTION(_Tags_(text) const char *, text, const char *t)
        const char *text(const char *t) { snprintf(copy, sizeof copy, "%s", t); return copy; }
        HEDDLE_ACTION(_Tags_(text) _Ret_maybenull_ const char *, maybe, _In_opt_ const char *t)
        const char *maybe(const char *t) { return t == NULL ? NULL : text(t); }

        HEDDLE_ACTION(size_t, sum, _In_reads_(count) const uint8_t *bytes, size_t count)
        size_t sum(const uint8_t *bytes, size_t count) { size_t s = 0; while (count-- > 0) s += bytes[count]; return s; }
        HEDDLE_ACTION(int32_t, total, _In_reads_(n) const int32_t *values, int32_t n)
        int32_t total(const int32_t *values, int32_t n) { int32_t s = 0; while (n-- > 0) s ^= values[n]; return s; }
        HEDDLE_ACTION(void, split, double v, _Out_ int64_t *whole, _Out_ double *rest)
        void split(double v, int64_t *whole, double *rest) {
            *whole = v > -1e9 && v < 1e9 ? (int64_t)v : 0;
            *rest = v - (double)*whole;
        }
        HEDDLE_ACTION(void, fill, _Out_writes_(n) int16_t *values, uint8_t n)
        void fill(int16_t *values, uint8_t n) { while (n-- > 0) values[n] = n; }
        HEDDLE_ACTION(void, grow, _Inout_ point *p)
        void grow(point *p) { p->y = (int32_t)((uint32_t)p->y + 1u); }

        HEDDLE_ACTION(void, swap, _Inout_updates_(n) int32_t *values, int32_t n)
        void swap(int32_t *values, int32_t n) { if (n > 1) { int32_t v = *values; *values = values[1]; values[1] = v; } }
        HEDDLE_ACTION(bool, find, enum color c, _Out_ enum color *next, _Out_opt_ bool *is_last,
                      _Outptr_ const char **name, _Out_ mix *mix)
        bool find(enum color c, enum color *next, bool *is_last, const char **name, mix *mix) {
            *next = c == RED ? GREEN : BLUE;
            if (is_last) *is_last = c == BLUE;
            *name = c == BLUE ? NULL : "color";
            memset(mix, 0, sizeof *mix);
            return true;
        }

        HEDDLE_ACTION(_Free_(box_free) box *, box_make, int32_t v)
        box *box_make(int32_t v) { box *it = malloc(sizeof *it); if (it) it->value = v; return it; }
        HEDDLE_ACTION(int32_t, box_value, const box *it)
        int32_t box_value(const box *it) { return it->value; }
        HEDDLE_ACTION(void, box_free, _Post_ptr_invalid_ box *it)
        void box_free(box *it) { free(it); }

        HEDDLE_ACTION(int32_t, apply, int32_t (*f)(int32_t a, int32_t b), int32_t n)
        int32_t apply(int32_t (*f)(int32_t a, int32_t b), int32_t n) { return n > 0 ? f(n, 1) : 0; }
        HEDDLE_ACTION(bool, box_open, int32_t v, _Outptr_ _Free_(box_free) box **opened)
        bool box_open(int32_t v, box **opened) { *opened = box_make(v); return true; }
        HEDDLE_ACTION(_Ret_maybenull_ const char *, greet, const char *(*f)(const char *t, point p), const char *t)
        const char *greet(const char *(*f)(const char *t, point p), const char *t) {
            point p = {1, 2};
            return maybe(f(t, p));
        }
        HEDDLE_ACTION(int32_t, format, _Printf_format_string_ const char *f, ...)
        int32_t format(const char *f, ...) {
            va_list rest;
            va_start(rest, f);
            int32_t count = vsnprintf(NULL, 0, f, rest);
            va_end(rest);
            return count;
        }
        HEDDLE_ACTION(int32_t, by_host, int32_t a)
        int32_t by_host(int32_t a) {
            heddle_action *action = heddle->find("gen.u16", "uint16_t u16(uint16_t)");
            uint16_t given = (uint16_t)a;
            void *arguments[] = {&given};
            int64_t result = 0;
            return action != NULL && heddle->call(action, arguments, &result) ? (int32_t)(uint16_t)result : -1;
        }

        HEDDLE_SETTING("Any number.", _Field_range_(0, 10) int32_t a = 0)
        HEDDLE_INSTANCE(gen, gen_create, gen_destroy)
        HEDDLE_ACTION(int64_t, count, _Self_ gen *self)
        struct gen { int64_t value; };
        gen *gen_create(const heddle_config *config) { (void)config; return calloc(1, sizeof(gen)); }
        void gen_destroy(gen *self) { free(self); }
        int64_t count(gen *self) { return ++self->value; }

        HEDDLE_HOOK(pass)
        void pass(heddle_call *call) { if (call->position == HEDDLE_INSTEAD) heddle->proceed(call); }
        HEDDLE_ACTION(void, see_int, int32_t a)
        void see_int(int32_t a) { (void)a; }
        HEDDLE_ACTION(int32_t, instead_of_add, int32_t a, int32_t b)
        int32_t instead_of_add(int32_t a, int32_t b) { return a ^ b; }
        """
}
