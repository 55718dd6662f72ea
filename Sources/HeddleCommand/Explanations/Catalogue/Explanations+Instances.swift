// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let instances = [
        Explanation(
            "module.instance", "The module did not make its instance",
            """
            Before its first call a module with instances makes one from its "config". It said that it cannot, and
            why, or returned null. Nothing of the module is called then. Mostly the configuration lacks something.
            """,
            .module(
                """
                  #include <heddle/module.h>

                  HEDDLE_MODULE("example", "1.0.0")
                  HEDDLE_INSTANCE(example, example_create, example_destroy)
                  HEDDLE_ACTION(int, act, _Self_ example *self)

                  struct example { int value; } only;
                  example *example_create(const heddle_config *config) {
                -     only.value = int(heddle->config_number(config, "value", 0));
                +     only.value = int(heddle->config_number(config, "value", 1));
                      if (only.value < 1) {
                          heddle->fail("noValue", "the value is too small");
                          return nullptr;
                      }
                      return &only;
                  }
                  void example_destroy(example *self) { self->value = 0; }
                  int act(example *self) { return self->value; }
                """)),
        Explanation(
            "module.destroy", "The module did not destroy its instance",
            """
            At the end of a run the instance of a module goes. The function that destroys it failed, or a hook before
            it did. It is a warning: the end cannot be kept from coming, and all that was called before counts.
            """,
            .module(
                """
                  #include <heddle/module.h>

                  HEDDLE_MODULE("example", "1.0.0")
                  HEDDLE_INSTANCE(example, example_create, example_destroy)
                  HEDDLE_ACTION(int, act, _Self_ example *self)

                  struct example { int value; } only;
                  example *example_create(const heddle_config *) { return &only; }
                  void example_destroy(example *self) {
                      self->value = 0;
                -     heddle->fail("unfinished", "there is more to do");
                  }
                  int act(example *self) { return ++self->value; }
                """)),
        Explanation(
            "module.not-for-remote", "A fetched behaviour names a file or a library of the system",
            """
            Whoever writes a behaviour that others fetch may only call what the operator has put on the module path,
            by bare name. A path or a soname would let a server call anything on this machine. Save the behaviour to a
            file and run that, if you trust it; or put the library on the module path as a module.
            """,
            .command(
                """
                - heddle run https://example.org/names-libc.json
                + heddle run https://example.org/names-a-module.json
                """)),
        Explanation(
            "module.unknown", "No module of this name was loaded",
            """
            A program has called an action of a module that its host has not loaded. A module is known by the name
            that it was given when it was loaded.
            """,
            .program(
                """
                  let host = Host(modulePath: ["modules"])
                - let result = try host.call(ActionName(module: "greeter", action: "sayHello"))
                + let greeter = try host.module("greeter")
                + let result = try host.call(ActionName(module: greeter.name, action: "sayHello"))
                """)),
        Explanation(
            "module.orphan", "The host of the module is gone",
            """
            A program has kept a module, or an action of one, longer than the host that has loaded it. Hooks and
            instances belong to the host. Keep the host as long as anything of it is called.
            """,
            .program(
                """
                - let greeter = try Host(modulePath: ["modules"]).module("greeter")
                + let host = Host(modulePath: ["modules"])
                + let greeter = try host.module("greeter")
                  let reply: String = try greeter.sayHello("Ada")
                """)),
    ]
}
