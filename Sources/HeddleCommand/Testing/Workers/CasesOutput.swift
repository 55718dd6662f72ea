// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The output of the cases of a process to one stream, divided by the marks that stand behind each of them.
struct CasesOutput {
    /// Those of each case, the first one that of the case whose events are told.
    private var texts = [OutputText()]
    /// The end of the latest piece, if it may begin a mark.
    private var rest: [UInt8] = []

    /// True if the end of the first case's output is here.
    var isFirstWhole: Bool { texts.count > 1 }

    mutating func add(_ piece: [UInt8]) {
        if rest.isEmpty, !piece.contains(CaseMarks.mark[0]) { return texts[texts.count - 1].add(piece) }
        let bytes = rest + piece
        var (start, isCut) = (0, false)
        while let next = bytes[start...].firstIndex(of: CaseMarks.mark[0]) {
            texts[texts.count - 1].add(Array(bytes[start..<next]))
            start = next
            let length = zip(bytes[next...], CaseMarks.mark).prefix { $0 == $1 }.count
            // It may go on in the next piece.
            isCut = next + length == bytes.count && length < CaseMarks.mark.count
            if isCut { break }
            if length == CaseMarks.mark.count {
                texts.append(OutputText())
                start += length
            } else {
                texts[texts.count - 1].add([bytes[next]])
                start += 1
            }
        }
        if !isCut { texts[texts.count - 1].add(Array(bytes[start...])) }
        rest = isCut ? Array(bytes[start...]) : []
    }

    /// The new output of the first case, up to the last whole character.
    mutating func takeText() -> String? { texts[0].takeText() }

    /// The rest at the end of the first case; the output behind it belongs to the next one.
    mutating func end() -> String? {
        if texts.count == 1 {
            texts[0].add(rest)
            rest = []
        }
        defer { if texts.count > 1 { texts.removeFirst() } }
        return texts[0].end()
    }
}
