// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave

@Suite("The order law")
struct OrderLawTests {
    private static let around = Script(before: .passes, after: .passes)

    /// Runs a call of the action `x` with these hooks.
    private func run(_ scripts: Script..., conduct: Conduct = .returns, calls: Int = 1) throws -> String {
        let hooks = Standing.inARow(scripts)
        return text(try ScriptedAction(WovenLetters(hooks), hooks, conduct).run(calls: calls).dropLast())
    }

    @Test("without hooks there is only the action")
    func none() throws {
        #expect(try run() == "(x)=x")
        #expect(try run(conduct: .fails) == "(x)!x")
    }

    // T17
    @Test("befores run outermost first, afters innermost first")
    func onion() throws {
        #expect(try run(Self.around, Self.around) == "ab(x)ba=x")
        #expect(try run(Self.around, Self.around, Self.around) == "abc(x)cba=x")
    }

    @Test("an after runs also when the action failed")
    func afterFailure() throws {
        #expect(try run(Self.around, Self.around, conduct: .fails) == "ab(x)ba!x")
    }

    @Test("a before that fails stops what is further in, and pairs hold")
    func failingBefore() throws {
        #expect(try run(Self.around, Script(before: .fails, after: .passes), Self.around) == "ab!ba!b")
        #expect(try run(Script(before: .fails), Script(after: .passes)) == "a!b!a")
    }

    @Test("a failure in an after replaces the outcome, and the outer afters still run")
    func failingAfter() throws {
        #expect(try run(Self.around, Script(after: .fails)) == "a(x)b!a!b")
        #expect(try run(Script(after: .fails), Script(after: .fails), conduct: .fails) == "(x)b!a!!abx")
    }

    @Test("an after that answers recovers the call")
    func recovery() throws {
        #expect(try run(Self.around, Script(after: .answers), conduct: .fails) == "a(x)b=a=b")
    }

    @Test("instead hooks nest, and proceed none, one or many times")
    func instead() throws {
        let (once, twice) = (Script(instead: .proceeds), Script(instead: .proceedsTwice))
        #expect(try run(once, once) == "a[b[(x)]]=x")
        #expect(try run(twice, once) == "a[b[(x)]b[(x)]]=x")
        #expect(try run(Self.around, Script(instead: .answers), once) == "ab[=]a=b")
        #expect(try run(Self.around, Script(instead: .passes), once) == "ab[]a!-")
    }

    @Test("an after asks for calls that returned or that failed")
    func conditions() throws {
        let (returned, failed) = (
            Script(after: .passes, condition: .returned), Script(after: .passes, condition: .failed)
        )
        #expect(try run(returned, failed) == "(x)a=x")
        #expect(try run(returned, failed, conduct: .fails) == "(x)b!x")
        #expect(try run(failed, returned, Script(after: .fails)) == "(x)c!a!c")
        #expect(try run(failed, returned, Script(after: .answers), conduct: .fails) == "(x)c=b=c")
    }
}
