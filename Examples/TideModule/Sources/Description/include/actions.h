/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <heddle/module.h>

HEDDLE_ACTION(_Idempotent_ double, height, double hour)
HEDDLE_HOOK(round_hour)
