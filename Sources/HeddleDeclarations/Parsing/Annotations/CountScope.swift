// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The names that a count may use.
struct CountScope {
    /// The moment at which the count must be known.
    enum Time {
        case beforeCall
        case afterCall
    }

    /// One of the function's parameters.
    struct Entry {
        let name: String?
        let type: CType
        let direction: Parameter.Direction?
        /// True if the function reads a text here that ends with NUL.
        let isTerminated: Bool
    }

    let parameters: [Entry]
    /// The result of the function.
    let result: CType
    /// False for a structure, whose fields stand in the place of parameters.
    var isOfFunction = true
    /// The name of the parameter that is counted, if it has one.
    var subject: String?
}

extension CountScope {
    /// The names that a count in a structure may use.
    init(fields: [RecordType.Member]) {
        self.init(
            parameters: fields.map { Entry(name: $0.name, type: $0.type, direction: nil, isTerminated: false) },
            result: .void, isOfFunction: false)
    }
}

extension CountScope {
    func index(of name: Token) -> Int? {
        parameters.firstIndex { $0.name == name.text }
            ?? Parameter.index(ofPosition: name.text, among: parameters.count)
    }

    /// The parameter or constant that was meant; by their positions where parameters have no names.
    func advice(_ name: String, besides constants: [String]) -> String? {
        didYouMean(name, among: parameters.compactMap(\.name) + constants.filter { $0 != name })
            ?? (parameters.contains { $0.name == nil } ? "write \"$1\" for the first parameter, and so on" : nil)
    }
}
