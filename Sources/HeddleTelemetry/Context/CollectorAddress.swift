// SPDX-License-Identifier: Apache-2.0

/// The URL that a collector takes one kind of data at.
package struct CollectorAddress: Hashable, Sendable {
    package let url: String

    /// - Parameters:
    ///   - url: the whole URL, or an endpoint without a path.
    ///   - path: the path that an endpoint has for the kind of data, such as `v1/traces`.
    package init(_ url: String, path: String) {
        let base = url.prefix { $0 != "?" && $0 != "#" }
        let isEndpoint = base.split(separator: "/", omittingEmptySubsequences: true).count == 2
        self.url = isEndpoint ? base + (base.hasSuffix("/") ? "" : "/") + path + url[base.endIndex...] : url
    }
}
