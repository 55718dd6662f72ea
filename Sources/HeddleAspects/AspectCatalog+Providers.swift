// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleJSON

extension AspectCatalog {
    /// Makes the providers of a behaviour.
    ///
    /// - Parameters:
    ///   - providers: their names, and what they are as it is written.
    ///   - files: the files that those of one text may write to.
    /// - Returns: the providers, and the mistakes in them at their places.
    package func providers(
        _ providers: [(name: Located<String>, node: JSONNode)], files: (SourceText) -> LineFiles
    ) -> (providers: EventProviders, mistakes: [Diagnostic]) {
        EventProviders.made(of: providers, services, files: files)
    }
}
