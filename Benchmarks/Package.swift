// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
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
