// SPDX-License-Identifier: Apache-2.0
// Each way to describe a type that a function uses, in each place.
#include <heddle/module.hpp>

HEDDLE_MODULE("described", "1")

HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point, *points)
static double across(point a, points b, const point *c) { return a.x - b->x + c->x; }
HEDDLE_DESCRIBE(across)

namespace outside {

HEDDLE_SIZED_TYPE(extent, struct extent { int32_t width, height; })
HEDDLE_SIZED_TYPE(cell, typedef union cell_ { int32_t whole; float real; } cell)
HEDDLE_TYPE(enum tone { DARK, LIGHT })
HEDDLE_TYPE(typedef enum color_ { RED, GREEN } color, *colors)
static int32_t area(extent a, const extent *b, cell *c, tone d, color e, colors f) {
    return a.width * b->height + c->whole + static_cast<int32_t>(d) + static_cast<int32_t>(e) + (f ? 1 : 0);
}
HEDDLE_DESCRIBE(area)

// Descriptions that mention the same structure, and attributes in the places of names.
HEDDLE_SIZED_TYPE(cup, struct alignas(8) cup { int32_t size; })
HEDDLE_TYPE(typedef struct cup *cup_ref)
HEDDLE_TYPE(typedef struct cup cup_t)
HEDDLE_TYPE(typedef struct node node)
HEDDLE_SIZED_TYPE(node, struct node { int32_t value; node *next; })
HEDDLE_SIZED_TYPE(tight, typedef struct __attribute__((packed)) { char a; int32_t b; } *tight_ref, tight)
HEDDLE_SIZED_TYPE(wide, typedef struct { int32_t a; } wide __attribute__((aligned(4))))
HEDDLE_TYPE(typedef struct { char a; } ended;)
static int32_t all(cup a, cup_ref b, cup_t *c, node *d, tight e, const wide *f, ended g) {
    return a.size + b->size + c->size + d->value + e.b + f->a + g.a;
}
HEDDLE_DESCRIBE(all)

inline namespace v1 {
HEDDLE_SIZED_TYPE(inner, typedef struct { int32_t a; } inner)
static int32_t look(inner a) { return a.a; }
HEDDLE_DESCRIBE(look)
} // namespace v1

namespace inside {
struct door {
    virtual ~door() = default;
};
HEDDLE_TYPE(typedef struct door door)
} // namespace inside
static bool is_there(inside::door *made) { return made != nullptr; }
HEDDLE_DESCRIBE(is_there)

} // namespace outside

namespace {
struct hidden {
    virtual ~hidden() = default;
};
extern "C" {
HEDDLE_TYPE(typedef struct hidden hidden)
HEDDLE_TYPE(typedef struct hidden hidden)
}
hidden *find(const hidden *other) { return other ? nullptr : nullptr; }
HEDDLE_DESCRIBE(find)
} // namespace
