// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

/// What the keys of a behaviour are, for people and for the schema.
enum DocumentKeys {
    static let version = JSONSchema.just(.whole(1)).described("The version of the form, which is 1.")
    static let schema = JSONSchema.text
        .described("Where an editor finds the schema of the file; `heddle schema` writes one.")
    static let include = JSONSchema.list(of: .text)
        .described("Other behaviours that are taken in before this one, by paths relative to it.")
    static let modules = JSONSchema.kind(.object).and(.defined(.modules))
        .described("The libraries whose functions are called, by the names that the rest of the file uses.")
    static let hooks = JSONSchema.list(of: .kind(.object).and(.defined(.hook)))
        .described("What is woven around calls.")
    static let steps = StepKeys.list("The calls, in order.")
    static let always = StepKeys.list("Steps behind the others that run in any case: for cleaning up.")
    static let cases = JSONSchema.list(of: CaseKeys.form)
        .described("Steps that `heddle test` tries by themselves.")
    /// The modules of a behaviour by their names.
    static let modulesByName = JSONSchema()
        .naming(.nonEmpty.and(.matching(#"^[^\u0000-\u0020\u007F*!:]+$"#, expected: "a name without spaces and * ! :")))
        .with("additionalProperties", .defined(.module))
    static let policy = PolicyKeys.form.described("What the run does where it cannot go on as written.")
}

/// What the keys of a module are.
enum ModuleKeys {
    static let library = JSONSchema.text
        .described("A bare name on the module path, a path relative to the file, or the soname of a system library.")
        .examples(["libm.so.6", "./module.so"])
    static let config = JSONSchema.kind(.object)
        .described("The settings that the module's instance is made from; `heddle inspect` lists them.")
    static let bindings = JSONSchema.text
        .described(
            "A file with the declarations of the library, as `heddle bind` writes it; a path relative to the file.")
    static let declarations = JSONSchema.textOrTexts()
        .described("C declarations of the library's functions and types, such as `double cos(double x)`.")
}

/// What the keys of a policy are.
enum PolicyKeys {
    static let missing = JSONSchema.words(of: Policy.Missing.self)
        .defaulting(to: .string(Policy.version1.missing.rawValue))
        .described("What becomes of calls of modules and actions that do not exist.")
    static let onFailure = JSONSchema.words(of: Policy.OnFailure.self)
        .defaulting(to: .string(Policy.version1.onFailure.rawValue))
        .described("What follows a call or an expectation that failed.")
    static let mayHook = JSONSchema.kind(.object).naming(.defined(.permittedModule))
        .with("additionalProperties", .textOrTexts(.nonEmpty.and(.defined(.pattern))))
        .described(
            "Which modules' functions may be around which actions as hooks: patterns by the names of modules, `*` for all "
                + "others.")
}

/// What the keys of the array form are.
enum SequenceKeys {
    static let name = JSONSchema.text.described("The name of a module on the module path.")
    static let actions = JSONSchema.list(of: .kind(.object).and(ActionKeys.form))
        .described("What is called, in order.")

    /// What the keys of an action are.
    enum ActionKeys {
        static let function = JSONSchema.text.described("The name of the action.")
        static let value = JSONSchema.defined(.literal).described("Its one argument.")
    }
}
