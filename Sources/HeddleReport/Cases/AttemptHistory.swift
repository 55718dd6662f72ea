// SPDX-License-Identifier: Apache-2.0

/// Keeps attempts that do not count until the one that does: a case is reported once, with all of them.
struct AttemptHistory {
    private var earlier: [String: [CaseRecord]] = [:]

    /// Takes a record.
    ///
    /// - Returns: all attempts at the case, the last of which counts; nil if another one follows, or if there is
    ///   nothing to judge.
    mutating func add(_ record: CaseRecord) -> [CaseRecord]? {
        guard record.event != nil else { return record.isJudged ? [record] : nil }
        if record.isRetried {
            earlier[record.id, default: []].append(record)
            return nil
        }
        return (earlier.removeValue(forKey: record.id) ?? []) + [record]
    }
}
