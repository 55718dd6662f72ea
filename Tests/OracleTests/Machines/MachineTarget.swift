// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import HeddleForeign

/// A machine that C can be compiled for, and run on or as if on it.
enum MachineTarget: String, CaseIterable {
    case x86_64 = "x86_64-linux-gnu"
    case aarch64 = "aarch64-linux-gnu"
    case s390x = "s390x-linux-gnu"
    case powerpc64le = "powerpc64le-linux-gnu"
    case riscv64 = "riscv64-linux-gnu"

    /// The folder in which `scripts/machines` has built libffi for each machine; nil where it has not.
    static let folder = ProcessInfo.processInfo.environment["HEDDLE_MACHINES"]

    var machine: Machine {
        switch self {
        case .x86_64: .x86_64
        case .aarch64: .aarch64
        case .s390x: .s390x
        case .powerpc64le: .powerpc64le
        case .riscv64: .riscv64
        }
    }

    /// The words of the machine's registers; nil where Heddle has no transfer for it. The driver compares them with
    /// those of `machine.h`.
    var words: RegisterWords? {
        switch self {
        case .x86_64: RegisterWords(integers: 6, ofFloat: 1, registers: 14, resultIntegers: 2)
        case .aarch64: RegisterWords(integers: 10, ofFloat: 2, registers: 26, resultIntegers: 2)
        case .s390x, .powerpc64le, .riscv64: nil
        }
    }

    /// The kinds of cases that are made for it: where libffi is told nothing but types, those that it has types for.
    var kinds: Set<Kind> {
        words == nil
            ? [.scalars, .smallRecord, .largeRecord, .nested, .array, .enumeration, .text, .stack]
            : Set(Kind.allCases)
    }

    /// How many of 100 such cases are run at least in each way: the others have types that are refused there.
    var least: [MachineCase.Way: Int] {
        switch self {
        case .x86_64: [.own: 98, .types: 10, .words: 75]
        case .aarch64: [.own: 60, .types: 10, .words: 60]
        case .s390x, .powerpc64le, .riscv64: [.types: 90]
        }
    }

    /// The commands that compile C and C++ for it. `char` is signed everywhere, as it is where the cases are made.
    var compilers: (c: [String], cxx: [String]) {
        let flags = ["-fsigned-char", "-w", "-Wno-psabi", "-pthread", "-D_GNU_SOURCE"]
        let include = self == .x86_64 ? [] : ["-I\(Self.folder ?? "")/\(rawValue)/include"]
        return (
            ["\(rawValue)-gcc", "-std=gnu17"] + flags + include, ["\(rawValue)-g++", "-std=c++17"] + flags + include
        )
    }

    /// How a program is linked with libffi, and run.
    var libffi: [String] {
        self == .x86_64 ? ["-lffi"] : ["\(Self.folder ?? "")/\(rawValue)/lib/libffi.a", "-static"]
    }

    var emulator: [String] {
        switch self {
        case .x86_64: []
        case .aarch64: ["qemu-aarch64"]
        case .s390x: ["qemu-s390x"]
        case .powerpc64le: ["qemu-ppc64le"]
        case .riscv64: ["qemu-riscv64"]
        }
    }
}
