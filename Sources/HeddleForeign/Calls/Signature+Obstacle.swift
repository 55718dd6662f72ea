// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Signature {
    /// The reason why the function cannot be called as it is declared; nil where it can.
    ///
    /// It is the same classification that binds an action, with the engine of the machine: what another one cannot pass
    /// is no fact about the function.
    package var obstacle: Unsupported? {
        do throws(Unsupported) {
            _ = try CallShape(self, of: LibraryIdentity(name: symbol), by: .standard)
            return nil
        } catch {
            return error
        }
    }

    /// The parameters that annotations could mend, of those that keep the function from being called.
    package var unannotatedParameters: [Int] {
        parameters.indices.filter { index in
            do throws(Unsupported) {
                _ = try ParameterPassing(parameters[index], at: index)
                return false
            } catch {
                return isMendable(error)
            }
        }
    }

    /// Returns whether annotations could mend what keeps the function from being called: it is about a pointer.
    package func isMendable(_ obstacle: Unsupported) -> Bool {
        let type = obstacle.parameter.map { parameters[$0].type } ?? result
        if case .pointer = type.canonical { return true }
        return false
    }
}
