// SPDX-License-Identifier: Apache-2.0

/// The cases of one file, written already.
struct JUnitSuite {
    let name: String
    private(set) var counts = JUnitCounts()
    /// The places of the first cases, which are in a store.
    private(set) var kept: [Range<Int>] = []
    /// The text of the cases behind these.
    private(set) var text: [UInt8] = []

    /// A suite with its first case.
    init(_ testCase: JUnitCase) {
        name = testCase.file
        add(testCase)
    }

    mutating func add(_ testCase: JUnitCase) {
        counts.add(testCase)
        text += testCase.text.utf8
    }

    /// Moves the text into a store. Returns whether there was room for it.
    mutating func move(into store: ReportStore) -> Bool {
        if text.isEmpty { return true }
        guard let place = store.keep(text) else { return false }
        kept.append(place)
        text = []
        return true
    }
}

/// The numbers of a suite or of the whole document.
struct JUnitCounts {
    private var tests = 0
    private var failures = 0
    private var errors = 0
    private var skipped = 0
    /// The number of cases that passed and in which nothing was expected.
    private(set) var unjudged = 0
    private var nanoseconds: UInt64 = 0

    mutating func add(_ testCase: JUnitCase) {
        tests += 1
        switch testCase.kind {
        case .failure: failures += 1
        case .error: errors += 1
        case nil: skipped += testCase.isSkipped ? 1 : 0
        }
        unjudged += testCase.isUnjudged ? 1 : 0
        nanoseconds = nanoseconds.addingWithoutOverflow(testCase.nanoseconds)
    }

    mutating func add(_ other: JUnitCounts) {
        tests += other.tests
        failures += other.failures
        errors += other.errors
        skipped += other.skipped
        unjudged += other.unjudged
        nanoseconds = nanoseconds.addingWithoutOverflow(other.nanoseconds)
    }

    /// The attributes of the whole document.
    var attributes: String {
        " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(nanoseconds.decimal(places: 9))\""
    }

    var suiteAttributes: String { attributes + " skipped=\"\(skipped)\"" }
}
