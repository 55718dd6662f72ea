// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Diagnostics

extension Promises {
    /// What was taken is written as it was read.
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

    /// What is refused has a place.
    static func ofHeaders(_ source: SourceText) -> [String] {
        var scope = DeclarationScope()
        return scope.readHeader(source.whole).flatMap { item -> [String] in
            guard case .refused(_, let diagnostic) = item.content else { return [] }
            return ofRefusal(Diagnostics([diagnostic]), of: source)
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
