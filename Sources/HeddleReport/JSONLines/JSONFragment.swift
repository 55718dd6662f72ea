// SPDX-License-Identifier: Apache-2.0

/// The common parts of the lines of calls, expectations and cases, as JSON text.
enum JSONFragment {
    static let call = Array(#"{"event":"call","index":"#.utf8)
    static let name = Array(#","call":""#.utf8)
    static let arguments = Array(#"","with":["#.utf8)
    static let comma = Array(",".utf8)
    static let result = Array(#"],"status":"returned","result":"#.utf8)
    static let noResult = Array(#"],"status":"returned""#.utf8)
    static let failed = Array(#"],"status":"failed""#.utf8)
    static let skipped = Array(#"],"status":"skipped""#.utf8)
    static let nothingElse = Array(#","out":{},"errno":0,"ns":"#.utf8)
    static let nanoseconds = Array(#","ns":"#.utf8)
    static let expectation = Array(#"{"event":"expectation","index":"#.utf8)
    static let held = Array(#","held":true,"expected":"#.utf8)
    static let notHeld = Array(#","held":false,"expected":"#.utf8)
    static let actual = Array(#","actual":"#.utf8)
    static let path = Array(#","path":""#.utf8)
    static let place = Array(#","at":"#.utf8)
    static let start = Array(#","start":"#.utf8)
    static let worker = Array(#","worker":"#.utf8)
    static let caseStarted = Array(#"{"event":"caseStarted","id":""#.utf8)
    static let caseEnded = Array(#"{"event":"caseEnded","id":""#.utf8)
    static let caseName = Array(#"","name":""#.utf8)
    static let noTags = Array(#"","tags":[]"#.utf8)
    static let attempt = Array(#","attempt":"#.utf8)
    static let passed = Array(#","outcome":"passed","ns":"#.utf8)
    static let quote = Array("\"".utf8)
    static let close = Array("}".utf8)
    static let end = Array("}\n".utf8)

    /// The maximum number of their bytes in one line.
    static let room = 256
}
