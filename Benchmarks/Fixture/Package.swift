// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own, because only the product of another package can be built along with an executable. It is
// loaded by Heddle at run time, as any module is.
let package = Package(
    name: "fixture",
    products: [
        .library(name: "BenchmarkFixture", type: .dynamic, targets: ["BenchmarkFixture"])
    ],
    targets: [
        .target(name: "BenchmarkFixture", cSettings: [.treatAllWarnings(as: .error)])
    ]
)
