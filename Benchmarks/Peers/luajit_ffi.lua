-- SPDX-License-Identifier: Apache-2.0
-- LuaJIT's FFI, bare and with one function of Lua before and one after. Compiled, empty hooks are inlined into the
-- loop; the interpreter (jit.off) shows what they cost where no trace is compiled.

local ffi = require("ffi")
ffi.cdef [[
int add(int, int);
typedef struct { long seconds, nanoseconds; } moment;
int clock_gettime(int clock, moment *now);
]]
local fixture, rounds, calls = arg[1], tonumber(arg[2]), tonumber(arg[3])
local library = ffi.load(fixture)
local moment = ffi.new("moment")
local thread_processor_time = 3

local function now()
    ffi.C.clock_gettime(thread_processor_time, moment)
    return tonumber(moment.seconds) * 1e9 + tonumber(moment.nanoseconds)
end

local function with_hooks(call, before, after)
    return function(a, b)
        before(a, b)
        local result = call(a, b)
        after(result)
        return result
    end
end

local hooked = with_hooks(function(a, b) return library.add(a, b) end, function() end, function() end)

local function bare(count)
    local start, result = now(), 0
    for _ = 1, count do result = library.add(1, 2) end
    assert(result == 3)
    return now() - start
end

local function around(count)
    local start, result = now(), 0
    for _ = 1, count do result = hooked(1, 2) end
    assert(result == 3)
    return now() - start
end

local function median(times)
    table.sort(times)
    return (times[math.floor((#times + 1) / 2)] + times[math.floor(#times / 2) + 1]) / 2
end

local function report(name, run)
    local times = {}
    run(calls)
    for n = 1, rounds do times[n] = run(calls) / calls end
    print(string.format('{"row": "%s", "ns": %.3f}', name, median(times)))
end

report("LuaJIT's FFI, compiled", bare)
report("LuaJIT's FFI, one before and one after in Lua, compiled", around)
jit.off()
jit.flush()
report("LuaJIT's FFI, interpreted", bare)
report("LuaJIT's FFI, one before and one after in Lua, interpreted", around)
