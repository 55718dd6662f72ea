/* SPDX-License-Identifier: Apache-2.0 */
#include "actions.h"

HEDDLE_MODULE("tides", "1.0.0")
HEDDLE_SUMMARY("Computes the height of the tide.")
HEDDLE_HELP(height, "Gives the height of the tide above low water, in metres.")
HEDDLE_PARAMETER_HELP(height, hour, "The hours since high water, from 0.")
