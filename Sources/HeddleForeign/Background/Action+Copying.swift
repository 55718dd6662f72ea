// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Action {
    /// The reason why a function of C cannot look at copies of its calls later; nil where it can.
    func obstacle(toCopying extent: CallExtent) -> String? {
        let parameters = zip(signature.parameters, shape.parameters).prefix(extent.parameters)
        for (index, (parameter, passing)) in parameters.enumerated() {
            let name = signature.name(of: index)
            if parameter.isReleased { return "\(signature.symbol) releases \(name)" }
            if let reason = passing.obstacle { return "\(name) of \(signature.symbol) \(reason)" }
        }
        if extent.hasResult, let reason = shape.result.obstacle {
            return "the result of \(signature.symbol) \(reason)"
        }
        let seesFurther = signature.isVariadic && extent.parameters > signature.parameters.count
        return seesFurther ? "\(signature.symbol) takes variadic arguments" : nil
    }
}

extension ParameterPassing {
    fileprivate var obstacle: String? {
        switch self {
        case .value(let element), .pointed(let element, _): element.obstacle
        case .run(let run): run.element.obstacle
        case .received: "receives a pointer to what may be gone by then"
        // The module's instance is there until the behaviour's calls and hooks are over.
        case .instance: nil
        }
    }
}

extension ResultPassing {
    fileprivate var obstacle: String? {
        switch self {
        case .void: nil
        case .value(let element), .pointed(let element): element.obstacle
        case .run(let run): run.element.obstacle
        }
    }
}

extension ValueLayout {
    /// The reason why its bytes and texts are not all of it.
    fileprivate var obstacle: String? {
        switch self {
        case .scalar, .characters, .text, .wideText: nil
        case .sharedText: "is a text in a union, which may be something else"
        case .handle(let target): "is a handle of \(target.name), which may be gone by then"
        case .function: "is a function, which may be gone by then"
        case .array(let element, _): element.obstacle
        case .record(let shape): shape.obstacle
        }
    }
}

extension RecordShape {
    fileprivate var obstacle: String? {
        for field in fields {
            if field.isBuffer { return "has a field \(field.name) that leads to values, which may be gone by then" }
            guard let element = field.element else { continue }
            if case .sharedText = element { return "has a text in a union, which may be something else" }
            if let reason = element.obstacle { return "has a field \(field.name) that \(reason)" }
        }
        return nil
    }
}
