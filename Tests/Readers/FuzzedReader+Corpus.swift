// SPDX-License-Identifier: Apache-2.0

extension FuzzedReader {
    /// Texts that it takes.
    package var seeds: [String] {
        switch self {
        case .json: FuzzCorpus.json + [FuzzCorpus.full, FuzzCorpus.sequence]
        case .value: FuzzCorpus.json
        case .behaviour: [FuzzCorpus.full, FuzzCorpus.tracking, FuzzCorpus.plain, FuzzCorpus.made, FuzzCorpus.sequence]
        case .bindings: [FuzzCorpus.bindings]
        case .declarations: FuzzCorpus.declarations
        case .header: FuzzCorpus.declarations + [FuzzCorpus.header]
        case .settings: FuzzCorpus.settings
        case .paths: FuzzCorpus.paths
        case .conditions: FuzzCorpus.conditions
        case .expressions: FuzzCorpus.expressions
        case .computations: FuzzCorpus.computations
        case .formats: FuzzCorpus.formats
        }
    }

    /// The building blocks of such texts.
    package var tokens: [String] {
        switch self {
        case .json, .value, .behaviour, .bindings: FuzzCorpus.jsonTokens
        case .conditions: FuzzCorpus.jsonTokens + FuzzCorpus.conditionTokens
        case .declarations, .header, .settings: FuzzCorpus.cTokens
        case .paths: FuzzCorpus.pathTokens
        case .expressions: FuzzCorpus.expressionTokens
        case .computations: FuzzCorpus.computationTokens
        case .formats: FuzzCorpus.formatTokens
        }
    }
}
