// SPDX-License-Identifier: Apache-2.0
// Values of every type across the boundary.

#include <heddle/module.h>

HEDDLE_MODULE("values", "1.0.0")

HEDDLE_TYPE(typedef struct point { double x, y; } point)

HEDDLE_ACTION(point, scaled, point p, double factor)

point scaled(point p, double factor) { return (point){p.x * factor, p.y * factor}; }
