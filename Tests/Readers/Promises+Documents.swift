// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDiagnostics
internal import HeddleJSON

extension Promises {
    /// Messages are in the order of the file.
    static func ofBehaviours(_ source: SourceText) -> [String] {
        let (_, issues) = Behaviour.readPart(source)
        let starts = issues.compactMap(\.range?.bytes.lowerBound)
        let isOrdered = starts.count == issues.count && starts == starts.sorted()
        let unknown = issues.filter { ![.json, .behaviour].contains($0.code.area) }
        return ofDiagnostics(issues, in: source) + (isOrdered ? [] : ["mistakes in no order"])
            + unknown.map { "\($0.code) is no code of a mistake in the form of a text" }
    }

    static func ofBindings(_ source: SourceText) -> [String] {
        do throws(Diagnostics) {
            _ = try Bindings.read(source)
            return []
        } catch {
            return ofRefusal(error, of: source)
        }
    }
}
