// SPDX-License-Identifier: Apache-2.0

/// The page around the data of a report: `report.html` with the style and the script beside it put in.
struct HTMLPage {
    /// Up to where the records begin.
    let head: String
    /// The end of the page, behind the records.
    let tail: String

    init() {
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        let script = String(decoding: PackageResources.report_js, as: UTF8.self)
        let page = Mark.style.halves(of: String(decoding: PackageResources.report_html, as: UTF8.self))
        let body = Mark.records.halves(of: page.after)
        let rest = Mark.script.halves(of: body.after)
        head = page.before + style + body.before
        tail = rest.before + script + rest.after
    }

    /// A placeholder in the page.
    private enum Mark: String {
        case style = "/* style */"
        case records = "/* records */"
        case script = "/* script */"

        /// The text before and after the mark.
        func halves(of text: String) -> (before: String, after: String) {
            guard let mark = text.firstRange(of: rawValue) else { return (text, "") }
            return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
        }
    }
}
