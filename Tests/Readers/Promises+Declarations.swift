// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Promises {
    /// An accepted value is written as it was read.
    static func ofDeclarations(_ source: SourceText) -> [String] {
        var scope = DeclarationScope()
        do throws(Diagnostics) {
            return ofPrinting(try scope.read(source.whole))
        } catch {
            return ofRefusal(error, of: source)
        }
    }

    private static func ofPrinting(_ declarations: [Declaration]) -> [String] {
        let printed = declarations.map(\.description).joined(separator: ";\n")
        var scope = DeclarationScope()
        do throws(Diagnostics) {
            let again = try scope.read(SourceText(name: "printed", printed).whole)
            return again == declarations ? [] : ["\(printed) is read again as something else"]
        } catch {
            return ["\(printed) is not read again: \(error.all.map(\.message))"]
        }
    }

    /// Each refusal has a place.
    static func ofHeaders(_ source: SourceText) -> [String] {
        var scope = DeclarationScope()
        return scope.readHeader(source.whole).flatMap { item -> [String] in
            guard case .refused(_, let diagnostic) = item.content else { return [] }
            return ofRefusal(Diagnostics([diagnostic]), of: source)
        }
    }

    /// A setting that is taken has a type, takes its own default, and is declared again by its description.
    static func ofSettings(_ source: SourceText) -> [String] {
        do throws(Diagnostics) {
            let setting = try DeclarationScope().setting(source.whole)
            let settings = Settings([setting])
            let given = settings.mistakes(in: settings.completed(nil), of: .module("m"))
            let expected: [DiagnosticCode] = setting.isRequired ? [.config(.missing)] : []
            let broken = given.map(\.diagnostic.code) == expected ? [] : ["\(setting) does not take its own default"]
            return broken + ofDescription(setting)
        } catch {
            return ofRefusal(error, of: source)
        }
    }

    private static func ofDescription(_ setting: Setting) -> [String] {
        do throws(Diagnostics) {
            let again = try DeclarationScope().setting(SourceText(name: "printed", "\(setting)").whole)
            return "\(again)" == "\(setting)" ? [] : ["\(setting) is read again as \(again)"]
        } catch {
            // A type without a name is printed by its members, a tag that was defined beside it by its name alone.
            return "\(setting)".contains("struct ") || "\(setting)".contains("enum ")
                ? [] : ["\(setting) is not read again: \(error.all.map(\.message))"]
        }
    }

    /// A format that is taken has types.
    static func ofFormats(_ text: String) -> [String] {
        do throws(PrintfFormat.Mistake) {
            let arguments = try PrintfFormat(text).arguments
            return arguments.count <= text.utf8.count ? [] : ["more arguments than characters"]
        } catch {
            return error.message.isEmpty ? ["refused without a reason"] : []
        }
    }
}
