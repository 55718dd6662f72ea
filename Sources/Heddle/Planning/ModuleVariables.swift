// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The variables of a module, each of which lies at a place in memory. A path that begins with the name of the module
/// leads to them.
final class ModuleVariables {
    /// The types, by the names of the variables.
    let shape: ValueShape
    /// It stands for the library, whose handles they are.
    let giver: Action
    private let module: Module

    /// Nil for a module without a library.
    init?(of module: Module) {
        guard !module.library.isAbsent,
            let giver = try? Action.standingFor(
                module.library, named: module.qualified("variables"), constants: module.constants)
        else { return nil }
        self.giver = giver
        self.module = module
        let types = module.variableNames.compactMap { name in module.typeOfVariable(name).map { (name, $0) } }
        shape = .variables(Dictionary(types) { first, _ in first })
    }

    /// The handles of the places, by the names of the variables. Those that the library lacks are left out.
    private(set) lazy var handles = Value.object(
        module.variableNames.compactMap { symbol in
            guard let type = module.typeOfVariable(symbol), let handle = try? module.library.variable(symbol, type)
            else { return nil }
            return Value.Member(symbol, handle)
        })
}

extension Module {
    /// The type of a variable; of an array without a size the library knows how many elements there are.
    fileprivate func typeOfVariable(_ name: String) -> CType? {
        guard let type = variable(name)?.type else { return nil }
        guard case .array(let element, nil) = type.canonical, let size = library.size(ofData: name),
            size > 0, let one = element.defined.layout?.size, one > 0
        else { return type }
        return .array(of: element, count: size / one)
    }
}

extension Planner {
    /// Lets references lead to the constants of modules, behind their names. A value that a step saves under the name of a
    /// module comes first.
    mutating func giveConstants() {
        let steps = [behaviour.steps] + behaviour.cases.map(\.steps)
        let constants = modules.byName.filter { name, module in
            !module.constants.isEmpty && steps.allSatisfy { $0.number(ofSaved: name) == nil }
        }
        given = given.with(constants: constants.mapValues(\.constants))
    }

    /// The variables of a module, of which a reference begins with the name; nil where there are none.
    func variables(of name: String) -> SavedShape? {
        guard host.registry.allowance?.refusal(ofMemory: MemoryOperation.read.rawValue) == nil,
            let variables = modules[name].flatMap(calls.variables(of:))
        else { return nil }
        return SavedShape(shape: variables.shape, giver: variables.giver, path: .result)
    }

    /// Says of each variable that a step refers to why its library does not have it.
    mutating func checkVariables(in references: [Located<Reference>]) {
        for reference in references {
            let (name, part) = (reference.value.name, reference.value.part)
            guard saved[name]?.shape.isVariables == true, let module = modules[name] else { continue }
            guard case .member(let symbol)? = part.steps.first else {
                mistakes.append(
                    Diagnostic(
                        code: .call(.noSuchPart), "\(reference.range.excerpt) is a module, expected a variable of it",
                        at: reference.range, suggestion: "write \(name).NAME"))
                continue
            }
            guard let variable = module.variable(symbol) else { continue }
            do throws(Diagnostic) {
                _ = try module.library.variable(symbol, variable.type)
            } catch {
                mistakes.append(error.located(at: reference.range))
            }
        }
    }
}
