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
func layer(_ name: String, sees dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, also dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: strict)
}

let package = Package(
    name: "heddle",
    products: [
    ],
    dependencies: [
        // The command line: Apple's own, with completions, manuals and near-miss suggestions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The logging API that Swift hosts already have a backend for.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        layer("Diagnostics"),
        layer("Declarations", sees: ["Diagnostics"]),

        layer("Behaviour", sees: ["Declarations", "Diagnostics"]),
        layer("Report", sees: ["Declarations", "Diagnostics"]),
        layer("Aspects", sees: ["Declarations", "Diagnostics", .product(name: "Logging", package: "swift-log")]),
        layer("Weave", sees: ["Declarations"]),

        .systemLibrary(name: "CHeddle", path: "include"),
        .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .target(name: "CCallBarrier", dependencies: ["CLibFFI", "CHeddle"], cSettings: strictC, cxxSettings: strictCXX),
        layer("Foreign", sees: ["Diagnostics", "Declarations", "Weave", "CLibFFI", "CCallBarrier", "CHeddle"]),

        tests(of: "Diagnostics"),
        tests(of: "Declarations", also: ["Diagnostics"]),
        tests(of: "Behaviour", also: ["Declarations", "Diagnostics"]),
        tests(of: "Report", also: ["Declarations", "Diagnostics"]),
        tests(
            of: "Aspects",
            also: [
                "Declarations", "Diagnostics", .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]),
        .testTarget(name: "ContractTests", exclude: ["Fixtures"], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
