/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest module: two actions in C that take nothing and return nothing.
 *
 * It shows the two macros that every module needs: HEDDLE_MODULE names the module, HEDDLE_ACTION declares a function
 * and describes it to the host. A behaviour then calls it by that name, without further registration.
 */
#include <heddle/module.h>
#include <stdio.h>

HEDDLE_MODULE("GenericProtocol.MyFirstModule", "1.0.0")

HEDDLE_ACTION(void, sayHello, void)
HEDDLE_ACTION(void, sayGoodBye, void)

/* The host and other modules print to the same place, so a line goes out as soon as it is whole. */
static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

void sayHello(void) { say("Hello My name is MyFirstModule"); }

void sayGoodBye(void) { say("GoodBye My name was MyFirstModule"); }
