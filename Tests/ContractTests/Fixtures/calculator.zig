// SPDX-License-Identifier: Apache-2.0

const c = @import("contract.zig");

/// A record of the description, as the macros of the header write it.
fn Record(comptime text: []const u8) type {
    return extern struct { header: c.heddle_record, text: [text.len:0]u8 };
}
fn record(comptime kind: u16, comptime text: []const u8) Record(text) {
    return .{
        .header = .{ .magic = c.HEDDLE_MAGIC, .kind = kind, .contract = c.HEDDLE_CONTRACT, .text = text.len + 1, .value = 0 },
        .text = text[0..text.len :0].*,
    };
}

const module_text = "calculator\n1.0.0";
const divide_text = "int32_t divide(int32_t dividend, int32_t divisor)";
export const module_record: Record(module_text) align(8) linksection(".heddle") = record(c.HEDDLE_RECORD_MODULE, module_text);
export const module_copy: Record(module_text) align(8) linksection(".heddle.copy") = record(c.HEDDLE_RECORD_MODULE, module_text);
export const divide_record: Record(divide_text) align(8) linksection(".heddle") = record(c.HEDDLE_RECORD_ACTION, divide_text);
export const divide_copy: Record(divide_text) align(8) linksection(".heddle.copy") = record(c.HEDDLE_RECORD_ACTION, divide_text);

var host: *const c.heddle_host = undefined;

export fn heddle_attach(services: c.heddle_services) void {
    host = @ptrCast(@alignCast(services.?("heddle.host")));
}

export fn divide(dividend: i32, divisor: i32) i32 {
    if (divisor == 0) {
        host.fail.?("divisionByZero", "nothing can be divided by 0");
        return 0;
    }
    if (divisor == -1) return 0 -% dividend;
    return @divTrunc(dividend, divisor);
}
