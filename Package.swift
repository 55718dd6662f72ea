// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every Swift target is built with: strict memory safety and every warning are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let strictC: [CSetting] = [.treatAllWarnings(as: .error)]
let strictCXX: [CXXSetting] = [.treatAllWarnings(as: .error)]

/// A layer of the house: it sees what it names here and nothing else.
func layer(_ name: String, sees dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(of name: String, also dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "Workbench"] + dependencies,
        swiftSettings: strict)
}

/// A module that tests load: a dynamic library beside the test executable.
func fixture(_ name: String) -> Target {
    .target(
        name: "Fixture\(name)", path: "Tests/Fixtures/\(name)", publicHeadersPath: ".",
        cSettings: strictC + [.headerSearchPath("../../../include")],
        cxxSettings: strictCXX + [.headerSearchPath("../../../include")])
}

let fixtures = ["Numbers", "Texts", "Weaving", "Throwing", "Lifecycle", "Values"]

let package = Package(
    name: "heddle",
    products: [
        .library(name: "Heddle", targets: ["Heddle"]),
        .library(name: "HeddleTesting", targets: ["HeddleTesting"]),
        .executable(name: "heddle", targets: ["heddle"]),
        .executable(name: "heddle-fetch", targets: ["heddle-fetch"]),
    ] + fixtures.map { .library(name: "Fixture\($0)", type: .dynamic, targets: ["Fixture\($0)"]) },
    dependencies: [
        // The command line: Apple's own, with completions, manuals and near-miss suggestions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The logging API that Swift hosts already have a backend for.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // HTTP and TLS of the Swift server field; linked into heddle-fetch alone, so that heddle starts at once and no
        // network code stands in the process that runs modules.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        // Runs heddle-fetch: the subprocess library of the Swift project itself, without its Foundation trait.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        layer("Diagnostics"),
        layer("Declarations", sees: ["Diagnostics"]),
        layer("Schema", sees: ["Declarations"]),

        layer("Behaviour", sees: ["Declarations", "Diagnostics", "Schema"]),
        layer(
            "Report", sees: ["Declarations", "Diagnostics"],
            resources: ["html", "css", "js"].map { .embedInCode("HTML/report.\($0)") }),
        layer(
            "Aspects", sees: ["Declarations", "Diagnostics", "Schema", .product(name: "Logging", package: "swift-log")]),
        layer("Weave", sees: ["Declarations"]),

        .systemLibrary(name: "CHeddle", path: "include"),
        .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .target(
            name: "CCallBarrier", dependencies: ["CLibFFI", "CHeddle"], cSettings: strictC, cxxSettings: strictCXX),
        // Functions of libc that the command alone puts its own in front of.
        .target(name: "CInterposed", dependencies: ["CCallBarrier"], cSettings: strictC),
        layer("Foreign", sees: ["Diagnostics", "Declarations", "Weave", "CCallBarrier", "CHeddle"]),

        layer(
            "Heddle",
            sees: [
                "Diagnostics", "Declarations", "Schema", "Behaviour", "Weave", "Foreign", "Aspects", "Report",
                .product(name: "Logging", package: "swift-log"),
            ]),

        layer("HeddleTesting", sees: ["Declarations", "Diagnostics", "Foreign", "Heddle"]),

        layer(
            "Remote",
            sees: [
                "Diagnostics", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),

        // Runs clang to write bindings.
        layer(
            "Binder",
            sees: [
                "Diagnostics", "Declarations", "Foreign",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),

        .executableTarget(
            name: "heddle",
            dependencies: [
                "Diagnostics", "Declarations", "Behaviour", "Aspects", "Foreign", "Report", "Heddle", "Remote",
                "Binder", "CInterposed",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                // Runs the command itself, for heddle watch and heddle record.
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict,
            // Functions are bound as the command starts: the report of a crash may not ask the dynamic linker, which
            // native code may have broken. Packages that depend on this one see products without this target.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),
        .executableTarget(
            name: "heddle-fetch",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        tests(of: "Diagnostics"),
        tests(of: "Declarations", also: ["Diagnostics"]),
        tests(of: "Behaviour", also: ["Declarations", "Diagnostics", "Readers"]),
        // What is promised of readers whatever they are given; the package Tests/Fuzzing has the same folder.
        .target(
            name: "Readers", dependencies: ["Declarations", "Diagnostics", "Behaviour", "Weave"], path: "Tests/Readers",
            swiftSettings: strict),
        tests(of: "Report", also: ["Declarations", "Diagnostics"]),
        tests(of: "Weave", also: ["Declarations"]),
        tests(of: "Foreign", also: ["Declarations", "Diagnostics", "Weave", "CCallBarrier", "AllocationCounter"]),
        .target(name: "AllocationCounter", path: "Tests/Fixtures/AllocationCounter", cSettings: strictC),
        tests(
            of: "Aspects",
            also: [
                "Declarations", "Diagnostics", .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        tests(
            of: "Remote",
            also: [
                "Diagnostics", "heddle-fetch", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(
            name: "OracleTests", dependencies: ["Diagnostics", "Declarations", "Weave", "Foreign", "Workbench"],
            exclude: ["Peers"], swiftSettings: strict),
        .testTarget(
            name: "ContractTests", dependencies: ["Workbench"], exclude: ["Fixtures"], swiftSettings: strict),
        .target(name: "Workbench", path: "Tests/Workbench", exclude: ["validate.py"], swiftSettings: strict),
        tests(
            of: "Heddle",
            also: [
                "Behaviour", "Declarations", "Diagnostics", "Foreign", "Report",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        tests(of: "HeddleTesting", also: ["Declarations", "Diagnostics", "Foreign", "Heddle", "Report"]),
        .testTarget(
            name: "CommandTests", dependencies: ["heddle", "heddle-fetch", "Workbench"], exclude: ["Golden"],
            swiftSettings: strict),
    ] + fixtures.map(fixture),
    cxxLanguageStandard: .cxx17
)
