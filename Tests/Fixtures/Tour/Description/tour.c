/* SPDX-License-Identifier: Apache-2.0 */
#include "tour.h"

HEDDLE_MODULE("tour", "1.0.0")
HEDDLE_NEEDS("heddle.host")
