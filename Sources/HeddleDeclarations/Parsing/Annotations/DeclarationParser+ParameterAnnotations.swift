// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Understands the annotations of a function's parameters, which may speak of each other and of the result.
    mutating func resolve(_ list: ParameterList, returning result: CType) -> [Parameter] {
        let annotations = list.parameters.flatMap(\.annotations)
        if annotations.isEmpty { return list.parameters.map(\.plain) }
        reportRepeated(.instance, in: annotations)
        reportRepeated(.printFormat, in: annotations)
        if !list.isVariadic, let format = annotations.first(where: { $0.word == .printFormat }) {
            reportAnnotation(format, "needs a function that takes further arguments")
        }
        let scope = CountScope(
            parameters: list.parameters.map { .init(name: $0.name?.text, type: $0.type, direction: $0.direction) },
            result: result)
        return list.parameters.map { resolve($0, in: scope) }
    }

    private mutating func reportRepeated(_ word: AnnotationWord, in annotations: [AnnotationUse]) {
        for second in annotations.filter({ $0.word == word }).dropFirst() {
            reportAnnotation(second, "stands on a second parameter")
        }
    }

    private mutating func resolve(_ parameter: ParsedParameter, in scope: CountScope) -> Parameter {
        reportContradictions(in: parameter.annotations)
        for use in parameter.annotations { checkType(use, of: parameter) }
        let direction = parameter.annotations.first { $0.word.direction != nil }
        let words = Set(parameter.annotations.map(\.word))
        let counts = direction.map { resolveCounts(of: $0, in: scope) } ?? (count: nil, written: nil)
        // `_Out_ int pair[2]` says how many there are; without a direction the size of an array says nothing in C.
        let count = counts.count ?? (direction == nil ? nil : parameter.arrayCount.map { .constant($0) })
        let isListed = words.contains(where: \.isTerminated) && !parameter.type.isText
        return Parameter(
            name: parameter.name?.text, type: parameter.type, direction: parameter.direction ?? .in,
            isDirectionDeclared: direction != nil || isListed, count: isListed ? .untilNull : count,
            written: counts.written, isOptional: parameter.isNullable || direction?.word.traits.isOptional ?? false,
            isInstance: words.contains(.instance),
            isBytes: words.contains(.bytes) || direction?.word.traits.isBytes ?? false,
            isRetained: words.contains(.retained), isReleased: words.contains(.released),
            release: parameter.annotations.lazy.compactMap(\.symbol).first, isSecret: words.contains(.secret))
    }

    private mutating func resolveCounts(
        of use: AnnotationUse, in scope: CountScope
    ) -> (count: Parameter.Count?, written: Parameter.Count?) {
        guard case .count(let count, let written) = use.argument else { return (nil, nil) }
        return (
            resolveNoting(count, of: use, at: .beforeCall, in: scope),
            written.flatMap { resolveNoting($0, of: use, at: .afterCall, in: scope) }
        )
    }

    /// What a count means; nil, and a mistake noted, where it means nothing.
    mutating func resolveNoting(
        _ count: CountExpression, of use: AnnotationUse, at time: CountScope.Time, in scope: CountScope
    ) -> Parameter.Count? {
        do throws(Diagnostic) {
            return try resolve(count, of: use, at: time, in: scope)
        } catch {
            report(error)
            return nil
        }
    }

    private mutating func reportContradictions(in uses: [AnnotationUse]) {
        var seen: [AnnotationWord] = []
        for use in uses where !use.word.traits.isOfResult {
            let direction = seen.first { $0.direction != nil }
            if seen.contains(use.word) {
                reportAnnotation(use, "is said twice")
            } else if use.word.direction != nil, let direction {
                reportAnnotation(use, "contradicts \"\(direction.rawValue)\"", advice: "keep one of them")
            } else if let other = seen.first(where: { $0.excludes(use.word) || use.word.excludes($0) }) {
                let isInstance = other == .instance || use.word == .instance
                reportAnnotation(
                    use, "cannot stand with \"\(other.rawValue)\"",
                    advice: isInstance ? "the host passes the instance" : "keep one of them")
            }
            seen.append(use.word)
        }
    }
}

extension ParsedParameter {
    /// The parameter where no annotation says more of it.
    fileprivate var plain: Parameter { Parameter(name: name?.text, type: type, isOptional: isNullable) }

    fileprivate var direction: Parameter.Direction? { annotations.lazy.compactMap(\.word.direction).first }
}

extension AnnotationUse {
    /// The function that it names.
    fileprivate var symbol: String? {
        if case .symbol(let symbol) = argument { symbol } else { nil }
    }
}

extension AnnotationWord {
    private static let ofInstance: Set<AnnotationWord> = [.bytes, .nullTerminated, .inText, .printFormat, .free]

    /// Whether two annotations say what cannot both be.
    fileprivate func excludes(_ other: AnnotationWord) -> Bool {
        let isWritten = other.direction == .out || other.direction == .inout
        return switch self {
        // The instance is the host's: nobody else gives it, and it is not null.
        case .instance:
            other.direction == .out || other.traits.isOptional || other.traits.takesCount
                || Self.ofInstance.contains(other)
        case .nullTerminated: other.traits.takesCount || other.direction == .out || other == .bytes
        case .inText, .inTextOptional: other == .bytes
        case .printFormat: isWritten || other.traits.takesCount || other == .bytes
        case .free: other.direction == .in || other.direction == .inout
        default: false
        }
    }
}
