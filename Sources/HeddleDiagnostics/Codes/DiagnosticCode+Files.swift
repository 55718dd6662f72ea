// SPDX-License-Identifier: Apache-2.0

extension DiagnosticCode {
    /// Mistakes of the command line.
    public enum Usage: String, CaseIterable, Sendable {
        /// An unknown code.
        case code = "usage.code"
        /// A declaration without a function.
        case declaration = "usage.declaration"
        /// An unknown verb.
        case verb = "usage.verb"
        /// A name that a new module cannot have.
        case moduleName = "usage.module-name"
        /// An unknown language.
        case language = "usage.language"
        /// A folder that cannot take a new module.
        case folder = "usage.folder"
        /// A check that `heddle validate` does not have.
        case check = "usage.check"
        /// A check that is excluded without a reason.
        case exclusion = "usage.exclusion"
        /// A value for a setting that no behaviour declares.
        case setting = "usage.setting"
        /// A line that `heddle shell` cannot read.
        case shellLine = "usage.shell-line"
        /// The system refuses to watch files.
        case watchRefused = "watch.refused"
        /// A program that is to be started is missing.
        case programMissing = "usage.program-missing"
        /// The control interface of a host cannot be opened.
        case controlRefused = "control.refused"
    }
}

extension DiagnosticCode {
    /// The JSON text of a file.
    public enum JSON: String, CaseIterable, Sendable {
        /// The text is not JSON.
        case syntax = "json.syntax"
        /// The text is not plain UTF-8.
        case encoding = "json.encoding"
        /// A duplicate key.
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
        /// Neither an object nor an array.
        case shape = "behaviour.shape"
        /// An unknown version of the format.
        case unknownVersion = "behaviour.unknown-version"
        /// An unknown key.
        case unknownKey = "behaviour.unknown-key"
        /// A missing key.
        case missingKey = "behaviour.missing-key"
        /// A value of the wrong type.
        case wrongType = "behaviour.wrong-type"
        /// A value that is not allowed here.
        case badValue = "behaviour.bad-value"
        /// A call of an unknown module.
        case unknownModule = "behaviour.unknown-module"
        /// A name that is already used.
        case duplicateName = "behaviour.duplicate-name"
        /// A reference to a value that is not saved.
        case unknownReference = "behaviour.unknown-reference"
        /// An unknown part of a call.
        case unknownPath = "behaviour.unknown-path"
        /// Invalid base64 or hexadecimal.
        case badBytes = "behaviour.bad-bytes"
        /// An invalid regular expression.
        case badPattern = "behaviour.bad-pattern"
        /// A hook whose keys do not work together.
        case badHook = "behaviour.bad-hook"
        /// An object of operators with an unknown key.
        case mixedOperators = "behaviour.mixed-operators"
        /// A need for an unknown case.
        case unknownCase = "behaviour.unknown-case"
        /// Cases that need each other.
        case cyclicNeeds = "behaviour.cyclic-needs"
        /// A file that cannot be included here.
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
        /// Cases were not run, since the run ended before.
        case notRun = "test.not-run"
        /// A test process ended badly outside of a case.
        case badEnd = "test.bad-end"
        /// The process of a case died.
        case died = "test.died"
        /// The time of a case was up.
        case overtime = "test.overtime"
        /// A module died as it was loaded.
        case unloaded = "test.unloaded"
        /// A case left its process in another state.
        case leftBehind = "test.left-behind"
        /// A case that no longer exists.
        case changed = "test.changed"
        /// No process can be started for a case or a recording.
        case noWorker = "test.no-worker"
        /// A golden file that cannot be read.
        case unreadableGolden = "golden.unreadable"
        /// A golden file that cannot be written.
        case unwrittenGolden = "golden.unwritten"
        /// A golden file that was written.
        case acceptedGolden = "golden.accepted"
        /// A fetched behaviour names a golden file.
        case goldenNotForRemote = "golden.not-for-remote"
        /// A file that a behaviour names cannot be read.
        case unreadableFile = "files.unreadable"
        /// A fetched behaviour names a file of this machine.
        case fileNotForRemote = "files.not-for-remote"
        /// No engine says which part of the cases runs here, or several contradict each other.
        case shard = "test.shard"
        /// Durations of other cases than those that are cut into parts.
        case durations = "test.durations"
    }
}

extension DiagnosticCode {
    /// C declarations.
    public enum Declaration: String, CaseIterable, Sendable {
        /// Not a C declaration.
        case syntax = "declaration.syntax"
        /// An undeclared type.
        case unknownType = "declaration.unknown-type"
        /// An invalid type.
        case type = "declaration.type"
        /// A name with two meanings.
        case redeclared = "declaration.redeclared"
        /// A variable in place of a function.
        case variable = "declaration.variable"
        /// A function with a body.
        case body = "declaration.body"
        /// An unsupported feature of C.
        case unsupported = "declaration.unsupported"
        /// A declaration beyond the limits.
        case limit = "declaration.limit"
        /// An annotation that does not fit.
        case annotation = "declaration.annotation"
        /// An unknown annotation.
        case unknownAnnotation = "declaration.unknown-annotation"
        /// An invalid declaration of a setting.
        case setting = "declaration.setting"
        /// An invalid count.
        case count = "declaration.count"
        /// An invalid constant expression.
        case constant = "declaration.constant"
        /// An assertion that does not hold.
        case assertion = "declaration.assertion"
        /// A misplaced attribute.
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
        /// The inline functions of headers cannot be compiled.
        case inline = "bind.inline"
        /// The bindings cannot be written.
        case output = "bind.output"
    }
}

extension DiagnosticCode {
    /// Reading bindings, and checking them against a library.
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
