// SPDX-License-Identifier: Apache-2.0

/// The type that a declarator gives a name, from the name outwards.
struct Declarator {
    /// One step outwards.
    enum Step {
        case pointer(isConst: Bool, isNullable: Bool)
        /// The range matters only for an array of 0 elements.
        case array(count: Int?, range: Range<Int>)
        case function(ParameterList)
    }

    /// The name; nil if the declarator has none.
    var name: Token?
    /// The steps, such as array, pointer, function for `(*name[3])(void)`.
    var steps: [Step] = []
    /// Its place.
    var range: Range<Int> = 0..<0

    /// The parameters as they were read, if the name itself is a function; otherwise nil.
    var functionParameters: [ParsedParameter]? {
        if case .function(let list) = steps.first { list.parameters } else { nil }
    }
}

/// The parameters of a function as they were read.
struct ParameterList {
    var parameters: [ParsedParameter] = []
    var isVariadic = false
}

/// A parameter before its annotations are interpreted, because they may refer to later parameters.
struct ParsedParameter {
    var name: Token?
    let type: CType
    /// The number of elements in its declaration, as in `int pair[2]`, before it became a pointer.
    var arrayCount: Int?
    var isNullable = false
    var annotations: [AnnotationUse] = []
    /// Its place.
    var range: Range<Int> = 0..<0
}
