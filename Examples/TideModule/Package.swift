// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A module in Swift as a package that depends on Heddle: it sees the contract and `HeddleModule`, and nothing of the host.
let package = Package(
    name: "tides",
    products: [.library(name: "tides", type: .dynamic, targets: ["tides", "Description"])],
    dependencies: [.package(name: "heddle", path: "../..", traits: [])],
    targets: [
        .target(name: "tides", dependencies: ["Description", .product(name: "HeddleModule", package: "heddle")]),
        // What the module describes of itself.
        .target(name: "Description", dependencies: [.product(name: "HeddleModule", package: "heddle")]),
    ]
)
