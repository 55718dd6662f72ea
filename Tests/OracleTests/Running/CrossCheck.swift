// SPDX-License-Identifier: Apache-2.0

import Workbench

/// The results of the compilers themselves: each calls the code that each has compiled.
struct CrossCheck {
    /// The disagreement of two compilers about one case.
    struct Disagreement: Hashable {
        let number: Int
        /// `gcc calls clang`, where the callee is the second.
        let direction: String
        /// `arguments`, `result` or `crash`.
        let part: String
    }

    let disagreements: [Disagreement]

    /// The cases on which the compilers disagree.
    var numbers: Set<Int> { Set(disagreements.map(\.number)) }

    /// The cases that fail between two units of the same compiler: mistakes of the oracle itself.
    var mistakes: [Disagreement] {
        disagreements.filter { ["gcc calls gcc", "clang calls clang"].contains($0.direction) }
    }

    /// Runs the program that calls each case in all four ways.
    init(gcc: String, clang: String, cases: [OracleCase], in folder: ScratchFolder) throws {
        let numbers = cases.filter { $0.declared == nil }.map { "\($0.number)" }.joined(separator: ",")
        let source = try folder.write("cross.c", "static const int numbers[] = {\(numbers)};\n\(program)")
        let program = folder("cross")
        _ = try Program(["gcc", "-w", "-O0", source, "-o", program, "-ldl"]).output()
        disagreements = try Program([program, gcc, clang]).output().split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, let number = Int(words[0]) else { return nil }
            return Disagreement(number: number, direction: "\(words[1]) calls \(words[2])", part: String(words[3]))
        }
    }
}

/// A child makes the calls; what it crashes at is noted in shared memory, and the next child goes on behind it.
private let program = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/wait.h>
    #include <unistd.h>
    static const char *const names[] = {"gcc", "clang"};
    static void *callers[2], *callees[2];
    static const int count = sizeof numbers / sizeof *numbers;
    static void *symbol(void *library, const char *name, int number) {
        char full[64];
        snprintf(full, sizeof full, number < 0 ? "%s" : "%s_%d", name, number);
        return dlsym(library, full);
    }
    static int held(void *library) { return ((int (*)(void))symbol(library, "seen_is_expected", -1))(); }
    static void expect(void *library, int number, int back) {
        ((void (*)(int, int))symbol(library, "expect", -1))(number, back);
    }
    static void try(int number, int caller, int callee) {
        void *back = symbol(callers[caller], "back", number), *callback = symbol(callees[callee], "case", number);
        expect(callees[callee], number, 0);
        expect(callers[caller], number, 1);
        ((void (*)(void *))back)(callback);
        const char *part = !held(callees[callee]) ? "arguments" : !held(callers[caller]) ? "result" : 0;
        if (part) printf("%d %s %s %s\\n", number, names[caller], names[callee], part);
    }
    // A name space of its own for each callee, so that it has its own notes also where it calls itself.
    static int load(const char *path, int place) {
        callers[place] = dlopen(path, RTLD_NOW);
        callees[place] = dlmopen(LM_ID_NEWLM, path, RTLD_NOW);
        return callers[place] && callees[place];
    }
    int main(int argc, char **argv) {
        int *next = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (!load(argv[1], 0) || !load(argv[2], 1)) return fprintf(stderr, "%s\\n", dlerror()), 1;
        while (*next < count * 4) {
            int status;
            if (fork() == 0) {
                alarm(60);
                for (; *next < count * 4; ++*next) {
                    try(numbers[*next / 4], *next % 4 / 2, *next % 2);
                    fflush(stdout);
                }
                _exit(0);
            }
            wait(&status);
            if (status == 0) continue;
            printf("%d %s %s crash\\n", numbers[*next / 4], names[*next % 4 / 2], names[*next % 2]);
            fflush(stdout);
            ++*next;
        }
        return 0;
    }

    """
