-- SPDX-License-Identifier: Apache-2.0
-- What `benchmarks steps` measures, with LuaJIT's FFI: luajit [-joff] steps.lua LIBRARY [STEPS].
local ffi = require("ffi")
ffi.cdef("int add(int a, int b);")
local library = ffi.load(arg[1])
local steps = tonumber(arg[2] or 100000)

local function measure(step)
    local times = {}
    for round = 1, 11 do
        local start = os.clock()
        for number = 1, steps do step(number) end
        times[round] = (os.clock() - start) * 1e9 / steps
    end
    table.sort(times)
    return times[6]
end

local function call(number) library.add(number, 7) end
local function expect(number) assert(library.add(number, 7) == number + 7) end

print(string.format("run, ns: %.0f", measure(call)))
print(string.format("run with an expectation, ns: %.0f", measure(expect)))
