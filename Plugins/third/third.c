/* SPDX-License-Identifier: Apache-2.0 */
/* The description of the module, which Swift cannot write itself: its macros are C. */
#include "third.h"

HEDDLE_MODULE("GenericProtocol.MyThirdModule", "1.0.0")
HEDDLE_NEEDS("heddle.host")
