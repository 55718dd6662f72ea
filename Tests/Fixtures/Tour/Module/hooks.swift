// SPDX-License-Identifier: Apache-2.0

import FixtureTourDescription
import HeddleModule

/// Before `divide`: the dividend is one more.
@c @implementation
public func increase(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in try call.setArgument("dividend", to: call.argument("dividend", as: Int32.self) + 1) }
}

/// Before `divide`: refuses a negative dividend.
@c @implementation
public func refuse_negative(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in
        let dividend: Int32 = try call.argument("dividend")
        if dividend < 0 { throw Failure("negative", "\(call.module).\(call.action) is not for \(dividend)") }
    }
}

/// Instead of `divide`: its quotient, twice.
@c @implementation
public func twice(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in
        guard call.proceed() == .returned else { return }
        try call.answer(call.result(as: Int32.self) * 2)
    }
}

/// After `divide`: -1 where there is no quotient.
@c @implementation
public func recover(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in
        guard call.status == .failed, call.failure?.code == "noQuotient" else { return }
        try call.answer(Int32(-1))
    }
}

/// After `divide`: asks for a result of another type.
@c @implementation
public func ask_for_double(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in _ = try call.result(as: Float.self) }
}

/// Asks for an argument that is not there.
@c @implementation
public func ask_for_nothing(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in _ = try call.argument("nothing", as: Int32.self) }
}

/// Instead of an action without a result: nothing.
@c @implementation
public func skip(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in try call.answer() }
}

/// Logs the argument `text`.
@c @implementation
public func tell(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in Host.log(.info, "\(call.position) \(try call.text("text") ?? "null") of \(call.count)") }
}
