// SPDX-License-Identifier: Apache-2.0

/// Declarations of functions as the headers of well-known libraries spell them.
struct LibraryHeader {
    let name: String
    /// The types that the functions use.
    let types: String
    let functions: String

    static let all = [math, zlib, sqlite]

    private static let math = LibraryHeader(
        name: "math.h", types: "",
        functions: """
            double acos(double x);
            double asin(double x);
            double atan(double x);
            double atan2(double y, double x);
            double cos(double x);
            double sin(double x);
            double tan(double x);
            double cosh(double x);
            double sinh(double x);
            double tanh(double x);
            double acosh(double x);
            double asinh(double x);
            double atanh(double x);
            double exp(double x);
            double frexp(double x, int *exponent);
            double ldexp(double x, int exponent);
            double log(double x);
            double log10(double x);
            double expm1(double x);
            double log1p(double x);
            double logb(double x);
            double exp2(double x);
            double log2(double x);
            double pow(double x, double y);
            double sqrt(double x);
            double hypot(double x, double y);
            double cbrt(double x);
            double fabs(double x);
            double floor(double x);
            double fmod(double x, double y);
            int finite(double value);
            double drem(double x, double y);
            double significand(double x);
            double copysign(double x, double y);
            double nan(const char *tagb);
            double j0(double);
            double j1(double);
            double jn(int, double);
            double y0(double);
            double y1(double);
            double yn(int, double);
            double erfc(double);
            double lgamma(double);
            double tgamma(double);
            double gamma(double);
            double rint(double x);
            double nextafter(double x, double y);
            double nexttoward(double x, long double y);
            double remainder(double x, double y);
            float sinf(float x);
            long double sinl(long double x);
            long double fmal(long double x, long double y, long double z);
            float ldexpf(float x, int exponent);
            """)

    private static let zlib = LibraryHeader(
        name: "zlib.h",
        types: """
            typedef unsigned char Byte; typedef Byte Bytef; typedef unsigned int uInt; typedef unsigned long uLong;
            typedef uLong uLongf; typedef void *voidp, *voidpf; typedef void const *voidpc; typedef size_t z_size_t;
            typedef unsigned int z_crc_t; struct internal_state;
            typedef voidpf (*alloc_func)(voidpf opaque, uInt items, uInt size);
            typedef void (*free_func)(voidpf opaque, voidpf address);
            typedef struct z_stream_s {
                Bytef *next_in; uInt avail_in; uLong total_in; Bytef *next_out; uInt avail_out; uLong total_out; char *msg;
                struct internal_state *state; alloc_func zalloc; free_func zfree; voidpf opaque; int data_type; uLong adler;
                uLong reserved;
            } z_stream;
            typedef z_stream *z_streamp; typedef struct gz_header_s gz_header, *gz_headerp;
            typedef unsigned (*in_func)(void *, unsigned char **);
            typedef int (*out_func)(void *, unsigned char *, unsigned);
            typedef struct gzFile_s *gzFile;
            """,
        functions: """
            const char * zlibVersion(void);
            int deflate(z_streamp strm, int flush);
            int deflateEnd(z_streamp strm);
            int inflate(z_streamp strm, int flush);
            int inflateEnd(z_streamp strm);
            int deflateSetDictionary(z_streamp strm, const Bytef *dictionary, uInt dictLength);
            int deflateGetDictionary(z_streamp strm, Bytef *dictionary, uInt *dictLength);
            int deflateCopy(z_streamp dest, z_streamp source);
            int deflateReset(z_streamp strm);
            int deflateParams(z_streamp strm, int level, int strategy);
            int deflateTune(z_streamp strm, int good_length, int max_lazy, int nice_length, int max_chain);
            uLong deflateBound(z_streamp strm, uLong sourceLen);
            int deflatePending(z_streamp strm, unsigned *pending, int *bits);
            int deflatePrime(z_streamp strm, int bits, int value);
            int deflateSetHeader(z_streamp strm, gz_headerp head);
            int inflateSetDictionary(z_streamp strm, const Bytef *dictionary, uInt dictLength);
            int inflateGetDictionary(z_streamp strm, Bytef *dictionary, uInt *dictLength);
            int inflateSync(z_streamp strm);
            int inflateCopy(z_streamp dest, z_streamp source);
            int inflateReset(z_streamp strm);
            int inflateReset2(z_streamp strm, int windowBits);
            int inflatePrime(z_streamp strm, int bits, int value);
            long inflateMark(z_streamp strm);
            int inflateGetHeader(z_streamp strm, gz_headerp head);
            int inflateBack(z_streamp strm, in_func in, void *in_desc, out_func out, void *out_desc);
            int inflateBackEnd(z_streamp strm);
            uLong zlibCompileFlags(void);
            int compress(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen);
            int compress2(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen, int level);
            uLong compressBound(uLong sourceLen);
            int uncompress(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen);
            int uncompress2(Bytef *dest, uLongf *destLen, const Bytef *source, uLong *sourceLen);
            gzFile gzdopen(int fd, const char *mode);
            int gzbuffer(gzFile file, unsigned size);
            int gzsetparams(gzFile file, int level, int strategy);
            int gzread(gzFile file, voidp buf, unsigned len);
            z_size_t gzfread(voidp buf, z_size_t size, z_size_t nitems, gzFile file);
            int gzwrite(gzFile file, voidpc buf, unsigned len);
            z_size_t gzfwrite(voidpc buf, z_size_t size, z_size_t nitems, gzFile file);
            int gzprintf(gzFile file, const char *format, ...);
            int gzputs(gzFile file, const char *s);
            char * gzgets(gzFile file, char *buf, int len);
            int gzputc(gzFile file, int c);
            int gzungetc(int c, gzFile file);
            int gzflush(gzFile file, int flush);
            int gzrewind(gzFile file);
            int gzeof(gzFile file);
            int gzdirect(gzFile file);
            int gzclose(gzFile file);
            int gzclose_r(gzFile file);
            int gzclose_w(gzFile file);
            const char * gzerror(gzFile file, int *errnum);
            void gzclearerr(gzFile file);
            uLong adler32(uLong adler, const Bytef *buf, uInt len);
            uLong adler32_z(uLong adler, const Bytef *buf, z_size_t len);
            uLong crc32(uLong crc, const Bytef *buf, uInt len);
            uLong crc32_z(uLong crc, const Bytef *buf, z_size_t len);
            uLong crc32_combine_op(uLong crc1, uLong crc2, uLong op);
            int deflateInit_(z_streamp strm, int level, const char *version, int stream_size);
            """)

    private static let sqlite = LibraryHeader(
        name: "sqlite3.h",
        types: """
            typedef struct sqlite3 sqlite3; typedef long long int sqlite_int64;
            typedef unsigned long long int sqlite_uint64;
            typedef sqlite_int64 sqlite3_int64; typedef sqlite_uint64 sqlite3_uint64;
            typedef int (*sqlite3_callback)(void *, int, char **, char **); typedef struct sqlite3_file sqlite3_file;
            typedef struct sqlite3_stmt sqlite3_stmt; typedef struct sqlite3_value sqlite3_value;
            typedef struct sqlite3_context sqlite3_context; typedef struct sqlite3_mutex sqlite3_mutex;
            typedef struct sqlite3_blob sqlite3_blob; typedef struct sqlite3_backup sqlite3_backup;
            typedef struct sqlite3_str sqlite3_str; typedef struct sqlite3_vfs sqlite3_vfs;
            typedef struct sqlite3_snapshot sqlite3_snapshot; typedef struct sqlite3_module sqlite3_module;
            typedef struct sqlite3_index_info sqlite3_index_info;
            typedef struct sqlite3_rtree_geometry sqlite3_rtree_geometry;
            typedef const char *sqlite3_filename; typedef void (*sqlite3_destructor_type)(void *);
            typedef void (*sqlite3_syscall_ptr)(void);
            """,
        functions: """
            const char *sqlite3_libversion(void);
            int sqlite3_compileoption_used(const char *zOptName);
            int sqlite3_close(sqlite3*);
            int sqlite3_exec(sqlite3*, const char *sql, int(*callback)(void*,int,char**,char**), void *, char **errmsg);
            int sqlite3_initialize(void);
            int sqlite3_os_end(void);
            int sqlite3_extended_result_codes(sqlite3*, int onoff);
            int sqlite3_changes(sqlite3*);
            sqlite3_int64 sqlite3_total_changes64(sqlite3*);
            int sqlite3_complete16(const void *sql);
            int sqlite3_busy_handler(sqlite3*,int(*)(void*,int),void*);
            void sqlite3_free_table(char **result);
            void *sqlite3_malloc(int);
            void *sqlite3_realloc64(void*, sqlite3_uint64);
            sqlite3_int64 sqlite3_memory_used(void);
            void *sqlite3_trace(sqlite3*, void(*xTrace)(void*,const char*), void*);
            void *sqlite3_profile(sqlite3*, void(*xProfile)(void*,const char*,sqlite3_uint64), void*);
            int sqlite3_trace_v2(sqlite3*, unsigned uMask, int(*xCallback)(unsigned,void*,void*,void*), void *pCtx);
            void sqlite3_progress_handler(sqlite3*, int, int(*)(void*), void*);
            int sqlite3_open_v2(const char *filename, sqlite3 **ppDb, int flags, const char *zVfs);
            sqlite3_int64 sqlite3_uri_int64(sqlite3_filename, const char*, sqlite3_int64);
            const char *sqlite3_filename_journal(sqlite3_filename);
            void sqlite3_free_filename(sqlite3_filename);
            const char *sqlite3_errmsg(sqlite3*);
            int sqlite3_error_offset(sqlite3 *db);
            int sqlite3_prepare_v2(sqlite3 *db, const char *zSql, int nByte, sqlite3_stmt **ppStmt, const char **pzTail);
            const char *sqlite3_sql(sqlite3_stmt *pStmt);
            int sqlite3_stmt_isexplain(sqlite3_stmt *pStmt);
            int sqlite3_bind_blob(sqlite3_stmt*, int, const void*, int n, void(*)(void*));
            int sqlite3_bind_blob64(sqlite3_stmt*, int, const void*, sqlite3_uint64, void(*)(void*));
            int sqlite3_bind_int64(sqlite3_stmt*, int, sqlite3_int64);
            int sqlite3_bind_text(sqlite3_stmt*,int,const char*,int,void(*)(void*));
            int sqlite3_bind_text16(sqlite3_stmt*, int, const void*, int, void(*)(void*));
            int sqlite3_bind_pointer(sqlite3_stmt*, int, void*, const char*,void(*)(void*));
            int sqlite3_bind_zeroblob(sqlite3_stmt*, int, int n);
            const char *sqlite3_bind_parameter_name(sqlite3_stmt*, int);
            int sqlite3_column_count(sqlite3_stmt *pStmt);
            const char *sqlite3_column_database_name(sqlite3_stmt*,int);
            const void *sqlite3_column_table_name16(sqlite3_stmt*,int);
            const char *sqlite3_column_decltype(sqlite3_stmt*,int);
            int sqlite3_data_count(sqlite3_stmt *pStmt);
            int sqlite3_column_int(sqlite3_stmt*, int iCol);
            const void *sqlite3_column_text16(sqlite3_stmt*, int iCol);
            int sqlite3_column_bytes16(sqlite3_stmt*, int iCol);
            int sqlite3_reset(sqlite3_stmt *pStmt);
            int sqlite3_transfer_bindings(sqlite3_stmt*, sqlite3_stmt*);
            int sqlite3_memory_alarm(void(*)(void*,sqlite3_int64,int), void*,sqlite3_int64);
            int sqlite3_value_int(sqlite3_value*);
            const unsigned char *sqlite3_value_text(sqlite3_value*);
            const void *sqlite3_value_text16be(sqlite3_value*);
            int sqlite3_value_type(sqlite3_value*);
            int sqlite3_value_frombind(sqlite3_value*);
            sqlite3_value *sqlite3_value_dup(const sqlite3_value*);
            void *sqlite3_user_data(sqlite3_context*);
            void sqlite3_set_auxdata(sqlite3_context*, int N, void*, void(*)(void*));
            void sqlite3_result_blob(sqlite3_context*, const void*, int, void(*)(void*));
            void sqlite3_result_blob64(sqlite3_context*,const void*, sqlite3_uint64,void(*)(void*));
            void sqlite3_result_double(sqlite3_context*, double);
            void sqlite3_result_error_toobig(sqlite3_context*);
            void sqlite3_result_int(sqlite3_context*, int);
            void sqlite3_result_text(sqlite3_context*, const char*, int, void(*)(void*));
            void sqlite3_result_text16(sqlite3_context*, const void*, int, void(*)(void*));
            void sqlite3_result_text16le(sqlite3_context*, const void*, int,void(*)(void*));
            void sqlite3_result_text16be(sqlite3_context*, const void*, int,void(*)(void*));
            void sqlite3_result_pointer(sqlite3_context*, void*,const char*,void(*)(void*));
            void sqlite3_result_zeroblob(sqlite3_context*, int n);
            int sqlite3_collation_needed(sqlite3*, void*, void(*)(void*,sqlite3*,int eTextRep,const char*));
            int sqlite3_collation_needed16(sqlite3*, void*, void(*)(void*,sqlite3*,int eTextRep,const void*));
            int sqlite3_win32_set_directory(unsigned long type, void *zValue);
            int sqlite3_get_autocommit(sqlite3*);
            """)
}
