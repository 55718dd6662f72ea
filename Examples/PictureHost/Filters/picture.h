/* SPDX-License-Identifier: Apache-2.0 */
/* What filters and their host agree on. */
#include <heddle/module.h>

HEDDLE_TYPE(typedef struct extent { uint32_t width, height; } extent)
HEDDLE_TYPE(typedef struct pixel { uint8_t red, green, blue; } pixel)

/* Changes the pixels of a picture in their place, row by row. */
#define FILTER(name)                                                                                                  \
    HEDDLE_MODULE(name, "1.0.0")                                                                                      \
    HEDDLE_ACTION(void, apply, _In_ const extent *of, _Inout_updates_(count) pixel *pixels, int count)                \
    void apply(const extent *of, pixel *pixels, int count)
