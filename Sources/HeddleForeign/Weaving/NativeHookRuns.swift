// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleWeave

/// The steps before or after a body as the barrier runs those that are hooks of C: in rows, behind one barrier.
@safe struct NativeHookRuns {
    private let steps: UnsafeMutableBufferPointer<heddle_step>

    init(_ befores: [Chain<HookCode>.Step]) {
        unsafe steps = .copying(rows(of: befores.map(heddle_step.init)) { _ in true })
    }

    init(_ afters: [Chain<HookCode>.AfterStep]) {
        unsafe steps = .copying(
            rows(of: afters.map { unsafe heddle_step($0.step) }) { afters[$0].follows(afters[$0 - 1]) })
    }

    func deallocate() { unsafe steps.deallocate() }

    /// Runs the row that begins with a step, and returns how many of its steps have run; 0 where none begins there.
    @inline(__always)
    func run(from first: Int, in call: NativeCall, at position: Int32) -> Int {
        let step = unsafe steps.baseAddress.unsafelyUnwrapped + first
        guard unsafe step.pointee.row > 0, unsafe !call.frame.pointee.is_inside_hook else { return 0 }
        unsafe call.frame.pointee.position = position
        let end = unsafe heddle_run_row(step, call.frame)
        if let failure = unsafe end.failure {
            unsafe call.fail(failure)
            unsafe call.frame.pointee.running = nil
        }
        return unsafe end.count
    }
}

/// Notes how long the row is that begins with each step.
///
/// - Parameter follows: true if a step may run directly after its predecessor.
private func rows(of steps: [heddle_step], where follows: (Int) -> Bool) -> [heddle_step] {
    var steps = unsafe steps
    for index in unsafe steps.indices.reversed() where unsafe steps[index].row > 0 {
        let next = index + 1
        if unsafe next < steps.count, follows(next) { unsafe steps[index].row += steps[next].row }
    }
    return unsafe steps
}

extension heddle_step {
    /// A row of itself, or none.
    fileprivate init(_ step: Chain<HookCode>.Step) {
        let isAlone = unsafe !step.code.isForeign || step.code.shot != nil || step.gate != 0
        unsafe self.init(
            function: step.code.function, running: step.code.running,
            place: step.state == .none ? -1 : Int32(step.place),
            continues: step.state == .continues, row: isAlone ? 0 : 1)
    }
}
