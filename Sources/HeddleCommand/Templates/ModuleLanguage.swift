// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// A language that has a template of a module.
enum ModuleLanguage: String, CaseIterable {
    case c, cpp, swift, rust

    /// The language by its name on the command line.
    static func named(_ name: String) throws(Diagnostic) -> ModuleLanguage {
        if let language = ModuleLanguage(rawValue: name) { return language }
        throw Diagnostic(
            .error, .usage, code: .usage(.language),
            "there is no template of a module in the language \(Value.string(name).excerpt(limit: 60))",
            suggestion: didYouMean(name, among: allCases.map(\.rawValue))
                ?? "the languages are \(allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// The identifiers that mean something else to the tools of the language, in the place of the module's name.
    var reservedNames: Set<String> {
        switch self {
        case .c, .cpp:
            [
                "all", "clean", "depend", "edit_cache", "help", "install", "list_install_components", "package",
                "package_source", "preinstall", "rebuild_cache", "test",
            ]
        case .swift:
            [
                "CHeddle", "Description", "FakeHost", "Glibc", "HeddleModule", "Testing", "Swift", "heddle", "_", "Any",
                "Self", "as", "associatedtype",
                "break",
                "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
                "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
                "internal", "is", "let", "main", "nil", "operator", "precedencegroup", "private", "protocol", "public",
                "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
                "throws", "true", "try", "typealias", "var", "where", "while",
            ]
        case .rust:
            [
                "_", "Self", "abstract", "alloc", "as", "async", "await", "become", "box", "break", "build", "const",
                "continue", "core", "crate", "deps", "do", "dyn", "else", "enum", "examples", "extern", "false",
                "final", "fn", "for", "if", "impl", "in", "incremental", "let", "loop", "macro", "match", "mod", "move",
                "mut", "override", "priv", "proc_macro", "pub", "ref", "return", "self", "static", "std", "struct",
                "super", "test", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
                "where", "while", "yield",
            ]
        }
    }

    /// The files of the template, by their paths in the folder of the module. `@NAME@` stands for its name, in paths too.
    var files: [(path: String, text: [UInt8])] {
        switch self {
        case .c:
            [
                ("@NAME@.c", PackageResources.c_module_c_in), ("@NAME@.json", PackageResources.c_module_json_in),
                ("test.c", PackageResources.c_test_c_in), ("CMakeLists.txt", PackageResources.c_CMakeLists_txt_in),
                ("README.md", PackageResources.c_README_md_in),
            ]
        case .cpp:
            [
                ("@NAME@.cpp", PackageResources.cpp_module_cpp_in),
                ("@NAME@.json", PackageResources.cpp_module_json_in),
                ("test.cpp", PackageResources.cpp_test_cpp_in),
                ("CMakeLists.txt", PackageResources.cpp_CMakeLists_txt_in),
                ("README.md", PackageResources.cpp_README_md_in),
            ]
        case .swift:
            [
                ("Sources/@NAME@/@NAME@.swift", PackageResources.swift_module_swift_in),
                ("Sources/Description/include/actions.h", PackageResources.swift_actions_h_in),
                ("Sources/Description/description.c", PackageResources.swift_description_c_in),
                ("Sources/CHeddle/module.modulemap", PackageResources.swift_CHeddle_modulemap_in),
                ("Sources/CHeddle/shim.h", PackageResources.swift_CHeddle_h_in),
                ("Tests/@NAME@Tests/ActionTests.swift", PackageResources.swift_tests_swift_in),
                ("Tests/FakeHost/include/fake.h", PackageResources.swift_fake_h_in),
                ("Tests/FakeHost/fake.c", PackageResources.swift_fake_c_in),
                ("@NAME@.json", PackageResources.swift_module_json_in),
                ("Package.swift", PackageResources.swift_Package_swift_in),
                ("README.md", PackageResources.swift_README_md_in),
            ]
                + [
                    ("Action", PackageResources.swift_HeddleModule_Action_swift_in),
                    ("CDeclared", PackageResources.swift_HeddleModule_CDeclared_swift_in),
                    ("CValue", PackageResources.swift_HeddleModule_CValue_swift_in),
                    ("Failure", PackageResources.swift_HeddleModule_Failure_swift_in),
                    ("HookedCall", PackageResources.swift_HeddleModule_HookedCall_swift_in),
                    ("Host", PackageResources.swift_HeddleModule_Host_swift_in),
                    ("Instance", PackageResources.swift_HeddleModule_Instance_swift_in),
                    ("OtherAction", PackageResources.swift_HeddleModule_OtherAction_swift_in),
                    ("Settings", PackageResources.swift_HeddleModule_Settings_swift_in),
                    ("Text", PackageResources.swift_HeddleModule_Text_swift_in),
                ].map { ("Sources/HeddleModule/\($0).swift", $1) }
        case .rust:
            [
                ("src/lib.rs", PackageResources.rust_lib_rs_in), ("src/heddle.rs", PackageResources.rust_heddle_rs_in),
                ("src/fake_host.rs", PackageResources.rust_fake_host_rs_in),
                ("@NAME@.json", PackageResources.rust_module_json_in),
                ("Cargo.toml", PackageResources.rust_Cargo_toml_in), ("README.md", PackageResources.rust_README_md_in),
            ]
        }
    }
}
