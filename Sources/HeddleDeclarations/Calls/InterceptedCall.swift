// SPDX-License-Identifier: Apache-2.0

/// A call in the hands of a hook that may change it.
///
/// It cannot be kept: it is valid while the hook runs, on the thread that runs it.
///
/// ## Topics
/// - ``view``
/// - ``proceed()``
/// - ``answer(_:)``
/// - ``answer(_:naming:)``
/// - ``fail(_:)``
/// - ``setArgument(_:to:)``
package protocol InterceptedCall: ~Copyable {
    /// The call for observers.
    var view: any ObservedCall { get }

    /// Runs the rest of the body, any number of times. In a `before` or `after` hook there is nothing to run, and it
    /// does nothing.
    ///
    /// - Returns: the outcome so far; nil before the body has run.
    @discardableResult
    func proceed() -> Outcome?

    /// Sets the result, nil for `void`; in an `after` hook of a failed call it recovers.
    ///
    /// - Throws: if the value does not fit the declared type; then nothing has changed.
    func answer(_ result: Value?) throws

    /// Sets to zero what the action only writes, where nothing has run that could have written it.
    ///
    /// - Throws: if there is no memory for it.
    func clearOutputs() throws

    /// Answers with the results of a recorded call. A name of a handle stands for the known handle, or for a new one.
    ///
    /// - Throws: if the answer does not fit the declaration.
    func answer(_ answer: CallAnswer, naming names: HandleNames) throws

    /// Makes the call fail; an earlier failure is kept as suppressed.
    func fail(_ failure: Failure)

    /// Puts another value in place of an argument; the hooks further in, and the action, see it.
    ///
    /// - Parameter index: the index among the arguments of the view.
    /// - Throws: if the value does not fit the declared type; then nothing has changed.
    func setArgument(_ index: Int, to value: Value) throws
}
