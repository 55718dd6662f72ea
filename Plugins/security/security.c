/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module whose hook checks the permission of every business action, so that none of them does it itself.
 *
 * It shows a hook that works for actions of any shape: it needs no more than the names of the call.
 */
#include <heddle/module.h>
#include <stdio.h>
#include <string.h>

HEDDLE_MODULE("security", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_ACTION(void, sign_in, const char *user)
HEDDLE_ACTION(void, sign_out, void)
HEDDLE_HOOK(check_permission)

/* The user who is signed in; empty for nobody. */
static char user[64];

void sign_in(const char *name) { snprintf(user, sizeof user, "%s", name); }

void sign_out(void) { user[0] = '\0'; }

/* Before: an account is for its owner, by whose name the behaviour calls it. */
void check_permission(heddle_call *call) {
    if (strcmp(user, call->action->module) == 0) {
        return;
    }
    char message[256];
    snprintf(message, sizeof message, "%s may not %s for %s", user[0] == '\0' ? "nobody" : user, call->action->action,
             call->action->module);
    heddle->fail("notPermitted", message);
}
