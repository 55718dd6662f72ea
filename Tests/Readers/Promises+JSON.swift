// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension Promises {
    /// Taken is what RFC 8259 says, but for names that stand twice and what is deeper than 512 levels; and what was
    /// taken is written as it was read.
    static func ofJSON(_ source: SourceText) -> [String] {
        let depth = JSONGrammar.depth(of: source.bytes)
        do throws(Diagnostics) {
            let value = try JSONNode.read(source).value
            guard depth != nil else { return ["taken, although it is no JSON"] }
            return ofWriting(value) { source throws(Diagnostics) in try JSONNode.read(source).value }
        } catch {
            let codes = Set(error.all.map(\.code))
            let isRight = codes == [.json(.duplicateKey)] || depth.map { $0 > 512 } ?? true
            return ofRefusal(error, of: source) + (isRight ? [] : ["refused as \(codes), although it is JSON"])
        }
    }

    /// A value of an argument, and what was taken is written as it was read.
    static func ofValues(_ source: SourceText) -> [String] {
        do throws(Diagnostics) {
            let value = try Value.read(source)
            return ofWriting(value, Value.read)
        } catch {
            return ofRefusal(error, of: source)
        }
    }

    private static func ofWriting(
        _ value: Value, _ read: (SourceText) throws(Diagnostics) -> Value
    ) -> [String] {
        do throws(Diagnostics) {
            let again = try read(SourceText(name: "written", value.json))
            return again == value ? [] : ["\(value.json) is read again as \(again.json)"]
        } catch {
            return ["\(value.json) is not read again: \(error.all.map(\.message))"]
        }
    }
}
