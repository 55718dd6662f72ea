# SPDX-License-Identifier: Apache-2.0
# Runs the oracle's cases through Ruby's fiddle: peer_fiddle.rb cases.json library first
# Prints "start <number> <way>" before and "<verdict> <reason>" after each.

require "fiddle"
require "json"

# What fiddle has no type for.
class Refused < StandardError; end

# The type of fiddle, and how Array#pack writes it.
SCALARS = {
  "_Bool" => [-Fiddle::TYPE_CHAR, "C"], "char" => [Fiddle::TYPE_CHAR, "c"], "signed char" => [Fiddle::TYPE_CHAR, "c"],
  "unsigned char" => [-Fiddle::TYPE_CHAR, "C"], "short" => [Fiddle::TYPE_SHORT, "s"],
  "unsigned short" => [-Fiddle::TYPE_SHORT, "S"], "int" => [Fiddle::TYPE_INT, "l"],
  "unsigned int" => [-Fiddle::TYPE_INT, "L"], "long" => [Fiddle::TYPE_LONG, "q"],
  "unsigned long" => [-Fiddle::TYPE_LONG, "Q"], "long long" => [Fiddle::TYPE_LONG_LONG, "q"],
  "unsigned long long" => [-Fiddle::TYPE_LONG_LONG, "Q"], "float" => [Fiddle::TYPE_FLOAT, "e"],
  "double" => [Fiddle::TYPE_DOUBLE, "E"]
}.freeze

def kind(tree)
  return [Fiddle::TYPE_VOIDP, "Q"] if tree["text"]
  raise Refused, "no records by value" if tree["record"]

  SCALARS[tree["scalar"]] or raise Refused, "no type for #{tree["scalar"]}"
end

def value(tree, value)
  return value if tree["text"]
  return value ? 1 : 0 if [true, false].include?(value)
  return Integer(value) unless %w[float double].include?(tree["scalar"])

  { "nan" => Float::NAN, "inf" => Float::INFINITY, "-inf" => -Float::INFINITY }[value] || Float(value)
end

# The C side of a case.
class Library
  def initialize(path)
    @handle = Fiddle.dlopen(path)
    @expect = function("expect", [Fiddle::TYPE_INT] * 2, Fiddle::TYPE_VOID)
    @held = function("seen_is_expected", [], Fiddle::TYPE_INT)
  end

  def function(name, parameters, result) = Fiddle::Function.new(@handle[name], parameters, result)

  def expect(number, back) = @expect.call(number, back)

  def held? = @held.call == 1

  # Lets the library read values that lie in memory.
  def read(name, examples, values)
    places = examples.zip(values).map do |example, value|
      Fiddle::Pointer[[example["type"]["text"] ? value.to_i : value].pack(kind(example["type"])[1])]
    end
    function(name, [Fiddle::TYPE_VOIDP] * places.size, Fiddle::TYPE_VOID).call(*places)
  end
end

def run_call(library, data)
  number, result = data.values_at("number", "result")
  types = data["parameters"].map { |parameter| kind(parameter["type"])[0] }
  function = library.function("case_#{number}", types, result ? kind(result["type"])[0] : Fiddle::TYPE_VOID)
  arguments = data["parameters"].map { |parameter| value(parameter["type"], parameter["value"]) }
  library.expect(number, 0)
  returned = function.call(*arguments)
  return "arguments" unless library.held?
  return unless result

  library.expect(number, 1)
  library.read("took_#{number}", [result], [returned])
  "result" unless library.held?
end

def run_callback(library, data)
  number, result = data.values_at("number", "result")
  wrong = "not called"
  types = data["parameters"].map { |parameter| kind(parameter["type"])[0] }
  answer = result && value(result["type"], result["value"])
  answer = Fiddle::Pointer[answer] if answer.is_a?(String)
  closure = Fiddle::Closure::BlockCaller.new(result ? kind(result["type"])[0] : Fiddle::TYPE_VOID, types) do |*arguments|
    library.expect(number, 0)
    library.read("got_#{number}", data["parameters"], arguments)
    wrong = library.held? ? nil : "arguments"
    library.expect(number, 1)
    answer
  end
  library.function("back_#{number}", [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID).call(closure)
  wrong || ("result" unless library.held?)
end

cases = JSON.parse(File.read(ARGV[0]))
library = Library.new(ARGV[1])
runs = cases.flat_map { |data| [[data, :call], [data, :callback]] }
$stdout.sync = true
runs.drop(Integer(ARGV[2])).each do |data, way|
  puts "start #{data["number"]} #{way}"
  begin
    wrong = way == :call ? run_call(library, data) : run_callback(library, data)
    puts wrong ? "wrong #{wrong}" : "right"
  rescue StandardError => error
    puts "refused #{error.message.split.join(" ")}"
  end
end
