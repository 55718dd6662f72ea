// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The names that expressions of a callback may use: its parameters, and types.
struct CallbackScope {
    /// The shape of its calls.
    let shape: CallShape
    /// The action that it is given to; nil for a function without a name.
    private let action: ActionName?
    private let names: (any HostNames)?

    init(_ shape: CallShape, for action: ActionName?, _ names: (any HostNames)?) {
        self.shape = shape
        self.action = action
        self.names = names
    }

    /// The type of a text, as the module of the action declares it.
    func type(_ text: String) -> CType? {
        if let action, let names { return names.type(text, for: action) }
        return try? DeclarationScope().type(spelled: text)
    }
}
