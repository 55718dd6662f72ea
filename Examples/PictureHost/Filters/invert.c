/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

FILTER("invert") {
    (void)of;
    for (int i = 0; i < count; i++)
        pixels[i] = (pixel){(uint8_t)~pixels[i].red, (uint8_t)~pixels[i].green, (uint8_t)~pixels[i].blue};
}
