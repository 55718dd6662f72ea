// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let configuration = [
        Explanation(
            "config.unknown", "The module has no such setting",
            """
            A module declares the settings of its configuration, and this one does not declare the key that is shown. The
            nearest name is suggested; heddle inspect lists all of them with their types and defaults.
            """),
        Explanation(
            "config.value", "A setting with a value that it cannot have",
            """
            The value under "config" has another type than the module declares for the setting, or a number is out of
            range. Whole numbers are exact to 64 bits; beyond 2^53 they may also be written as text. The note has the
            module's declaration.
            """),
        Explanation(
            "config.missing", "A setting that the module needs is missing",
            """
            The module declares a setting without a default, and the behaviour does not give it. Add it to the "config"
            of the module; or give it a default, if the module is yours.
            """,
            .module(
                """
                  #include <heddle/module.h>

                  HEDDLE_MODULE("example", "1.0.0")
                  HEDDLE_INSTANCE(example, example_create, example_destroy)
                - HEDDLE_REQUIRED_SETTING("How many.", int count)
                + HEDDLE_SETTING("How many.", int count = 1)
                  HEDDLE_ACTION(int, act, _Self_ example *self)

                  struct example { int value; } only;
                  example *example_create(const heddle_config *config) {
                      only.value = int(heddle->config_integer(config, "count", 0));
                      return &only;
                  }
                  void example_destroy(example *self) { self->value = 0; }
                  int act(example *self) { return self->value; }
                """)),
        Explanation(
            "config.unread", "A configuration that nothing reads",
            """
            A configuration is what a module makes its instance from. This module makes no instances, so that a "config"
            would be passed over in silence.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                -   "modules": { "m": { "library": "libm.so.6", "config": { "precise": true },
                +   "modules": { "m": { "library": "libm.so.6",
                                        "declarations": ["double cos(double x)"] } },
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "config.unchecked", "A configuration that cannot be checked",
            """
            The module makes its instance from a configuration and declares no settings, so that a misspelt key or a value
            of the wrong type gives the default in silence. It is a warning. HEDDLE_SETTING in the module's source ends it.
            """),
    ]
}
