// SPDX-License-Identifier: Apache-2.0

/// The C text of some cases together, which is compiled to one library.
///
/// - Parameter callsBackAlways: true if functions with `...` are called back as well, with all of their arguments named.
func batchSource(_ cases: [OracleCase], forPeers: Bool = false, callsBackAlways: Bool = false) -> String {
    let table = cases.map {
        "    { \($0.number), expect_\($0.number), expect_back_\($0.number), \($0.largestRecord) },\n"
    }
    return runtime + cases.map { $0.source(forPeers: forPeers, callsBackAlways) }.joined(separator: "\n")
        + "static const struct row rows[] = {\n\(table.joined())};\n" + lookup
}

extension OracleCase {
    /// The size of the largest record that is passed or returned.
    fileprivate var largestRecord: String {
        let records = Set(all.map(\.shape).filter { if case .record = $0 { true } else { false } })
        guard !records.isEmpty else { return "0" }
        let members = records.map { $0.declaration() }.sorted().enumerated().map { "\($1) m\($0);" }
        return "sizeof(union { \(members.joined(separator: " ")) })"
    }
}

/// The writer of the cases. It appends each note to the earlier ones.
private let runtime = """
    #include <stdarg.h>
    #include <stddef.h>
    #include <stdio.h>
    #include <string.h>
    #define IS_LONG_DOUBLE -1ul
    #define NEVER_INLINE __attribute__((noinline))
    struct notes { unsigned long size; unsigned char bytes[65536]; };
    struct row { int number; void (*expect)(void); void (*expect_back)(void); unsigned long largest; };
    static struct notes seen, expected, *notes = &seen;
    static void NEVER_INLINE put(const void *from, unsigned long size) {
        if (size > sizeof notes->bytes - notes->size) return;
        memcpy(notes->bytes + notes->size, from, size);
        notes->size += size;
    }
    static void NEVER_INLINE scribble(void *at, unsigned long size) {
        __asm__ volatile("" : : "r"(memset(at, 0xAA, size)) : "memory");
    }
    // Of the 16 bytes of a long double of the x87 10 say something; the others are noted as 0.
    static void NEVER_INLINE put_long_double(const void *from) {
    #ifdef __x86_64__
        static const char padding[6];
        put(from, 10);
        put(padding, 6);
    #else
        put(from, 16);
    #endif
    }
    struct part { unsigned long offset, size; };
    static void NEVER_INLINE gather(const void *from, const struct part *parts, int count) {
        for (int i = 0; i < count; i++) {
            const char *part = (const char *)from + parts[i].offset;
            if (parts[i].size == IS_LONG_DOUBLE) put_long_double(part);
            else put(part, parts[i].size);
        }
    }
    #define V(type, value) { type v = (value); put(&v, sizeof v); }
    #define L(value) { long double v = (value); put_long_double(&v); }
    #define C(value) { long double _Complex v = (value); put_long_double(&v); put_long_double((char *)&v + 16); }
    #define T(value) { const char *v = (value); if (!v) v = "(null)"; put(v, strlen(v) + 1); }

    """

/// The requests from outside: note an expectation, and ask whether it was met.
private let lookup = """
    static const struct row *row(int number) {
        for (unsigned long i = 0; i < sizeof rows / sizeof *rows; i++)
            if (rows[i].number == number) return &rows[i];
        return 0;
    }
    void expect(int number, int back) {
        const struct row *found = row(number);
        seen.size = expected.size = 0;
        notes = &expected;
        if (found) (back ? found->expect_back : found->expect)();
        notes = &seen;
    }
    int seen_is_expected(void) {
        return seen.size == expected.size && memcmp(seen.bytes, expected.bytes, seen.size) == 0;
    }
    unsigned long largest_record(int number) { return row(number) ? row(number)->largest : 0; }
    static char *hex(char *to, const struct notes *notes) {
        for (unsigned long i = 0; i < notes->size && i < 400; i++) to += sprintf(to, "%02x", notes->bytes[i]);
        return to;
    }
    const char *difference(void) {
        static char text[2000];
        char *to = hex(text + sprintf(text, "seen "), &seen);
        hex(to + sprintf(to, ", expected "), &expected);
        return text;
    }

    """
