// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension DeclarationScope {
    /// Reads the declaration of a setting: a variable in C, with its default as the initializer where it has one, such
    /// as `_Field_range_(1, 100) int32_t limit = 10` or `const char *hosts[] = {"localhost"}`.
    ///
    /// Numbers, characters and enumerators may be constant expressions; texts know all escapes of C; braces hold the
    /// elements of an array, or the members of a structure by position or as `.name = value`. `NULL` is the default of
    /// a text that may be left out and then has no value.
    ///
    /// - Throws: the mistakes of the declaration; a type that no setting can have is one, a default outside of the type
    ///   or of the range another.
    /// - Complexity: O(length of the text).
    package func setting(_ text: SourceRange) throws(Diagnostics) -> Setting {
        var parser = DeclarationParser(text, names: names)
        do throws(Diagnostic) {
            let setting = try parser.readSetting(in: self)
            if parser.problems.isEmpty { return setting }
        } catch {
            parser.report(error)
        }
        throw Diagnostics(parser.problems)
    }
}
