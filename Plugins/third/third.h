/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the module. Swift reads this too, and checks the function in third.swift against it. */
#ifndef THIRD_H
#define THIRD_H

#include <heddle/module.h>

HEDDLE_ACTION_NAMED("openUrlWithUrl:", void, open_url, const char *url)

#endif /* THIRD_H */
