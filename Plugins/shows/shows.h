/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the module. Swift reads this too, and checks the functions in shows.swift against it. */
#ifndef SHOWS_H
#define SHOWS_H

#include <heddle/module.h>

/* Queries, which change nothing. */
HEDDLE_ACTION(_Idempotent_ _Tags_(query) const char *, all_shows, void)
HEDDLE_ACTION(_Idempotent_ _Tags_(query) int32_t, all_episodes, const char *show)
HEDDLE_ACTION(_Tags_(query) int32_t, watched_episodes, const char *show)
HEDDLE_ACTION(bool, is_premium, void)

/* Commands, which do. */
HEDDLE_ACTION(_Tags_(command) void, mark_episode, const char *show, int32_t episode)
HEDDLE_ACTION(_Tags_(command) void, mark_show, const char *show)
HEDDLE_ACTION(void, subscribe, void)

#endif /* SHOWS_H */
