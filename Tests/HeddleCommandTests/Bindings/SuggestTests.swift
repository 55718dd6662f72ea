// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle bind --suggest", .enabled(if: Program.isInstalled("clang")))
struct SuggestTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The annotations and the sources that are suggested for functions: `part: words (source)`.
    private func suggestions(
        _ header: String, _ functions: [String], _ options: String...
    ) throws -> [String: [String]] {
        try bench.folder.write("own.h", "#include <stddef.h>\n#include <stdlib.h>\n\(header)\n")
        try BuiltModules.compile(
            functions.map { "void \($0)(void) {}\n" }.joined(), to: "libown.so", flags: ["-Wl,-soname,libown.so.1"],
            in: bench.folder)
        let program = try Program.built("heddle")
        let ended = try program.run(
            ["bind", "own.h", "--library", "./libown.so", "--suggest"] + options, in: bench.folder.path)
        try #require(ended.status == 0, "\(ended.errors)")
        let file = try JSONDecoder().decode(File.self, from: Data(ended.output.utf8))
        return file.annotate.mapValues { parts in parts.map { "\($0.key): \($0.value)" }.sorted() }
            .merging(file.sources.map { ("\($0.key) from", $0.value.map { "\($0.key): \($0.value)" }.sorted()) }) { $1 }
    }

    private struct File: Decodable {
        let annotate: [String: [String: String]]
        let sources: [String: [String: String]]

        enum CodingKeys: String, CodingKey {
            case annotate
            case sources = "x-sources"
        }
    }

    @Test("takes the pieces of a buffer that a callback gets from the names of its parameters")
    func callbacks() throws {
        let found = try suggestions(
            """
            typedef int (*sink)(const char *buffer, size_t size, void *data);
            typedef void each(void *closure, const unsigned char *bytes, int length);
            typedef int (*visit)(const char *path, size_t depth);
            typedef int (*order)(const void *a, const void *b);
            typedef int (*named)(const char *name, size_t name_len, int flag);
            int dump(sink s, void *data); int all(each *e, void *closure); int walk(visit v, order o, named n);
            """, ["dump", "all", "walk"])
        #expect(found["sink"] == ["buffer: _In_reads_(size)"])
        #expect(found["sink from"] == ["buffer: names: size counts buffer"])
        #expect(found["each"] == ["bytes: _In_reads_(length)"])
        #expect(found["named"] == ["name: _In_reads_(name_len)"])
        for name in ["visit", "order"] { #expect(found[name] == nil, "\(found)") }
    }

    @Test("names no releasing function that takes a context too, and takes counted handles for given ones")
    func contexts() throws {
        let found = try suggestions(
            """
            typedef struct ctx ctx; typedef struct geom geom;
            ctx *ctx_init(void); geom *geom_create(void); void geom_destroy(geom *g);
            geom *geom_create_r(ctx *c); void geom_destroy_r(ctx *c, geom *g);
            geom *geom_create_collection(int type, geom **geoms, unsigned int ngeoms);
            int geom_open(const char *path, geom **made);
            """,
            [
                "ctx_init", "geom_create", "geom_destroy", "geom_create_r", "geom_destroy_r", "geom_create_collection",
                "geom_open",
            ])
        #expect(found["geom_create"] == ["return: _Free_(geom_destroy)"])
        #expect(found["geom_create_r"] == nil)
        #expect(found["geom_destroy_r"] == ["g: _Post_ptr_invalid_"])
        #expect(found["geom_create_collection"]?.contains { $0.contains("_Outptr_") } == false, "\(found)")
        #expect(found["geom_open"] == ["made: _Outptr_ _Free_(geom_destroy)"])
    }

    @Test("knows handles by the names of their typedefs, and no count in a number behind a structure")
    func typedefs() throws {
        let found = try suggestions(
            """
            typedef struct { int size; } vector; typedef const struct doc_tag *doc; typedef struct { int kind; } kind;
            vector *vector_calloc(size_t n); void vector_free(vector *v);
            doc doc_create(void); void doc_release(doc d);
            struct context *db_connect(const char *host); void db_free(struct context *c);
            void *solver(const kind *T, size_t n); int local(const kind *ar, int n); int all(const kind *kinds, int n);
            """,
            [
                "vector_calloc", "vector_free", "doc_create", "doc_release", "db_connect", "db_free", "solver", "local",
                "all",
            ])
        #expect(found["vector_calloc"] == ["return: _Free_(vector_free)"])
        #expect(found["doc_create"] == ["return: _Free_(doc_release)"])
        #expect(found["db_connect"] == ["return: _Free_(db_free)"])
        #expect(found["solver"] == nil && found["local"] == nil, "\(found)")
        #expect(found["all"] == ["kinds: _In_reads_(n)"])
    }

    @Test("takes arrays with their counts from the names of parameters, where one number counts one pointer")
    func counts() throws {
        let found = try suggestions(
            """
            typedef struct handle handle;
            int total(const int *values, int count);
            int written(const void *data, size_t data_len);
            int texts(const char *text, size_t text_size);
            int named(int nItems, const double *items);
            int most(const char *a, const char *b, size_t n);
            int both(const int *a, const int *b, int n);
            int sized(const int *values, size_t size);
            int filled(int *values, int count);
            int handles(const handle *h, int count);
            int already(const double *values, double count);
            int twice(const void *all, size_t size, size_t count);
            int shortened(const char *path, long length);
            int objects(const void *s, int n, const double *more);
            int formatted(char *text, size_t n, const double *parts);
            int three(const unsigned char *anchor, const unsigned char *tag, int length);
            struct id { char bytes[20]; };
            int prefix(const struct id *start, size_t len); int ids(const struct id *all, size_t count);
            """,
            [
                "total", "written", "texts", "named", "most", "both", "sized", "filled", "handles", "already", "twice",
                "shortened", "objects", "formatted", "three", "prefix", "ids",
            ])
        #expect(found["total"] == ["values: _In_reads_(count)"])
        #expect(found["total from"] == ["values: names: count counts values"])
        #expect(found["written"] == ["data: _In_reads_bytes_(data_len)"])
        #expect(found["texts"] == ["text: _In_reads_(text_size)"])
        #expect(found["named"] == ["items: _In_reads_(nItems)"])
        #expect(found["both"] == ["a: _In_reads_(n)", "b: _In_reads_(n)"])
        #expect(found["twice"] == ["all: _In_reads_bytes_(size * count)"])
        #expect(found["objects"] == ["s: _In_reads_bytes_(n)"])
        #expect(found["three"] == ["tag: _In_reads_(length)"])
        #expect(found["ids"] == ["all: _In_reads_(count)"])
        for name in ["most", "sized", "filled", "handles", "already", "shortened", "formatted", "prefix"] {
            #expect(found[name] == nil, "\(found)")
        }
    }

    @Test("takes directions from doxygen, where they do not contradict the declaration")
    func doxygen() throws {
        let found = try suggestions(
            """
            /** Halves.
             * @param[in] n the number
             * @param[out] half a half
             * \\param[in,out] state what changes
             * @param [out] absent nothing
             */
            int halve(int n, int *half, long *state);
            /// @param[out] fixed what cannot be written
            int looked(const int *fixed);
            struct object { int first; };
            /// @param[in,out] o an object, which is not copied
            int changed(struct object *o);
            """, ["halve", "looked", "changed"])
        #expect(found["halve"] == ["half: _Out_", "state: _Inout_"])
        #expect(found["halve from"] == ["half: doxygen: @param[out]", "state: doxygen: @param[in,out]"])
        #expect(found["looked"] == nil && found["changed"] == nil)
    }

    @Test("takes no direction of doxygen for one value where there may be several")
    func severalValues() throws {
        let found = try suggestions(
            """
            typedef struct decoder decoder;
            /** Decodes.
             * @param[out] pcm the signal
             * @param[in] gains what it is multiplied with
             */
            int decode(decoder *d, short *pcm, int frame_size, const float *gains);
            /** Clips.
             * @param[in,out] memory the state, one float
             *   per channel
             * @param[out] peak the highest
             */
            void clip(float *memory, double *peak);
            /** Takes apart.
             * @param[in] frames where they begin
             * @param[out] size an array of their lengths
             * @return the number of values
             */
            int split(const unsigned char *packet, const int frames[48], short size[48], int bound[2]);
            void cipher(const void *ctx, size_t length);
            /** Fills.
             * @param[out] x what is filled
             *
             * An array of values is a buffer.
             * @param[out] most the most, whose values are kept
             * @returns an array
             */
            void fill(int count, double *x, int *rest, double *most);
            """, ["decode", "clip", "split", "cipher", "fill"])
        #expect(found["decode"] == nil && found["cipher"] == nil && found["fill"] == nil, "\(found)")
        #expect(found["clip"] == ["peak: _Out_"])
        #expect(found["split"] == ["frames: _In_reads_(48)", "size: _Out_writes_(48)"])
        #expect(found["split from"]?.last == "size: doxygen: @param[out]; declared: size[48]")
    }

    @Test("takes of functions that release the one that gives up a reference, and none where that is inline")
    func references() throws {
        let found = try suggestions(
            """
            typedef struct table table; table *table_new(void); void table_free(table *t); void table_unref(table *t);
            typedef struct json json; json *json_copy(json *j); void json_delete(json *j);
            static inline void json_decref(json *j) { if (!j) json_delete(j); }
            """, ["table_new", "table_free", "table_unref", "json_copy", "json_delete"])
        #expect(found["table_new"] == ["return: _Free_(table_unref)"])
        #expect(found["json_copy"] == nil && found["table_unref"] == nil, "\(found)")
    }

    @Test("takes directions, counts, nulls and ownership from attributes, which clang need not know")
    func attributes() throws {
        let found = try suggestions(
            """
            typedef struct thing thing;
            #if __GNUC__ >= 11
            #define ACCESS(...) __attribute__((__access__(__VA_ARGS__)))
            #define FREED(f) __attribute__((__malloc__(f, 1)))
            #else
            #define ACCESS(...)
            #define FREED(f)
            #endif
            void thing_drop(thing *t);
            thing *thing_get(const char *name, const char *more) FREED(thing_drop) __attribute__((nonnull(1)));
            long reading(int fd, void *buffer, size_t room) ACCESS(__write_only__, 2, 3);
            int put(const int *all, size_t n, int *changed) ACCESS(read_only, 1, 2) ACCESS(read_write, 3);
            """, ["thing_drop", "thing_get", "reading", "put"])
        #expect(found["thing_get"] == ["more: _In_opt_z_", "return: _Free_(thing_drop)"])
        #expect(
            found["thing_get from"] == [
                "more: attribute: nonnull(1) names others", "return: attribute: malloc(thing_drop)",
            ])
        #expect(found["reading"] == ["buffer: _Out_writes_bytes_(room)"])
        #expect(found["reading from"] == ["buffer: attribute: access(write_only, 2, 3)"])
        #expect(found["put"] == ["all: _In_reads_(n)", "changed: _Inout_"])
    }

    @Test("takes the release of handles from names, for functions that make them")
    func releases() throws {
        let found = try suggestions(
            """
            typedef struct thing thing; typedef struct other other;
            thing *thing_new(int n); int thing_open(const char *path, thing **made); void thing_free(thing *t);
            thing *thing_first(other *o); int thing_close_all(int n); other *other_new(void); void other_absent(other *o);
            int thing_close(thing *t); void thing_release(thing *t); int thing_release_memory(thing *t); int thing_delete(thing *t); struct own { int n; }; void own_delete(struct own *o);
            typedef struct shut shut; shut *shut_open(void); int shut_close(shut *s); int shut_close_log(shut *s);
            typedef struct pen pen; pen *make_pen(void); void free_pen(pen *p);
            """,
            [
                "thing_new", "thing_open", "thing_free", "thing_first", "thing_close_all", "other_new", "other_absent",
                "thing_close", "thing_release", "thing_release_memory", "thing_delete", "own_delete", "shut_open",
                "shut_close", "shut_close_log",
                "make_pen", "free_pen",
            ])
        #expect(found["thing_new"] == ["return: _Free_(thing_free)"])
        #expect(found["thing_new from"] == ["return: names: thing_free takes what it returns"])
        #expect(found["thing_open"] == ["made: _Outptr_ _Free_(thing_free)"])
        #expect(found["thing_free"] == ["t: _Post_ptr_invalid_"] && found["own_delete"] == nil)
        #expect(found["shut_open"] == ["return: _Free_(shut_close)"] && found["shut_close_log"] == nil)
        #expect(found["make_pen"] == ["return: _Free_(free_pen)"])
        for name in [
            "thing_first", "thing_close_all", "other_new", "thing_close", "thing_release", "thing_release_memory",
            "thing_delete",
        ] {
            #expect(found[name] == nil, "\(found)")
        }
    }

    @Test("takes directions, lengths, nulls and ownership from GObject introspection")
    func introspection() throws {
        try bench.folder.write(
            "own.gir",
            """
            <?xml version="1.0"?><!-- <function c:identifier="own_sum"> -->
            <repository><namespace name="Own">
            <record name="Thing"><method name="free" c:identifier="own_thing_free"><parameters>
            <instance-parameter name="thing"><type name="Thing"/></instance-parameter></parameters></method>
            <method name="size" c:identifier="own_thing_size" throws="1">
            <return-value transfer-ownership="none"><type name="gboolean"/></return-value><parameters>
            <instance-parameter name="thing"><type name="Thing"/></instance-parameter>
            <parameter name="width" direction="out" optional="1" allow-none="1"><type name="gint"/></parameter>
            </parameters></method></record>
            <function name="find" c:identifier="own_find">
            <return-value transfer-ownership="full" nullable="1"><doc>a > b, "c"</doc><type name="Thing"/></return-value>
            <parameters><parameter name="name" nullable="1"><type name="utf8"/></parameter>
            <parameter name="ids"><array length="2" c:type="int*"><type name="gint"/></array></parameter>
            <parameter name="n"><type name="gint"/></parameter></parameters></function>
            <function name="list" c:identifier="own_thing_new_list">
            <return-value transfer-ownership="none"><type name="Thing"/></return-value><parameters>
            <parameter name="names" direction="out" transfer-ownership="full"><array><type name="utf8"/></array></parameter>
            </parameters></function>
            </namespace></repository>
            """)
        let header = """
            typedef struct Error Error; typedef struct Thing Thing; void g_error_free(Error *e);
            void own_thing_free(Thing *thing); int own_thing_size(Thing *thing, int *width, Error **error);
            Thing *own_find(const char *name, int *ids, int n); Thing *own_thing_new_list(char ***names);
            void g_strfreev(char **texts);
            """
        let found = try suggestions(
            header,
            ["g_error_free", "own_thing_free", "own_thing_size", "own_find", "own_thing_new_list", "g_strfreev"],
            "--gir",
            "own.gir")
        // The name says that it is new, and the introspection that it stays the library's.
        #expect(found["own_thing_new_list"]?.contains { $0.hasPrefix("return") } != true)
        #expect(
            found["own_thing_size"] == [
                "error: _Outptr_opt_result_maybenull_ _Free_(g_error_free)", "width: _Out_opt_",
            ])
        #expect(
            found["own_find"] == [
                "ids: _In_reads_(n)", "name: _In_opt_z_", "return: _Ret_maybenull_ _Free_(own_thing_free)",
            ])
        #expect(found["own_find from"]?.last == "return: GIR: nullable; GIR: (transfer full)")
    }

    @Test("writes a file that behaviours name behind the bindings")
    func file() throws {
        try bench.folder.write("own.h", "int total(const int *values, int count);\n")
        try BuiltModules.compile(
            "int total(const int *v, int n) { int s = 0; while (n > 0) s += v[--n]; return s; }", to: "libown.so",
            in: bench.folder)
        let program = try Program.built("heddle")
        let arguments = ["bind", "own.h", "--library", "./libown.so", "-o"]
        #expect(try program.run(arguments + ["own.json"], in: bench.folder.path).status == 0)
        let suggested = try program.run(arguments + ["more.json", "--suggest"], in: bench.folder.path)
        #expect(suggested.errors == "more.json: annotations for 1 parameter or result of 1 function\n")
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "own": { "library": "./libown.so", "bindings": ["own.json", "more.json"] } },
                  "steps": [ { "call": "own.total", "with": { "values": [1, 2] }, "expect": { "result": 3 } } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("says what is wrong with the request")
    func mistakes() throws {
        try bench.folder.write("none.gir", "<repository/>")
        let cases = [
            (["--gir", "own.gir"], 2, "add --suggest"),
            (["--suggest", "--inline", "-o", "x"], 2, "leave out --inline"),
            (["--suggest", "--gir", "nowhere.gir"], 3, "nowhere.gir cannot be read"),
            (["--suggest", "--gir", bench.folder("none.gir")], 3, "describes no function of C"),
        ]
        for (options, status, message) in cases {
            let ended = try Program.built("heddle").run(
                ["bind", "math.h", "--library", "libm.so.6"] + options, in: bench.folder.path)
            #expect(ended.status == status, "\(ended.errors)")
            #expect(ended.errors.contains(message), "\(ended.errors)")
        }
    }
}
