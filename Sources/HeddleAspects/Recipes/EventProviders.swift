// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON
import HeddleSchema

/// The providers that the `tracking` of a behaviour names, made once for all hooks that send events to them.
package struct EventProviders: Sendable {
    /// A provider with what distinguishes it from others; nil if it is wrong, of which is told where it is written.
    struct Found: Sendable {
        let provider: EventProvider?
        let key: [String?]
    }

    private var named: [(name: String, found: Found)] = []
    /// True if events go to all of them where nothing else is said.
    private var areDefault = false
    /// The actions among them, by `module.action`.
    package private(set) var asks: [Located<String>] = []

    /// No providers.
    package static let none = EventProviders()

    fileprivate init() {}

    /// The same providers, to all of which events go where nothing else is said, if there are any.
    package var asDefault: EventProviders {
        var providers = self
        providers.areDefault = true
        return providers
    }

    /// The receivers of events of which nothing is said.
    var byDefault: [EventProvider] {
        areDefault && !named.isEmpty ? named.compactMap(\.found.provider) : [.events]
    }

    /// The provider of a draft.
    func find(_ draft: EventProviderDraft, _ context: AspectRecipe.Context) throws(ProviderRefusal) -> Found {
        guard let name = draft.name else {
            return Found(provider: try draft.made(context.services, context.files), key: draft.key)
        }
        if let known = named.first(where: { $0.name == name.value }) { return known.found }
        let names = named.map(\.name)
        throw ProviderRefusal(
            range: name.range, message: "there is no provider \(name.range.excerpt) in \"tracking\"",
            suggestion: didYouMean(name.value, among: names + ["events"])
                ?? (names.isEmpty
                    ? "name it in the \"providers\" of \"tracking\", or write {\"file\": \"path\"} or "
                        + "{\"action\": \"module.action\"}"
                    : "the providers are \(names.joined(separator: ", "))"))
    }

    /// The index of the first key that stands there before.
    static func repeated(_ keys: [[String?]]) -> Int? {
        var known: Set<[String?]> = []
        return keys.firstIndex { !known.insert($0).inserted }
    }
}

extension AspectCatalog {
    /// Makes the providers of a behaviour.
    ///
    /// - Parameters:
    ///   - written: their names, and the providers as they are written.
    ///   - files: the files that those of one text may write to.
    /// - Returns: the providers, and the mistakes in them at their places.
    package func providers(
        _ written: [(name: Located<String>, node: JSONNode)], files: (SourceText) -> LineFiles
    ) -> (providers: EventProviders, mistakes: [Diagnostic]) {
        var all = EventProviders()
        let reader = OptionReader()
        var keys: Set<[String?]> = []
        for (name, node) in written {
            let field = Field(key: name.value, owner: "\"providers\"", node: node)
            let draft = EventProviderDraft.read(field, reader, mayBeNamed: false)
            let provider = draft.flatMap { draft -> EventProvider? in
                do throws(ProviderRefusal) {
                    guard keys.insert(draft.key).inserted else {
                        throw ProviderRefusal(
                            range: draft.range, message: ProviderRefusal.repetition(draft.range),
                            suggestion: ProviderRefusal.advice)
                    }
                    return try draft.made(services, files(node.range.source))
                } catch {
                    reader.report(
                        .badValue, "\(field.place): \(error.message)", at: error.range, suggestion: error.suggestion)
                    return nil
                }
            }
            all.add(
                name.value, EventProviders.Found(provider: provider, key: draft?.key ?? [name.value]), draft?.action)
        }
        return (all, reader.mistakes)
    }
}

extension EventProviders {
    fileprivate mutating func add(_ name: String, _ found: Found, _ action: Located<String>?) {
        named.append((name, found))
        if found.provider != nil, let action { asks.append(action) }
    }
}

extension EventProviderDraft {
    /// Distinguishes providers. Equal paths in two files may mean two files.
    fileprivate var key: [String?] {
        [file?.value, action?.value, http?.value, otlp?.value, database?.value, table?.value]
            + [(file ?? database)?.range.source.name]
    }

    /// The place outside of the process, with where it is written; nil if there is none.
    private var place: (EventPlace, SourceRange)? {
        if let file { return (.file(file.value), file.range) }
        if let http { return (.http(http.value, asArray: bodies == .array), http.range) }
        if let otlp { return (.otlp(otlp.value), otlp.range) }
        if let database, let table { return (.table(file: database.value, name: table.value), database.range) }
        return nil
    }

    fileprivate func made(
        _ services: AspectServices, _ files: LineFiles
    ) throws(ProviderRefusal) -> EventProvider {
        if let (place, range) = place {
            do throws(LineFileRefusal) { return .file(place.text, try files(place)) } catch {
                throw ProviderRefusal(range: range, message: error.message, suggestion: error.suggestion)
            }
        }
        guard let name = action else { return .events }
        guard let action = services.action(name.value) else {
            throw ProviderRefusal(
                range: name.range, message: "there is no action \(Value.string(name.value).excerpt())")
        }
        if let objection = EventProvider.objection(to: action.signature) {
            throw ProviderRefusal(
                range: name.range, message: "\(name.value) is \(action.signature)", suggestion: objection)
        }
        return .action(name.value, action)
    }
}

extension EventPlace {
    /// The name in reports of lost events.
    var text: String {
        switch self {
        case .file(let path): path
        case .http(let url, _), .otlp(let url), .spans(let url): url
        case .table(let file, let name): "\(name) of \(file)"
        }
    }
}
