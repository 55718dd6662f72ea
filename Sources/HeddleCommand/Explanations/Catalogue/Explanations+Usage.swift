// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let usage = ExplanationGroup(
        "The command line",
        [
            Explanation(
                "usage.code", "A code that does not exist",
                """
                heddle explain was asked about a code that no diagnostic and no failure of Heddle has. Failures that a
                module reports have codes of the module's own, which only its author can explain. Without a code
                heddle explain lists all that there are.
                """,
                .command(
                    """
                    - heddle explain hook.order-law
                    + heddle explain hook.order
                    """)),
            Explanation(
                "usage.declaration", "A declaration without a function",
                """
                heddle call takes the C declaration of the function that is to be called. What stands there declares
                only types, so that there is nothing to call. Write the function's declaration behind the types that
                it needs.
                """,
                .command(
                    """
                    - heddle call libc.so.6 'typedef long number;' 3
                    + heddle call libc.so.6 'typedef long number; number labs(number n)' 3
                    """)),
            Explanation(
                "watch.refused", "The system does not let files be watched",
                """
                heddle watch has the system tell it of changes, by inotify, and the system has no more of what that
                needs: each user may have a number of watchers and of watched folders, which are the files in
                /proc/sys/fs/inotify, and each process a number of descriptors, which ulimit -n says. End other programs
                that watch files, or raise the number that the message names. The exit status is 8.
                """),
        ])
}
