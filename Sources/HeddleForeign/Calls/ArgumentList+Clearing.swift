// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension ArgumentList {
    /// Sets what a function only writes to zero, as a caller in C may have left anything there: the values behind the
    /// pointers that are declared `_Out_`. Null pointers, and counts that are not known, are passed over.
    ///
    /// - Returns: the name of the first parameter whose memory cannot be written; nil where there is none.
    func clearOutputs() -> String? {
        for (index, parameter) in shape.parameters.enumerated() where parameter.direction == .out {
            guard let start = unsafe target(index) else { continue }
            let size: Int
            switch parameter {
            case .pointed(let layout, _): size = layout.size
            case .run(let run): size = unsafe length(of: run, at: start, index, afterCall: false) * run.stride
            case .received: size = MemoryLayout<UInt>.size
            case .value, .instance: continue
            }
            guard size > 0 else { continue }
            let zeros = [UInt8](repeating: 0, count: size)
            let isCleared = unsafe zeros.withUnsafeBytes {
                unsafe UncertainMemory.write($0, to: UInt(bitPattern: start))
            }
            if !isCleared { return shape.signature.name(of: index) }
        }
        return nil
    }
}
