// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// A module that offers services to the one that is validated.
struct Provider: Sendable {
    /// The file as the user gave it.
    let file: String
    /// Its absolute path.
    let path: String
    /// The names of the services, as its description has them.
    let services: [String]

    /// - Throws: why the file is no module.
    init(_ file: String) throws(Diagnostics) {
        self.file = file
        path = (try? System.realPath(of: file)) ?? file
        services = try LibraryFile(named: path).description?.offersToModules ?? []
        if services.isEmpty { throw Diagnostics([.offersNothing(file)]) }
    }
}
