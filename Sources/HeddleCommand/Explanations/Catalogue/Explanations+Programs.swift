// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let programs = ExplanationGroup(
        "Programs that host modules",
        [
            Explanation(
                "service.name", "A text that names no action",
                """
                A program asked for a service by a text that has no dot. An action is named module.action, where the
                module is known by the name under which the host has loaded it.
                """,
                .program(
                    """
                    - let cosine = try host.service("cos", as: ((Double) -> Double).self)
                    + let cosine = try host.service("m.cos", as: ((Double) -> Double).self)
                    """)),
            Explanation(
                "service.type", "Types of Swift that do not fit the declaration",
                """
                A service is checked against the C declaration of its action before it is ever called: each argument
                and the output have to be of a type that the declaration takes or gives, and an Optional where it may be
                null. Both types are shown.
                """,
                .program(
                    """
                    - let cosine = try host.service("m.cos", as: ((String) -> Double).self)
                    + let cosine = try host.service("m.cos", as: ((Double) -> Double).self)
                    """)),
            Explanation(
                "script.declaration", "A scripted action that is not declared by one function",
                """
                An action whose body is written in Swift is declared as C would declare it, by exactly one function.
                What stands there declares several, or none.
                """,
                .program(
                    """
                      try host.script("shop", [
                    -     ScriptedAction("typedef int price;") { _ in .number(.integer(42)) }
                    +     ScriptedAction("int price(const char *name)") { _ in .number(.integer(42)) }
                      ])
                    """)),
            Explanation(
                "script.unsupported", "A scripted action of a form that a body in Swift cannot have",
                """
                The body of a scripted action gets the arguments and returns one result. It cannot write into its
                arguments, take further arguments, or return memory that is not a text. Return what it found instead.
                """,
                .program(
                    """
                      try host.script("shop", [
                    -     ScriptedAction("void price(const char *name, _Out_ int *price)") { _ in nil }
                    +     ScriptedAction("int price(const char *name)") { _ in .number(.integer(42)) }
                      ])
                    """)),
            Explanation(
                "thrown", "A scripted action threw an error",
                """
                The body of a scripted action threw an error that is no Failure. The message is the error's own text.
                Throw a Failure to give the call a code that can be expected, retried on or looked up.
                """,
                .program(
                    """
                      ScriptedAction("int price(const char *name)") { _ in
                    -     throw CancellationError()
                    +     throw Failure(code: "soldOut", message: "there are none left")
                      }
                    """)),
            Explanation(
                "stub", "The answer of a stub does not fit the action",
                """
                A test has put an answer in the place of an action, and the answer is not what the declaration of the
                action returns. The message says what it wants.
                """,
                .program(
                    """
                    - try host.stub("m.cos", returning: .string("one"))
                    + try host.stub("m.cos", returning: .number(.decimal("1.0")))
                    """)),
        ])
}
