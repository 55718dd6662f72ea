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

/// A product of a package that the programs alone need: nobody resolves it who depends on the libraries without the
/// trait. A use without the condition would bring its package back into the graph of every host.
func ofCommand(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Command"]))
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

/// The Markdown files of `heddle explain`.
let explanations = [
    "usage", "json", "behaviour", "cases", "declarations", "modules", "actions", "bindings", "calls", "hooks",
    "aspects", "sources", "runs", "recordings", "reports", "failures", "programs",
]

/// The files of `HeddleModule`, which stand in a module of `heddle new` as well.
let moduleSources = [
    "Action", "CDeclared", "CValue", "Failure", "HookedCall", "Host", "Instance", "OtherAction", "Settings", "Text",
]

/// The files from which `heddle new` makes modules.
let templates =
    [
        "c-module.c", "c-test.c", "c-module.json", "c-CMakeLists.txt", "c-README.md",
        "cpp-module.cpp", "cpp-test.cpp", "cpp-module.json", "cpp-CMakeLists.txt", "cpp-README.md",
        "rust-lib.rs", "rust-heddle.rs", "rust-fake_host.rs", "rust-Cargo.toml", "rust-module.json", "rust-README.md",
        "swift-module.swift", "swift-actions.h", "swift-description.c", "swift-CHeddle.modulemap", "swift-CHeddle.h",
        "swift-tests.swift", "swift-fake.h", "swift-fake.c", "swift-Package.swift", "swift-module.json",
        "swift-README.md",
    ] + moduleSources.map { "swift-HeddleModule-\($0).swift" }

let fixtures = ["Numbers", "Texts", "Weaving", "Throwing", "Lifecycle", "Values"]

let package = Package(
    name: "heddle",
    products: [
        .library(name: "Heddle", targets: ["Heddle"]),
        .library(name: "HeddleServices", targets: ["HeddleServices"]),
        .library(name: "HeddleTesting", targets: ["HeddleTesting"]),
        .library(name: "HeddleModule", targets: ["HeddleModule"]),
        .executable(name: "heddle", targets: ["HeddleCommand"]),
        .executable(name: "heddle-fetch", targets: ["HeddleFetch"]),
        .executable(name: "heddle-serve", targets: ["HeddleServe"]),
        .library(name: "FixtureTour", type: .dynamic, targets: ["FixtureTour", "FixtureTourDescription"]),
    ] + fixtures.map { .library(name: "Fixture\($0)", type: .dynamic, targets: ["Fixture\($0)"]) },
    traits: [
        .trait(
            name: "Command",
            description: "The programs heddle and heddle-fetch, and their tests. A host that embeds Heddle writes "
                + "traits: [], and then resolves and builds swift-log alone."),
        .default(enabledTraits: ["Command"]),
    ],
    dependencies: [
        // The command line: Apple's own, with completions, manuals and near-miss suggestions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The logging API that Swift hosts already have a backend for.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Runs heddle-fetch: the subprocess library of the Swift project itself, without its Foundation trait.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Ed25519 for signed behaviours: Apple's own, over BoringSSL.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // The order in which heddle-serve starts and stops its parts: that of the Swift server workgroup.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // The control interface of heddle-serve: HTTP on Unix sockets without a further dependency. Hummingbird would
        // bring 15 packages and minutes of build for six routes that one operator asks.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        layer("HeddleDiagnostics"),
        layer("HeddleDeclarations", sees: ["HeddleDiagnostics"]),
        layer("HeddleJSON", sees: ["HeddleDeclarations", "HeddleDiagnostics"]),
        layer("HeddleSchema", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON"]),

        layer(
            "HeddleBehaviour", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleSchema"]),
        layer(
            "HeddleReport", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleSchema"],
            resources: ["html", "css", "js"].map { .embedInCode("HTML/report.\($0)") }),
        layer(
            "HeddleAspects",
            sees: [
                "HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleSchema",
                .product(name: "Logging", package: "swift-log"),
            ]),
        layer("HeddleWeave", sees: ["HeddleDeclarations"]),
        // Traces and numbers as OpenTelemetry has them, for the programs alone. Its packages would bring a further model
        // of runs beside the events, and Protocol Buffers, where a collector takes JSON as well.
        layer(
            "HeddleTelemetry", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleReport"]),

        // What heddle serve tells the processes in which heddle runs its behaviours, and what they answer: both know it.
        layer(
            "HeddleOrders", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleTelemetry"]),

        // The contract. Packages that depend on the product HeddleModule find its header too.
        .target(name: "CHeddle", path: "include", publicHeadersPath: ".", cSettings: strictC),
        // What a module in Swift is written with. It sees the contract and nothing of the host; heddle new copies it.
        layer("HeddleModule", sees: ["CHeddle"]),
        .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .target(
            name: "CCallBarrier", dependencies: ["CLibFFI", "CHeddle"], cSettings: strictC, cxxSettings: strictCXX),
        // Functions of libc that the command alone puts its own in front of.
        .target(name: "CInterposed", dependencies: ["CCallBarrier"], cSettings: strictC),
        layer("HeddleSystem", sees: ["HeddleDiagnostics", "CCallBarrier"]),
        // Their text in an array of Swift takes the compiler half a minute.
        .target(name: "CSystemLibraries", exclude: ["Declarations"], cSettings: strictC),
        layer(
            "HeddleForeign",
            sees: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleWeave", "HeddleSystem", "CCallBarrier", "CHeddle",
                "CSystemLibraries",
            ]),

        layer(
            "Heddle",
            sees: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleJSON", "HeddleSchema", "HeddleBehaviour",
                "HeddleWeave", "HeddleSystem", "HeddleForeign", "HeddleAspects", "HeddleReport",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Aspects around closures and actions of Swift.
        layer(
            "HeddleServices",
            sees: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleAspects", "HeddleForeign", "Heddle",
                .product(name: "Logging", package: "swift-log"),
            ]),
        layer("HeddleTesting", sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleForeign", "Heddle"]),

        layer(
            "HeddleRemote",
            sees: [
                "HeddleDiagnostics", ofCommand("Subprocess", "swift-subprocess"),
                ofCommand("SystemPackage", "swift-system"),
            ]),

        // Events on their way to servers, collectors and tables, for the programs alone: a host that embeds Heddle
        // needs no SQLite. Like libcurl it names no pkgConfig; Debian's package is libsqlite3-dev.
        .systemLibrary(name: "CSQLite"),
        layer(
            "HeddleDelivery",
            sees: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleJSON", "HeddleAspects", "HeddleSystem",
                "HeddleRemote", "HeddleTelemetry", "CSQLite",
            ]),

        // Runs clang to write bindings.
        layer(
            "HeddleBinder",
            sees: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleForeign", "HeddleSystem",
                ofCommand("Subprocess", "swift-subprocess"),
                ofCommand("SystemPackage", "swift-system"),
            ]),

        // Lines in the terminal, for heddle shell. libedit is found at run time: it needs no header, and stands beside
        // nothing that a user loads.
        .target(name: "CLineEditor", cSettings: strictC),
        layer("HeddleLineEditor", sees: ["CLineEditor"]),

        .executableTarget(
            name: "HeddleCommand",
            dependencies: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleJSON", "HeddleBehaviour", "HeddleAspects",
                "HeddleSystem", "HeddleForeign", "HeddleReport", "Heddle", "HeddleRemote", "HeddleTelemetry",
                "HeddleOrders", "HeddleDelivery", "HeddleBinder", "HeddleLineEditor",
                "CInterposed",
                ofCommand("ArgumentParser", "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                // Runs the command itself, for heddle watch and heddle record.
                ofCommand("Subprocess", "swift-subprocess"),
                ofCommand("SystemPackage", "swift-system"),
            ],
            resources: explanations.map { .embedInCode("Explanations/\($0).md") }
                + templates.map { .embedInCode("Templates/\($0).in") },
            swiftSettings: strict,
            // Functions are bound as the command starts: the report of a crash may not ask the dynamic linker, which
            // native code may have broken. Where its segments begin at two megabytes, the kernel maps large pieces of it
            // at once: heddle test forks a process for each case. Packages that depend on this one see products without
            // this target.
            linkerSettings: [
                .unsafeFlags([
                    "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "max-page-size=0x200000",
                ])
            ]),
        // HTTP and TLS as the system has them, in heddle-fetch alone: heddle starts at once, and no network code stands
        // in the process that runs modules. They name no pkgConfig: a host that embeds Heddle would be told to install
        // them, though it needs neither. Debian's packages are libcurl4-openssl-dev and zlib1g-dev.
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CZlib"),
        .executableTarget(
            name: "HeddleFetch", dependencies: ["HeddleDiagnostics", "CCurl", "CZlib"], swiftSettings: strict),

        // Keys, and behaviours that are signed with them.
        layer(
            "HeddleTrust",
            sees: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", ofCommand("Crypto", "swift-crypto")]),
        // heddle serve: keeps behaviours, and runs them in processes of heddle. It loads no modules.
        .executableTarget(
            name: "HeddleServe",
            dependencies: [
                "HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleSchema", "HeddleBehaviour",
                "HeddleAspects", "HeddleReport", "HeddleSystem", "HeddleRemote", "HeddleTelemetry", "HeddleOrders",
                "HeddleTrust",
                ofCommand("ArgumentParser", "swift-argument-parser"),
                ofCommand("FlyingFox", "FlyingFox"), ofCommand("FlyingSocks", "FlyingFox"),
                ofCommand("ServiceLifecycle", "swift-service-lifecycle"),
                ofCommand("UnixSignals", "swift-service-lifecycle"),
                ofCommand("Subprocess", "swift-subprocess"), ofCommand("SystemPackage", "swift-system"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        tests(of: "HeddleDiagnostics"),
        tests(of: "HeddleDeclarations", also: ["HeddleDiagnostics"]),
        tests(of: "HeddleJSON", also: ["HeddleDeclarations", "HeddleDiagnostics", "Readers"]),
        tests(of: "HeddleBehaviour", also: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "Readers"]),
        // What is promised of readers whatever they are given; the package Tests/Fuzzing has the same folder.
        .target(
            name: "Readers",
            dependencies: [
                "HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON", "HeddleBehaviour", "HeddleForeign",
                "HeddleWeave",
            ],
            path: "Tests/Readers",
            swiftSettings: strict),
        tests(of: "HeddleTrust", also: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON"]),
        tests(of: "HeddleReport", also: ["HeddleDeclarations", "HeddleDiagnostics"]),
        tests(of: "HeddleTelemetry", also: ["HeddleDeclarations"]),
        tests(of: "HeddleOrders", also: ["HeddleDiagnostics", "HeddleJSON", "HeddleTelemetry"]),
        tests(of: "HeddleWeave", also: ["HeddleDeclarations"]),
        tests(of: "HeddleSystem", also: ["HeddleDiagnostics"]),
        tests(
            of: "HeddleForeign",
            also: [
                "HeddleDeclarations", "HeddleDiagnostics", "HeddleWeave", "HeddleSystem", "CCallBarrier",
                "AllocationCounter",
            ]),
        // A module in Swift, as authors write it: without strict memory safety.
        .target(
            name: "FixtureTour", dependencies: ["FixtureTourDescription", "HeddleModule"],
            path: "Tests/Fixtures/Tour/Module", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .target(
            name: "FixtureTourDescription", dependencies: ["CHeddle"], path: "Tests/Fixtures/Tour/Description",
            cSettings: strictC),
        .target(name: "AllocationCounter", path: "Tests/Fixtures/AllocationCounter", cSettings: strictC),
        tests(
            of: "HeddleAspects",
            also: [
                "HeddleDeclarations", "HeddleDiagnostics", "HeddleJSON",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        .testTarget(
            name: "HeddleRemoteTests",
            dependencies: [
                "HeddleRemote", "HeddleDelivery", "HeddleAspects", "HeddleDiagnostics", "HeddleSystem", "HeddleFetch",
                "Workbench", "HeddleCommand",
                ofCommand("Subprocess", "swift-subprocess"), ofCommand("SystemPackage", "swift-system"),
            ],
            exclude: ["Server/server.py"], swiftSettings: strict),
        .testTarget(
            name: "OracleTests",
            dependencies: [
                "HeddleDiagnostics", "HeddleDeclarations", "HeddleWeave", "HeddleForeign", "CCallBarrier", "Workbench",
            ],
            exclude: ["Peers", "Machines/driver.c", "Machines/throwing.cpp"], swiftSettings: strict),
        .testTarget(
            name: "ContractTests", dependencies: ["Workbench"], exclude: ["Fixtures"], swiftSettings: strict),
        .target(
            name: "Workbench", path: "Tests/Workbench", exclude: ["validate.py", "xdg-open"], swiftSettings: strict),
        tests(
            of: "Heddle",
            also: [
                "HeddleBehaviour", "HeddleDeclarations", "HeddleDiagnostics", "HeddleForeign", "HeddleJSON",
                "HeddleReport", "HeddleSystem", "Readers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        // Sees the public declarations alone, as a package that depends on this one does.
        .testTarget(
            name: "HeddleClientTests", dependencies: ["Heddle", "HeddleServices"], packageAccess: false,
            swiftSettings: strict),
        tests(
            of: "HeddleServices",
            also: [
                "Heddle", "HeddleDeclarations", "HeddleDiagnostics", "HeddleForeign",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        tests(
            of: "HeddleTesting",
            also: ["HeddleDeclarations", "HeddleDiagnostics", "HeddleForeign", "Heddle", "HeddleReport"]),
        .testTarget(
            name: "HeddleServeTests",
            dependencies: [
                "HeddleServe", "HeddleCommand", "HeddleFetch", "HeddleDiagnostics", "HeddleTrust", "Workbench",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HeddleCommandTests",
            dependencies: ["HeddleCommand", "HeddleFetch", "HeddleDeclarations", "HeddleDiagnostics", "Workbench"],
            exclude: ["Golden"],
            swiftSettings: strict),
    ] + fixtures.map(fixture),
    cxxLanguageStandard: .cxx17
)

// The benchmarks and the fuzzers look at the inside of Heddle, so they are of its package. They are built where
// HEDDLE_BUILD asks for them, by scripts/benchmarks and scripts/fuzz: nobody who uses Heddle builds them. For the thread
// sanitizer scripts/threads leaves the programs out, with the packages that they alone need, and all tests but those of
// what threads share.
switch Context.environment["HEDDLE_BUILD"] {
case "benchmarks":
    package.dependencies.append(.package(path: "Benchmarks/Fixture"))
    package.targets += [
        .target(
            name: "CMeasure", path: "Benchmarks/Sources/CMeasure", cSettings: strictC,
            linkerSettings: [.linkedLibrary("ffi")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CMeasure", "Heddle", "HeddleAspects", "HeddleBehaviour", "HeddleDeclarations", "HeddleDiagnostics",
                "HeddleForeign", "HeddleJSON", "HeddleReport", "HeddleSchema", "HeddleSystem", "HeddleWeave",
                .product(name: "BenchmarkFixture", package: "Fixture"),
                ofCommand("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Benchmarks/Sources/benchmarks", swiftSettings: strict),
    ]
case "fuzzing":
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Fuzzing/Sources/CFuzzer", cSettings: strictC),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "Readers", "Workbench", "Heddle", "HeddleDeclarations", "HeddleDiagnostics",
                "HeddleForeign", "HeddleReport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Fuzzing/Sources/fuzz",
            exclude: ["Completeness/CompletenessTests.swift", "Completeness/FormFailuresTests.swift"],
            swiftSettings: strict),
    ]
case "threads":
    let programs: Set = ["HeddleCommand", "HeddleFetch", "HeddleServe"]
    let parts: Set = [
        "HeddleTrust", "HeddleTelemetry", "HeddleOrders", "HeddleRemote", "HeddleDelivery", "HeddleBinder",
    ]
    let tests: Set = [
        "HeddleTests", "HeddleForeignTests", "HeddleReportTests", "HeddleServicesTests", "HeddleClientTests",
    ]
    package.products.removeAll { ["heddle", "heddle-fetch", "heddle-serve"].contains($0.name) }
    package.targets.removeAll { target in
        programs.union(parts).contains(target.name) || target.type == .test && !tests.contains(target.name)
    }
default: break
}
