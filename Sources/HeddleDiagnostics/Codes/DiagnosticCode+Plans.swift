// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Finding, loading and starting modules.
    public enum Module: String, CaseIterable, Sendable {
        /// No such module on the module path.
        case missing = "module.missing"
        /// The module's file cannot be read.
        case unreadable = "module.unreadable"
        /// The file is no shared library of this machine.
        case notLoadable = "module.not-loadable"
        /// The dynamic linker refuses the library.
        case refused = "module.refused"
        /// The module's description is broken.
        case description = "module.description"
        /// Two records of a module say the same of it.
        case repeated = "module.repeated"
        /// The module describes a function that it does not export.
        case notExported = "module.not-exported"
        /// The module was built with another contract.
        case contract = "module.contract"
        /// The module needs a service that this Heddle does not have.
        case needs = "module.needs"
        /// The module and the declaration lay a type out differently.
        case layout = "module.layout"
        /// The module did not make its instance.
        case instance = "module.instance"
        /// The module did not destroy its instance.
        case destroy = "module.destroy"
        /// A fetched behaviour names a file or a library of the system.
        case notForRemote = "module.not-for-remote"
        /// No module of this name was loaded.
        case unknown = "module.unknown"
        /// The host of the module is gone.
        case orphan = "module.orphan"
        /// The library does not have the function that is declared.
        case symbolMissing = "symbol.missing"
        /// A fetched behaviour declares functions.
        case declarationsNotForRemote = "declarations.not-for-remote"
    }
}

extension DiagnosticCode {
    /// The configuration of modules.
    public enum Configuration: String, CaseIterable, Sendable {
        /// The module has no such setting.
        case unknown = "config.unknown"
        /// A setting with a value that it cannot have.
        case value = "config.value"
        /// A setting that the module needs is missing.
        case missing = "config.missing"
        /// A configuration that nothing reads.
        case unread = "config.unread"
        /// A configuration that cannot be checked.
        case unchecked = "config.unchecked"
    }
}

extension DiagnosticCode {
    /// Finding the actions of modules.
    public enum Action: String, CaseIterable, Sendable {
        /// The module has no such action.
        case missing = "action.missing"
        /// A function without a declaration.
        case undeclared = "action.undeclared"
        /// A declaration that does not say enough for a call.
        case unsupported = "action.unsupported"
    }
}

extension DiagnosticCode {
    /// Arguments and expectations.
    public enum Call: String, CaseIterable, Sendable {
        /// A value that the declaration cannot take.
        case misfit = "call.misfit"
        /// Too many arguments or too few.
        case arguments = "call.arguments"
        /// An argument for a parameter that does not exist.
        case unknownParameter = "call.unknown-parameter"
        /// Variadic arguments without types, or of wrong types.
        case further = "call.further"
        /// A part that the outcome of this call does not have.
        case noSuchPart = "call.no-such-part"
        /// A result that the Swift type cannot take.
        case result = "call.result"
        /// A name that is no constant of the module.
        case unknownConstant = "constant.unknown"
        /// An expectation that can never hold.
        case never = "expect.never"
        /// An expectation that can never fail.
        case always = "expect.always"
        /// A step that cannot be planned.
        case step
        /// A mistake without a reason.
        case unknown
    }
}

extension DiagnosticCode {
    /// Hooks and the policy that permits them.
    public enum Hook: String, CaseIterable, Sendable {
        /// A pattern that matches no action.
        case matchesNothing = "hook.matches-nothing"
        /// A text that is no pattern.
        case pattern = "hook.pattern"
        /// A hook that is neither an aspect nor a function.
        case unknown = "hook.unknown"
        /// A function that does not fit the action that it hooks.
        case shape = "hook.shape"
        /// Options given to a function.
        case options = "hook.options"
        /// Hooks that contradict each other about their order.
        case order = "hook.order"
        /// An order relative to a hook that does not exist.
        case unknownNeighbour = "hook.unknown-neighbour"
        /// A hook around an action that does not allow it.
        case notAllowed = "hook.not-allowed"
        /// A hook that does not fit all that its patterns cover.
        case passedOver = "hook.passed-over"
        /// A condition that the calls cannot meet.
        case condition = "hook.where"
        /// A type that no module knows.
        case type = "hook.type"
        /// A tag that no action has.
        case tag = "hook.tag"
        /// A permission for a module that the file does not have.
        case unknownModule = "policy.unknown-module"
        /// A hook that cannot run in the background.
        case notInBackground = "hook.background"
    }
}

extension DiagnosticCode {
    /// The options and positions of aspects.
    public enum Aspect: String, CaseIterable, Sendable {
        /// An aspect that does not exist.
        case unknown = "aspect.unknown"
        /// An aspect in a position where it makes no sense.
        case position = "aspect.position"
        /// Options that are no object.
        case options = "aspect.options"
        /// An option that the aspect does not have.
        case unknownOption = "aspect.unknown-option"
        /// An option with a wrong value.
        case option = "aspect.option"
        /// A required option that is missing.
        case missingOption = "aspect.missing-option"
        /// An aspect that does not fit an action.
        case unfit = "aspect.unfit"
    }
}
