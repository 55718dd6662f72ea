// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: path))) }
