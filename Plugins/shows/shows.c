/* SPDX-License-Identifier: Apache-2.0 */
/* The description of the module, which Swift cannot write itself: its macros are C. */
#include "shows.h"

HEDDLE_MODULE("shows", "1.0.0")
HEDDLE_NEEDS("heddle.host")
