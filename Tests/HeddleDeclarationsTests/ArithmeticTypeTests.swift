// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Arithmetic types beyond the common ones") struct ArithmeticTypeTests {
    @Test(
        "complex numbers and integers of 128 bits are read, in any order of words",
        arguments: [
            ("_Complex", .complex(.double)), ("double _Complex", .complex(.double)),
            ("_Complex float", .complex(.float)),
            ("long _Complex double", .complex(.longDouble)), ("__complex__ double", .complex(.double)),
            ("__int128", .integer(.int128)), ("unsigned __int128", .integer(.unsignedInt128)),
            ("__int128 unsigned", .integer(.unsignedInt128)), ("signed __int128", .integer(.int128)),
        ] as [(String, CType)])
    func words(text: String, type: CType) throws {
        let f = try signature("\(text) f(const \(text) *x)")
        #expect(f.result == type)
        #expect(f.parameters[0].type == .pointer(to: type, isConst: true))
        #expect(try signature(f.description) == f)
    }

    @Test("the compilers' own names are known")
    func names() throws {
        let sizes = [
            "__int128_t": (16, 16), "__uint128_t": (16, 16), "_Float32": (4, 4), "_Float64": (8, 8),
            "_Float32x": (8, 8),
            "max_align_t": (32, 16), "wchar_t": (4, 4), "float_t": (4, 4), "double_t": (8, 8), "sig_atomic_t": (4, 4),
        ]
        for (name, (size, alignment)) in sizes {
            #expect(
                try signature("\(name) f(void)").result.layout == TypeLayout(size: size, alignment: alignment),
                "\(name)")
        }
    }

    @Test("complex is a name like any other")
    func complex() throws {
        #expect(
            try signature("typedef double complex; complex f(void)").result == .named("complex", .floating(.double)))
    }

    @Test(
        "what no compiler takes is refused",
        arguments: ["_Complex int", "long __int128", "_Complex _Complex", "short double"])
    func refused(text: String) {
        #expect(problems("\(text) f(void)").map(\.code) == [.declaration(.type)])
    }
}
