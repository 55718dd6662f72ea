// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Finding, loading and starting modules.
    public enum Module: String, CaseIterable, Sendable {
        /// No such module on the module path.
        case missing = "module.missing"
        /// The module's file cannot be read.
        case unreadable = "module.unreadable"
        /// Not a shared library for this machine.
        case notLoadable = "module.not-loadable"
        /// The dynamic linker refuses the library.
        case refused = "module.refused"
        /// The module's description is broken.
        case description = "module.description"
        /// Contradictory records in a module.
        case repeated = "module.repeated"
        /// Two actions of a module have one name.
        case repeatedAction = "module.repeated-action"
        /// A described function that the library does not export.
        case notExported = "module.not-exported"
        /// The module was built with another contract.
        case contract = "module.contract"
        /// A service that this Heddle does not have.
        case needs = "module.needs"
        /// The module and the declaration lay a type out differently.
        case layout = "module.layout"
        /// The module did not make its instance.
        case instance = "module.instance"
        /// The module did not destroy its instance.
        case destroy = "module.destroy"
        /// A fetched behaviour names a file or a system library.
        case notForRemote = "module.not-for-remote"
        /// A module that the host has not loaded.
        case unknown = "module.unknown"
        /// A name that another module has.
        case name = "module.name"
        /// Something that is no table of functions.
        case table = "module.table"
        /// A table of another size than its declaration says.
        case tableSize = "module.table-size"
        /// A table that was not made.
        case tableNotMade = "module.table-not-made"
        /// A table that is decorated already.
        case tableDecorated = "module.table-decorated"
        /// The host of the module is gone.
        case orphan = "module.orphan"
        /// A module that was not reloaded.
        case reload = "module.reload"
        /// A promise that a module does not keep, found by `heddle validate`.
        case finding = "module.finding"
        /// A declared function that the library does not define.
        case symbolMissing = "symbol.missing"
        /// A fetched behaviour declares functions.
        case declarationsNotForRemote = "declarations.not-for-remote"
    }
}

extension DiagnosticCode {
    /// The configuration of modules.
    public enum Configuration: String, CaseIterable, Sendable {
        /// An unknown setting.
        case unknown = "config.unknown"
        /// A wrong value of a setting.
        case value = "config.value"
        /// A missing setting.
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
        /// An unknown action.
        case missing = "action.missing"
        /// A function without a declaration.
        case undeclared = "action.undeclared"
        /// A declaration that is incomplete for a call.
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
        /// An argument for an unknown parameter.
        case unknownParameter = "call.unknown-parameter"
        /// Variadic arguments without types, or of wrong types.
        case further = "call.further"
        /// A part that this call does not have.
        case noSuchPart = "call.no-such-part"
        /// A value that an earlier step has released.
        case released = "call.released"
        /// A secret setting where it is shown, or one that is none where it would be hidden.
        case secretSetting = "call.secret-setting"
        /// A result that the Swift type cannot hold.
        case result = "call.result"
        /// An unknown constant.
        case unknownConstant = "constant.unknown"
        /// An expectation that can never hold.
        case never = "expect.never"
        /// An expectation that can never fail.
        case always = "expect.always"
        /// A step that cannot be planned.
        case step
        /// An error without a diagnostic.
        case unknown
    }
}

extension DiagnosticCode {
    /// Hooks and the policy that permits them.
    public enum Hook: String, CaseIterable, Sendable {
        /// A pattern that matches no action.
        case matchesNothing = "hook.matches-nothing"
        /// A pattern that matches more actions than the hook may be around.
        case matchesTooMuch = "hook.matches-too-much"
        /// A name that another hook has.
        case name = "hook.name"
        /// An invalid pattern.
        case pattern = "hook.pattern"
        /// An unknown hook.
        case unknown = "hook.unknown"
        /// A function that does not fit the action.
        case shape = "hook.shape"
        /// Options for a function.
        case options = "hook.options"
        /// Hooks that contradict each other about their order.
        case order = "hook.order"
        /// An order relative to an unknown hook.
        case unknownNeighbour = "hook.unknown-neighbour"
        /// A hook on an action that does not allow it.
        case notAllowed = "hook.not-allowed"
        /// A hook that skips some of its actions.
        case passedOver = "hook.passed-over"
        /// A condition that the calls cannot meet.
        case condition = "hook.where"
        /// An unknown type in a hook.
        case type = "hook.type"
        /// A tag that no action has.
        case tag = "hook.tag"
        /// A permission for an unknown module.
        case unknownModule = "policy.unknown-module"
        /// An aspect that cannot run in the background.
        case notInBackground = "hook.background"
    }
}

extension DiagnosticCode {
    /// The options and positions of aspects.
    public enum Aspect: String, CaseIterable, Sendable {
        /// An unknown aspect.
        case unknown = "aspect.unknown"
        /// An aspect in the wrong position.
        case position = "aspect.position"
        /// Options that are not an object.
        case options = "aspect.options"
        /// An unknown option.
        case unknownOption = "aspect.unknown-option"
        /// An option with a wrong value.
        case option = "aspect.option"
        /// A missing option.
        case missingOption = "aspect.missing-option"
        /// An aspect that does not fit the action.
        case unfit = "aspect.unfit"
    }
}
