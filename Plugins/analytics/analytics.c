/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module that receives events: any action with a text for the label and a text for the event as JSON is a provider.
 * A real one would send them to a service; this one counts them and says them to the log.
 */
#include <heddle/module.h>
#include <stdatomic.h>

HEDDLE_MODULE("analytics", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_ACTION(void, record, const char *label, const char *event)
HEDDLE_ACTION(uint64_t, recorded, void)

/* Events come from the threads of the calls that they are about. */
static atomic_uint_least64_t count;

void record(const char *label, const char *event) {
    (void)label;
    heddle->log(HEDDLE_INFO, event);
    atomic_fetch_add(&count, 1);
}

uint64_t recorded(void) { return atomic_load(&count); }
