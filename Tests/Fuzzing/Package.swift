// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackageDescription

/// The name under which the compiler knows Heddle: that of its folder, with an underscore for what no identifier has.
let heddle = URL(fileURLWithPath: Context.packageDirectory).appendingPathComponent("../..").standardizedFileURL
    .lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Sees the declarations of Heddle that have package access: the compiler knows a package by the name of its folder.
    .unsafeFlags(["-package-name", heddle]),
]

// A package of its own, as all of it is built with `-sanitize=fuzzer`: by scripts/fuzz.
let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(name: "heddle", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "CFuzzer", cSettings: [.treatAllWarnings(as: .error)]),
        // Symbolic links to folders of the tests: what is promised of a reader, and what behaviours are made of, is
        // written once.
        .target(
            name: "FuzzedReaders", dependencies: [.product(name: "Heddle", package: "heddle")], swiftSettings: strict),
        .target(name: "Workbench", exclude: ["validate.py"], swiftSettings: strict),
        .executableTarget(
            name: "fuzz",
            dependencies: ["CFuzzer", "FuzzedReaders", "Workbench", .product(name: "Logging", package: "swift-log")],
            exclude: ["Completeness/CompletenessTests.swift", "Completeness/FormFailuresTests.swift"],
            swiftSettings: strict),
    ]
)
