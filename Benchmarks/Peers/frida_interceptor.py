# SPDX-License-Identifier: Apache-2.0
"""Frida's Interceptor with callbacks in C, as its manual advises where time matters
(https://frida.re/docs/javascript-api/#interceptor): a CModule's onEnter and onLeave around `add`, in this process. C
makes the calls, too; each side counts, so that nothing is measured that did not run."""

import json

import frida
from rows import FIXTURE, report

SCRIPT = """
const add = Module.load(FIXTURE).getExportByName("add");
const clock_gettime = Module.getGlobalExportByName("clock_gettime");
const counts = Memory.alloc(8);
const hooks = new CModule(`
#include <gum/guminterceptor.h>
extern int counts[2];
void onEnter(GumInvocationContext *call) { counts[0]++; }
void onLeave(GumInvocationContext *call) { counts[1]++; }
`, { counts });
const driver = new CModule(`
#include <glib.h>
typedef struct { long seconds, nanoseconds; } moment;
extern int add(int, int);
extern int clock_gettime(int clock, moment *now);
#define THREAD_PROCESSOR_TIME 3
gint64 drive(int calls) {
    int (*volatile function)(int, int) = add;
    moment start, end;
    int result = 0;
    clock_gettime(THREAD_PROCESSOR_TIME, &start);
    for (int n = 0; n < calls; n++) result = function(1, 2);
    clock_gettime(THREAD_PROCESSOR_TIME, &end);
    if (result != 3) return -1;
    return (end.seconds - start.seconds) * 1000000000L + end.nanoseconds - start.nanoseconds;
}
`, { add, clock_gettime });
const drive = new NativeFunction(driver.drive, "int64", ["int"]);
rpc.exports = {
    plain(calls) { return drive(calls).toNumber(); },
    hooked(calls) {
        counts.writeU64(0);
        const listener = Interceptor.attach(add, hooks);
        Interceptor.flush();
        const time = drive(calls).toNumber();
        listener.detach();
        Interceptor.flush();
        return counts.readS32() === calls && counts.add(4).readS32() === calls ? time : -1;
    },
};
"""

script = frida.attach(0).create_script(SCRIPT.replace("FIXTURE", json.dumps(FIXTURE)))
script.load()


def checked(run):
    def measure(calls):
        time = run(calls)
        assert time > 0, "a call or a hook did not run"
        return time

    return measure


report({
    "Frida: the call from its C, not hooked": checked(script.exports_sync.plain),
    "Frida Interceptor: onEnter and onLeave in C": checked(script.exports_sync.hooked),
})
