// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackageDescription

/// The name under which the compiler knows Heddle: that of its folder, with an underscore for what no identifier has.
let heddle = URL(fileURLWithPath: Context.packageDirectory).appendingPathComponent("..").standardizedFileURL
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

// A package of its own, so that nobody who uses Heddle builds it.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "heddle", path: ".."),
        .package(path: "Fixture"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "CMeasure", cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("ffi")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CMeasure",
                .product(name: "BenchmarkFixture", package: "Fixture"),
                .product(name: "Heddle", package: "heddle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)
