// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Mistakes of the command line.
    public enum Usage: String, CaseIterable, Sendable {
        /// A code that does not exist.
        case code = "usage.code"
        /// A declaration without a function.
        case declaration = "usage.declaration"
        /// A verb that does not exist.
        case verb = "usage.verb"
        /// The system does not let files be watched.
        case watchRefused = "watch.refused"
    }
}

extension DiagnosticCode {
    /// The text of a file, before it is anything else.
    public enum JSON: String, CaseIterable, Sendable {
        /// The text is not JSON.
        case syntax = "json.syntax"
        /// The text is not plain UTF-8.
        case encoding = "json.encoding"
        /// A name stands twice in one object.
        case duplicateKey = "json.duplicate-key"
        /// Arrays and objects are nested too deep.
        case tooDeep = "json.too-deep"
        /// The text is too large.
        case tooLarge = "json.too-large"
    }
}

extension DiagnosticCode {
    /// The keys and values of a behaviour.
    public enum Behaviour: String, CaseIterable, Sendable {
        /// The file cannot be read.
        case unreadable = "behaviour.unreadable"
        /// Neither an array nor an object.
        case shape = "behaviour.shape"
        /// A version that this Heddle does not know.
        case unknownVersion = "behaviour.unknown-version"
        /// An unknown key.
        case unknownKey = "behaviour.unknown-key"
        /// A required key that is missing.
        case missingKey = "behaviour.missing-key"
        /// A value of the wrong type.
        case wrongType = "behaviour.wrong-type"
        /// A value that is not allowed here.
        case badValue = "behaviour.bad-value"
        /// A call of a module that the file does not have.
        case unknownModule = "behaviour.unknown-module"
        /// A name that is taken.
        case duplicateName = "behaviour.duplicate-name"
        /// A reference to a value that no step has saved before.
        case unknownReference = "behaviour.unknown-reference"
        /// A path to no part of an outcome.
        case unknownPath = "behaviour.unknown-path"
        /// Bytes that are neither base64 nor hexadecimal.
        case badBytes = "behaviour.bad-bytes"
        /// A pattern that is no regular expression.
        case badPattern = "behaviour.bad-pattern"
        /// A hook that could never run.
        case badHook = "behaviour.bad-hook"
        /// An object that looks like operators but is taken as a value.
        case mixedOperators = "behaviour.mixed-operators"
        /// A need for a case that does not exist.
        case unknownCase = "behaviour.unknown-case"
        /// Cases that need each other.
        case cyclicNeeds = "behaviour.cyclic-needs"
        /// A file that cannot be included where it is.
        case badInclude = "behaviour.bad-include"
    }
}

extension DiagnosticCode {
    /// Cases, the processes that run them, and included files.
    public enum Cases: String, CaseIterable, Sendable {
        /// The included file cannot be read.
        case includeUnreadable = "include.unreadable"
        /// A fetched behaviour includes a file.
        case includeNotForRemote = "include.not-for-remote"
        /// There are no cases to run.
        case noCases = "test.no-cases"
        /// No test case matches the selection.
        case nothingMatched = "test.nothing-matched"
        /// A process that runs no case does not end in order.
        case badEnd = "test.bad-end"
        /// A case is not there any more.
        case changed = "test.changed"
        /// No process can be started for a case or a recording.
        case noWorker = "test.no-worker"
    }
}

extension DiagnosticCode {
    /// Declarations in C.
    public enum Declaration: String, CaseIterable, Sendable {
        /// Not a declaration of C.
        case syntax = "declaration.syntax"
        /// A type that is not declared.
        case unknownType = "declaration.unknown-type"
        /// A type that C does not have.
        case type = "declaration.type"
        /// A name with two meanings.
        case redeclared = "declaration.redeclared"
        /// A variable in the place of a function.
        case variable = "declaration.variable"
        /// A function with a body.
        case body = "declaration.body"
        /// A feature of C that Heddle does not support.
        case unsupported = "declaration.unsupported"
        /// More than Heddle can pass.
        case limit = "declaration.limit"
        /// An annotation that does not fit.
        case annotation = "declaration.annotation"
        /// An annotation that does not exist.
        case unknownAnnotation = "declaration.unknown-annotation"
        /// A setting that cannot be declared so.
        case setting = "declaration.setting"
        /// A count that counts nothing.
        case count = "declaration.count"
        /// A constant that has no value.
        case constant = "declaration.constant"
        /// An assertion that does not hold.
        case assertion = "declaration.assertion"
        /// An attribute that does not belong where it stands.
        case attribute = "declaration.attribute"
    }
}

extension DiagnosticCode {
    /// Making bindings from headers.
    public enum Bind: String, CaseIterable, Sendable {
        /// Clang cannot be run.
        case clang = "bind.clang"
        /// Clang refuses the headers.
        case header = "bind.header"
        /// Clang does not report the layout of the types.
        case evidence = "bind.evidence"
        /// The bindings cannot be written.
        case output = "bind.output"
    }
}

extension DiagnosticCode {
    /// Reading bindings and holding them against a library.
    public enum Bindings: String, CaseIterable, Sendable {
        /// The bindings cannot be read.
        case unreadable = "bindings.unreadable"
        /// A fetched behaviour names a file of bindings.
        case notForRemote = "bindings.not-for-remote"
        /// Bindings of another library.
        case library = "bindings.library"
        /// The library has changed since its bindings were made.
        case drift = "bindings.drift"
        /// The library and its bindings lay a type out differently.
        case layout = "bindings.layout"
    }
}
