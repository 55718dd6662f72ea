// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A host that embeds Heddle, as a package outside of it: it sees what is public, and resolves swift-log alone.
let package = Package(
    name: "picture-host",
    dependencies: [.package(name: "heddle", path: "../..", traits: [])],
    targets: [
        .target(
            name: "PictureFilters", dependencies: [.product(name: "Heddle", package: "heddle")], swiftSettings: strict),
        .executableTarget(name: "picture-host", dependencies: ["PictureFilters"], swiftSettings: strict),
        .testTarget(name: "PictureFiltersTests", dependencies: ["PictureFilters"], swiftSettings: strict),
    ]
)
