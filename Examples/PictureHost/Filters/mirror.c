/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

FILTER("mirror") {
    if ((uint64_t)of->width * of->height != (uint64_t)count) {
        heddle->fail("badExtent", "the picture has another number of pixels than its width and height say");
        return;
    }
    for (uint32_t y = 0; y < of->height; y++)
        for (uint32_t left = 0; left < of->width / 2; left++) {
            pixel *row = pixels + (size_t)y * of->width, kept = row[left];
            row[left] = row[of->width - 1 - left];
            row[of->width - 1 - left] = kept;
        }
}
