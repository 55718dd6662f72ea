// SPDX-License-Identifier: Apache-2.0

/// The URL that a collector takes one kind of data at.
package struct CollectorAddress: Hashable, Sendable {
    package let url: String

    /// - Parameters:
    ///   - url: the whole URL, or an endpoint without a path.
    ///   - path: the path that an endpoint has for the kind of data, such as `v1/traces`.
    package init(_ url: String, path: String) {
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        self.url = parts.count == 2 ? (url.hasSuffix("/") ? url : url + "/") + path : url
    }
}
