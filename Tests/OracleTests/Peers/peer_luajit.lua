-- SPDX-License-Identifier: Apache-2.0
-- Runs the oracle's cases through LuaJIT's ffi: peer_luajit.lua cases.json library first
-- Prints "start <number> <way>" before and "<verdict> <reason>" after each.

local ffi = require("ffi")
ffi.cdef [[
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
void expect(int number, int back);
int seen_is_expected(void);
]]

-- Reading JSON, as far as the cases use it.
local decode
local null = {}
local escapes = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f" }

local function decode_string(text, at)
  local parts = {}
  while true do
    local stop = text:find('["\\]', at)
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local letter = text:sub(stop + 1, stop + 1)
    if letter == "u" then
      parts[#parts + 1] = string.char(tonumber(text:sub(stop + 2, stop + 5), 16))
      at = stop + 6
    else
      parts[#parts + 1] = escapes[letter] or letter
      at = stop + 2
    end
  end
end

local function decode_list(text, at, close, read)
  local list = {}
  at = text:match("^%s*()", at)
  while text:sub(at, at) ~= close do
    at = read(list, at)
    at = text:match("^%s*,?%s*()", at)
  end
  return list, at + 1
end

function decode(text, at)
  at = text:match("^%s*()", at)
  local first = text:sub(at, at)
  if first == '"' then return decode_string(text, at + 1) end
  if first == "[" then
    return decode_list(text, at + 1, "]", function(list, place)
      list[#list + 1], place = decode(text, place)
      return place
    end)
  end
  if first == "{" then
    return decode_list(text, at + 1, "}", function(object, place)
      local key
      key, place = decode(text, place)
      object[key], place = decode(text, text:match("^%s*:()", place))
      return place
    end)
  end
  local word, stop = text:match("^([%w%+%-%.]+)()", at)
  if word == "null" then return null, stop end
  if word == "true" or word == "false" then return word == "true", stop end
  return tonumber(word), stop
end

-- Values.
local function float(text) return tonumber(text) end

local function number(tree, value)
  local kind = tree.scalar
  if type(value) == "boolean" then return value end
  if kind == "float" or kind == "double" then return float(value) end
  if kind:find("_Complex") then
    if type(value[1]) == "table" then error("no complex long double") end
    return ffi.new(kind == "float _Complex" and "complex float" or "complex double", float(value[1]), float(value[2]))
  end
  if kind:find("__int128") then error("no __int128") end
  if kind:find("unsigned") then return ffi.C.strtoull(value, nil, 10) end
  return ffi.C.strtoll(value, nil, 10)
end

local fill

-- Puts a value into a field or element.
local function store(holder, key, tree, value)
  if tree.array then
    for index, element in ipairs(value) do store(holder[key], index - 1, tree.array, element) end
  elseif tree.record then
    fill(holder[key], tree, value)
  elseif tree.scalar == "long double" then
    error("no long double")
  else
    holder[key] = number(tree, value)
  end
end

function fill(record, tree, values)
  for index, member in ipairs(tree.members) do
    local value = values[index]
    if value ~= null then
      if member.name == "" then fill(record, member.type, value) else store(record, member.name, member.type, value) end
    end
  end
end

local function made(example)
  if example.type.text then return example.value end
  if example.type.record then
    local record = ffi.new(example.c)
    fill(record, example.type, example.value)
    return record
  end
  if example.type.scalar == "long double" then error("no long double") end
  return number(example.type, example.value)
end

-- A value in memory, for the library to read.
local function placed(example, value)
  local place = example.type.text and ffi.new("const char *[1]") or ffi.new(ffi.typeof("$[1]", ffi.typeof(example.c)))
  place[0] = value
  return place
end

-- The two ways.
local ways = {}

function ways.call(library, case)
  local arguments = {}
  for index, parameter in ipairs(case.parameters) do arguments[index] = made(parameter) end
  library.expect(case.number, 0)
  local returned = library["case_" .. case.number](unpack(arguments, 1, #case.parameters))
  if library.seen_is_expected() ~= 1 then return "arguments" end
  if case.result == null then return nil end
  local place = placed(case.result, returned)
  library.expect(case.number, 1)
  library["took_" .. case.number](place)
  if library.seen_is_expected() ~= 1 then return "result" end
end

function ways.callback(library, case)
  local wrong = "not called"
  local answer = case.result ~= null and made(case.result) or nil
  local function body(...)
    local places = {}
    for index, parameter in ipairs(case.parameters) do places[index] = placed(parameter, (select(index, ...))) end
    library.expect(case.number, 0)
    library["got_" .. case.number](unpack(places, 1, #case.parameters))
    wrong = library.seen_is_expected() ~= 1 and "arguments" or nil
    library.expect(case.number, 1)
    return answer
  end
  -- As its manual says: a function that calls back must not be compiled.
  jit.off(body, true)
  local pointer = ffi.cast(ffi.typeof(case.pointer), body)
  library["back_" .. case.number](pointer)
  pointer:free()
  if wrong then return wrong end
  if library.seen_is_expected() ~= 1 then return "result" end
end
jit.off(ways.callback, true)

local file = assert(io.open(arg[1]))
local cases = decode(file:read("*a"), 1)
local library = ffi.load(arg[2])
local index, declared = 0, {}
for _, case in ipairs(cases) do
  for _, way in ipairs { "call", "callback" } do
    if index >= tonumber(arg[3]) then
      io.write("start ", case.number, " ", way, "\n")
      io.flush()
      local fine, wrong = pcall(function()
        if not declared[case.number] then
          ffi.cdef(table.concat(case.types, "\n") .. case.call .. ";" .. case.back .. ";")
          local places = {}
          for place = 1, #case.parameters do places[place] = "void *" end
          local list = #places > 0 and table.concat(places, ", ") or "void"
          ffi.cdef("void took_" .. case.number .. "(void *); void got_" .. case.number .. "(" .. list .. ");")
          declared[case.number] = true
        end
        return ways[way](library, case)
      end)
      local verdict = fine and (wrong and "wrong " .. wrong or "right") or "refused " .. tostring(wrong):gsub("%s+", " ")
      io.write(verdict, "\n")
      io.flush()
    end
    index = index + 1
  end
end
