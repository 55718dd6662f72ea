/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contract between Heddle and a module.
 *
 * A module is a shared library. The header is optional: any function can be called once it is declared
 * somewhere. With the header a module describes itself, in an ELF section that the host reads without running any
 * of its code, and gets services from the host.
 *
 *     #include <heddle/module.h>
 *
 *     HEDDLE_MODULE("calculator", "1.0.0")
 *     HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
 *
 *     int32_t add(int32_t a, int32_t b) { return a + b; }
 *
 * Valid as C99 to C23, and as C++11 to C++23, without extensions that `-pedantic` would name.
 *
 * Each function says in a fixed place what its callers must know:
 *
 *     [thread: who may call it · state: when · owner: of what crosses · since: contract version]
 */
#ifndef HEDDLE_MODULE_H
#define HEDDLE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HEDDLE_EXTERN_C extern "C"
#define HEDDLE_STATIC_ASSERT(condition, text) static_assert(condition, text)
#define HEDDLE_CAST(type, value) static_cast<type>(value)
extern "C" {
#else
#define HEDDLE_EXTERN_C extern
#define HEDDLE_STATIC_ASSERT(condition, text) __extension__ _Static_assert(condition, text) /* C99 has none */
#define HEDDLE_CAST(type, value) ((type)(value))
#endif

/* Attributes of some compilers. `retain` and `no_reorder` keep every record, in the order of the source; the last
 * one tells Swift that the host's table can be read from any thread, since it is set once, before everything else. */
#ifdef __has_attribute
#if __has_attribute(retain)
#define HEDDLE_RETAIN , retain
#endif
#if __has_attribute(no_reorder)
#define HEDDLE_NO_REORDER , no_reorder
#endif
#if __has_attribute(swift_attr)
#define HEDDLE_SWIFT(attribute) __attribute__((swift_attr(attribute)))
#endif
#endif
#ifndef HEDDLE_RETAIN
#define HEDDLE_RETAIN
#endif
#ifndef HEDDLE_NO_REORDER
#define HEDDLE_NO_REORDER
#endif
#ifndef HEDDLE_SWIFT
#define HEDDLE_SWIFT(attribute)
#endif

/* The version of this contract. It grows when something is added; nothing is ever taken away. */
#define HEDDLE_CONTRACT 5

/* Exported from the module even when it is built with -fvisibility=hidden, as it should be. */
#define HEDDLE_EXPORT __attribute__((visibility("default")))

/* ---------------------------------------------------------------------------------------------------------------
 * Annotations, as in Microsoft's SAL. They mean nothing to the compiler; the host reads them in the description.
 * Where a sal.h was included before, its words stand. A count n is computed by + - * / % << >> from parameters,
 * *parameter, parameter->field, strlen(parameter) and numbers; m, which is known after the call, may also have return.
 * What the action writes, the caller does not give.
 * ------------------------------------------------------------------------------------------------------------ */

#ifndef _In_
#define _In_                                /* points to one value that the action reads */
#define _In_opt_                            /* the same, or null */
#define _In_reads_(n)                       /* points to n elements that the action reads */
#define _In_reads_opt_(n)                   /* the same, or null */
#define _In_reads_bytes_(n)                 /* points to n raw bytes that the action reads */
#define _In_reads_bytes_opt_(n)             /* the same, or null */
#define _In_reads_z_(n)                     /* points to a text, or a list up to a null or 0, in n elements at most */
#define _In_reads_opt_z_(n)                 /* the same, or null */
#define _In_z_                              /* points to a text that the action reads */
#define _In_opt_z_                          /* the same, or null */
#define _Out_                               /* points to one value that the action writes */
#define _Out_opt_                           /* the same, or null */
#define _Out_writes_(n)                     /* points to room for n elements */
#define _Out_writes_opt_(n)                 /* the same, or null */
#define _Out_writes_bytes_(n)               /* points to room for n raw bytes */
#define _Out_writes_bytes_opt_(n)           /* the same, or null */
#define _Out_writes_z_(n)                   /* points to room for a text of n characters, its NUL among them */
#define _Out_writes_opt_z_(n)               /* the same, or null */
#define _Out_writes_all_(n)                 /* points to room for n elements, all of which the action writes */
#define _Out_writes_all_opt_(n)             /* the same, or null */
#define _Out_writes_bytes_all_(n)           /* points to room for n bytes, all of which the action writes */
#define _Out_writes_bytes_all_opt_(n)       /* the same, or null */
#define _Out_writes_to_(n, m)               /* points to room for n elements, of which the action writes m */
#define _Out_writes_to_opt_(n, m)           /* the same, or null */
#define _Out_writes_bytes_to_(n, m)         /* points to room for n raw bytes, of which the action writes m */
#define _Out_writes_bytes_to_opt_(n, m)     /* the same, or null */
#define _Inout_                             /* points to one value that the action reads and writes */
#define _Inout_opt_                         /* the same, or null */
#define _Inout_updates_(n)                  /* points to n elements that the action reads and writes */
#define _Inout_updates_opt_(n)              /* the same, or null */
#define _Inout_updates_bytes_(n)            /* points to n raw bytes that the action reads and writes */
#define _Inout_updates_bytes_opt_(n)        /* the same, or null */
#define _Inout_updates_to_(n, m)            /* points to n elements, of which the action leaves m */
#define _Inout_updates_to_opt_(n, m)        /* the same, or null */
#define _Inout_updates_bytes_to_(n, m)      /* points to n raw bytes, of which the action leaves m */
#define _Inout_updates_bytes_to_opt_(n, m)  /* the same, or null */
#define _Outptr_                            /* receives a pointer: a handle, or a text that stays the module's */
#define _Outptr_opt_                        /* the same, or null */
#define _Outptr_result_maybenull_           /* receives a pointer, which may be null */
#define _Outptr_opt_result_maybenull_       /* the same, or null */
#define _Outptr_result_buffer_(m)           /* receives a pointer to m elements */
#define _Outptr_result_buffer_maybenull_(m) /* the same, or a null pointer */
#define _Outptr_opt_result_buffer_(m)       /* _Outptr_result_buffer_, or null is passed */
#define _Outptr_opt_result_buffer_maybenull_(m)     /* the same, and it may receive a null pointer */
#define _Outptr_result_bytebuffer_(m)       /* receives a pointer to m raw bytes */
#define _Outptr_result_bytebuffer_maybenull_(m)     /* the same, or a null pointer */
#define _Outptr_opt_result_bytebuffer_(m)   /* _Outptr_result_bytebuffer_, or null is passed */
#define _Outptr_opt_result_bytebuffer_maybenull_(m) /* the same, and it may receive a null pointer */
#define _Null_terminated_                   /* points to elements up to one that is null or 0 */
#define _Printf_format_string_              /* the format, as of printf, of the arguments behind "..." */
#define _Post_ptr_invalid_                  /* the call releases what this parameter points to */
#define _Switch_is_(field)                  /* on a union in a structure: the field that says which member stands there */
#define _Case_(...)                         /* on a member of such a union: the numbers for which it stands there */
#define _Default_                           /* the same: the numbers that no other member has */
#define _Success_(condition)                /* when the action has not failed: _Success_(return >= 0) */
#define _Ret_maybenull_                     /* the returned pointer may be null */
#define _Ret_notnull_                       /* the returned pointer is never null */
#define _Ret_z_                             /* the action returns a text */
#define _Ret_valid_                         /* the action returns a pointer to one value */
#define _Ret_writes_(n)                     /* the action returns a pointer to n elements */
#define _Ret_writes_maybenull_(n)           /* the same, or null */
#define _Ret_writes_bytes_(n)               /* the action returns a pointer to n raw bytes */
#define _Ret_writes_bytes_maybenull_(n)     /* the same, or null */
#endif

#define _Self_                              /* the module's instance, which the host passes */
#define _Free_(symbol)                      /* what is returned or received is the caller's, released by this */
#define _Bytes_                             /* raw bytes, not text */
#define _Retained_                          /* the action keeps the pointer after the call */
#define _Secret_                            /* what is passed is not to be seen in logs */
#ifndef _Field_range_
#define _Field_range_(lowest, highest)      /* the numbers that a setting may be, both included; as in SAL */
#endif
#define _Idempotent_                        /* a second call with the same arguments does no more than the first */
#define _Unhookable_                        /* no hook may be around the action */
#define _ObserveOnly_                       /* only hooks that cannot change its calls may be around the action */
#define _Tags_(...)                         /* names by which hooks may choose the action: _Tags_(money, slow) */

/* ---------------------------------------------------------------------------------------------------------------
 * The host's services
 * ------------------------------------------------------------------------------------------------------------ */

/* How much a message matters. */
typedef enum heddle_level {
    HEDDLE_DEBUG = 0,
    HEDDLE_INFO = 1,
    HEDDLE_WARNING = 2,
    HEDDLE_ERROR = 3
} heddle_level;

HEDDLE_STATIC_ASSERT(sizeof(heddle_level) == 4, "the contract has enumerations of 4 bytes: no -fshort-enums");
HEDDLE_STATIC_ASSERT(__SIZEOF_WCHAR_T__ == 4, "the contract has wide characters of 4 bytes: no -fshort-wchar");
#ifdef __x86_64__
HEDDLE_STATIC_ASSERT('\377' < 0, "the contract has a char with a sign on this machine: no -funsigned-char");
HEDDLE_STATIC_ASSERT(__LDBL_MANT_DIG__ == 64, "the contract has a long double of 80 bits: no -mlong-double-64 or -128");
#endif

/* An action that a module found by name, for calling it. [owner: the host, for the life of the process] */
typedef struct heddle_action heddle_action;

/* The configuration of an instance: the `config` object of its module in the behaviour. */
typedef struct heddle_config heddle_config;

/* One call, as a hook sees it; below. */
typedef struct heddle_call heddle_call;

/* Where a hook stands. */
typedef enum heddle_position {
    HEDDLE_BEFORE = 0,
    HEDDLE_INSTEAD = 1,
    HEDDLE_AFTER = 2
} heddle_position;

/* The outcome of a call so far. */
typedef enum heddle_status {
    HEDDLE_PENDING = 0,  /* its body has not run, or an instead hook has set no result */
    HEDDLE_RETURNED = 1,
    HEDDLE_FAILED = 2
} heddle_status;

/* The services of the host. The table grows only at its end: a field is there if `size` reaches past it; use
 * HEDDLE_HAS to test that. */
typedef struct heddle_host {
    /* The size of this table in bytes, as the host knows it. */
    size_t size;

    /* Writes a message to the host's log, under the module's name. Messages of the level HEDDLE_DEBUG are shown with
     * `--log-level debug`.
     * [thread: any · state: any · owner: the caller keeps the text · since: 1] */
    void (*log)(heddle_level level, const char *message);

    /* Makes the current call fail: of the action, of the hook, or of the create, that the calling thread runs. The
     * function goes on; the call fails once it has returned. `code` is a short stable name, `message` is for people.
     * Outside of a call it does nothing.
     * [thread: the one that runs the call · state: in a call or create · owner: the texts are copied · since: 1] */
    void (*fail)(const char *code, const char *message);

    /* Finds an action of any loaded module by "module.action", with the declaration that the caller
     * expects, such as "int32_t add(int32_t, int32_t)". Null when there is none, or its type is another; the
     * reason is logged.
     * [thread: any · state: from the first call or create on · owner: the host · since: 1] */
    heddle_action *(*find)(const char *name, const char *declaration);

    /* Calls an action through its hooks. `arguments` points to each argument's value and `result` to memory for
     * the result, 8 bytes or the size of its type if that is more, or is null. False when the call failed; then
     * the result is not written.
     * [thread: any · state: during a call · owner: the caller of all that it passes · since: 1] */
    bool (*call)(heddle_action *action, void *const *arguments, void *result);

    /* Emits an event into the run's report; `json` is a JSON value or null.
     * [thread: any · state: any · owner: the texts are copied · since: 1] */
    void (*emit)(const char *event, const char *json);

    /* A text, number or boolean of the configuration by its key: the behaviour's, or the default of HEDDLE_SETTING, or
     * the fallback where there is none of this type. From contract 2 on a key may be a path into nested objects and
     * lists, such as "limits.low" or "hosts[2]".
     * [thread: any · state: in create · owner: the text is the host's, for the life of the instance · since: 1] */
    const char *(*config_text)(const heddle_config *config, const char *key, const char *fallback);
    double (*config_number)(const heddle_config *config, const char *key, double fallback);
    bool (*config_bool)(const heddle_config *config, const char *key, bool fallback);

    /* Memory that either side may release; as malloc and free.
     * [thread: any · state: any · owner: whoever holds the pointer · since: 1] */
    void *(*allocate)(size_t size);
    void (*release)(void *memory);

    /* Runs the rest of the body of a hooked call: the next instead hook, or the action. Any number of times while
     * an instead hook runs; does nothing otherwise. Returns the outcome so far.
     * [thread: the one that runs the hook · state: in an instead hook · since: 1] */
    heddle_status (*proceed)(heddle_call *call);

    /* Says that a hook has written the call's result, or that a void action counts as done. In an after hook of a
     * failed call this is how to recover. Does nothing in a before hook.
     * [thread: the one that runs the hook · state: in an instead or after hook · since: 1] */
    void (*answer)(heddle_call *call);

    /* True if the behaviour gives a setting, false if it has its default.
     * [thread: any · state: in create · owner: the caller keeps the key · since: 2] */
    bool (*config_has)(const heddle_config *config, const char *key);

    /* A whole number of the configuration, exactly; the number of the constant where the setting is an enumeration.
     * The fallback where there is none, or where it does not fit into 64 bits.
     * [thread: any · state: in create · owner: the caller keeps the key · since: 2] */
    int64_t (*config_integer)(const heddle_config *config, const char *key, int64_t fallback);
    uint64_t (*config_unsigned)(const heddle_config *config, const char *key, uint64_t fallback);

    /* The number of elements of a list, or of members of a nested object; 0 for anything else.
     * [thread: any · state: in create · owner: the caller keeps the key · since: 2] */
    size_t (*config_count)(const heddle_config *config, const char *key);

    /* The absolute path of the module's own file, beside which it finds its data. The module is loaded from a copy, so
     * dladdr gives another path.
     * [thread: any · state: any · owner: the host, for the life of the process · since: 2] */
    const char *(*module_path)(void);

    /* Sets the `errno` that hooks further out and the caller of a hooked call read. An action that runs later sets it
     * again.
     * [thread: the one that runs the hook · state: in a hook · since: 3] */
    void (*set_errno)(heddle_call *call, int32_t number);

    /* As `call`, past the hooks of the action. Calls that the action makes itself have their hooks.
     * [thread: any · state: during a call · owner: the caller of all that it passes · since: 3] */
    bool (*call_bare)(heddle_action *action, void *const *arguments, void *result);

    /* The number of calls with hooks, of any actions, that this one runs inside of on its thread.
     * [thread: the one that runs the hook · state: in a hook · since: 3] */
    size_t (*depth)(heddle_call *call);

    /* Gives a service by its name: one of Heddle's below, or one that the program offers which loaded the module. Null
     * when there is none of that name. HEDDLE_SERVICE gives it with its type.
     * [thread: any · state: any · owner: the host, for the life of the process · since: 5] */
    const void *(*service)(const char *name);
} heddle_host;

/* The contract that has brought each function of the host's table. HEDDLE_NEEDS_FIELD notes it, so that a host which
 * lacks the function can name it. */
enum heddle_since {
    HEDDLE_SINCE_log = 1,
    HEDDLE_SINCE_fail = 1,
    HEDDLE_SINCE_find = 1,
    HEDDLE_SINCE_call = 1,
    HEDDLE_SINCE_emit = 1,
    HEDDLE_SINCE_config_text = 1,
    HEDDLE_SINCE_config_number = 1,
    HEDDLE_SINCE_config_bool = 1,
    HEDDLE_SINCE_allocate = 1,
    HEDDLE_SINCE_release = 1,
    HEDDLE_SINCE_proceed = 1,
    HEDDLE_SINCE_answer = 1,
    HEDDLE_SINCE_config_has = 2,
    HEDDLE_SINCE_config_integer = 2,
    HEDDLE_SINCE_config_unsigned = 2,
    HEDDLE_SINCE_config_count = 2,
    HEDDLE_SINCE_module_path = 2,
    HEDDLE_SINCE_set_errno = 3,
    HEDDLE_SINCE_call_bare = 3,
    HEDDLE_SINCE_depth = 3,
    HEDDLE_SINCE_service = 5
};

/* True if the host's table has a field: HEDDLE_HAS(log). */
#define HEDDLE_HAS(field) (heddle->size >= offsetof(heddle_host, field) + sizeof heddle->field)

/* The host's table, set before the host calls any function of the module, and after its constructors have run. It is
 * the module's own, by which the host knows who calls: no other module may use it. HEDDLE_MODULE defines it.
 * Every source file of the module sees it; nothing outside of the module does. */
extern const heddle_host *heddle __attribute__((visibility("hidden"))) HEDDLE_SWIFT("nonisolated(unsafe)");

/* Gives a service by its name, such as "heddle.host"; null when this host has none of that name. */
typedef const void *(*heddle_services)(const char *name);

/* A service beside the host's table, or null when this host does not have it:
 * const heddle_main *main_thread = HEDDLE_SERVICE(heddle_main, "heddle.main"). Since contract 5. */
#define HEDDLE_SERVICE(type, name)                                                                                  \
    (HEDDLE_HAS(service) ? HEDDLE_CAST(const type *, heddle->service(name)) : HEDDLE_CAST(const type *, NULL))

/* The service "heddle.identity": the program that has loaded the module. Its texts are never null; one that the program
 * does not say is empty. [owner: the host, for the life of the process · grows only at its end · since: 5] */
typedef struct heddle_identity {
    /* The size of this structure in bytes, as the host knows it. */
    size_t size;
    /* The program, such as "heddle", its version, its maker and its address. */
    const char *name;
    const char *version;
    const char *vendor;
    const char *url;
    /* The version of Heddle in it. */
    const char *heddle_version;
    /* The HEDDLE_CONTRACT that it knows. */
    int32_t contract;
    int32_t reserved;
} heddle_identity;

/* The service "heddle.main": the main thread of the host, which is the one that makes the calls of a behaviour, or the
 * one that the program says. `heddle` runs what waits for it before each step and behind the last, and behind the call
 * of `heddle call`.
 *
 * A function that it runs is not part of a call: a failure of it is logged. What still waits when a behaviour has ended
 * and its instances are destroyed is dropped with a warning.
 * [grows only at its end · since: 5] */
typedef struct heddle_main {
    /* The size of this table in bytes, as the host knows it. */
    size_t size;

    /* True on the host's main thread.
     * [thread: any · state: any · since: 5] */
    bool (*is_main)(void);

    /* Has a function called on the main thread, once and soon; never before this returns, not even on that thread.
     * False for a null function, and behind the end of the host.
     * [thread: any · state: any · owner: `context` stays the caller's, until the function has run · since: 5] */
    bool (*run)(void (*function)(void *context), void *context);

    /* Has a function called on the main thread again and again, the first time after `nanoseconds`, until the timer is
     * stopped; stop it in the function for one that runs once. A turn that comes too late is made up for once, not as
     * often as it was missed. Gives the number of the timer, or 0 where `run` would give false.
     * [thread: any · state: any · owner: `context` stays the caller's, until the timer has stopped · since: 5] */
    uint64_t (*start_timer)(uint64_t nanoseconds, void (*function)(void *context), void *context);

    /* Stops a timer: its function is never called after this returns. On another thread than the main one it waits for
     * a call of the function that runs. False when there is no such timer of this module.
     * [thread: any · state: any · since: 5] */
    bool (*stop_timer)(uint64_t timer);
} heddle_main;

/* The service "heddle.state", which a module offers so that its state outlives a reload: when the host loads a new build
 * of it, the present one saves its state, and the new one takes it over.
 *
 *     static bool save(void *instance, heddle_write write, void *stream) { … }
 *     static bool load(void *instance, const void *bytes, size_t count) { … }
 *     HEDDLE_OFFERS("heddle.state", heddle_state, counter_state)
 *     const heddle_state counter_state = {sizeof(heddle_state), save, load};
 *
 * The bytes are the module's own: begin them with a version, since another build reads them. No call of the module runs
 * meanwhile; new ones wait, and run in the new build. So neither function may wait for a thread that calls the module,
 * and what changes the state by other ways than calls, such as a timer or a thread of the module, is the module's to
 * guard. When either function fails, the present build stays, with its state.
 * [since: 5] */
typedef void (*heddle_write)(void *stream, const void *bytes, size_t count);

typedef struct heddle_state {
    /* The size of this table in bytes, as the module knows it. */
    size_t size;

    /* Writes the state of an instance by `write`, in as many pieces as it likes. `instance` is null for a module without
     * instances. False, behind heddle->fail, where it cannot be saved.
     * [thread: the one that reloads · state: no call of the module runs · owner: `write` copies the bytes] */
    bool (*save)(void *instance, heddle_write write, void *stream);

    /* Gives a new instance, which was just created, the state that the present build has saved. False, behind
     * heddle->fail, where it cannot be taken over, such as one of an unknown version.
     * [thread: the one that reloads · state: behind create · owner: the bytes are the host's, for this call] */
    bool (*load)(void *instance, const void *bytes, size_t count);
} heddle_state;

/* ---------------------------------------------------------------------------------------------------------------
 * Hooks
 * ------------------------------------------------------------------------------------------------------------ */

/* A parameter, or the result, of the called action. It is an element of arrays and so never grows. */
typedef struct heddle_type {
    const char *name; /* the parameter's name; null where it has none, and for the result */
    const char *text; /* the type as it was declared, such as "const char *" */
    size_t size;      /* the size of the value that the pointer in `arguments` points to; 0 for void */
} heddle_type;

/* The facts about an action that are known before a call. [owner: the host, for the life of the process] */
typedef struct heddle_signature {
    /* The size of this structure in bytes, as the host knows it. */
    size_t size;
    /* The names of the module and the action, as the behaviour calls them. */
    const char *module;
    const char *action;
    /* The types of all parameters of the C declaration, `_Self_` included, their number, and the type of the
     * result. */
    const heddle_type *parameters;
    size_t count;
    heddle_type result;
} heddle_signature;

/* One call, as a hook sees it. It is valid until the hook returns: a service that gets one later, or on another thread,
 * does nothing but to make the call fail that runs then, with the code `callEnded`.
 * [thread: the one that runs the hook · owner: the host · grows only at its end] */
struct heddle_call {
    /* The size of this structure in bytes, as the host knows it. */
    size_t size;
    /* The called action. */
    const heddle_signature *action;
    /* Each argument by pointer. A hook may write a value of the declared type through it; what a pointer argument
     * points to must live until the call has ended. */
    void *const *arguments;
    /* The arguments as the caller gave them. */
    const void *const *originals;
    /* The result by pointer, of the declared type; null for void. After writing it, an instead hook calls
     * heddle->answer. */
    void *result;
    /* The hook's own state in this call: what a before hook writes here, its after finds. Null at first. */
    void *state;
    /* In which position the hook is run now, as a heddle_position. Read only: the host keeps its own. */
    int32_t position;
    /* The outcome so far, as a heddle_status. Read only: heddle->answer and heddle->fail change it. */
    int32_t status;
    /* `errno` as the caller is going to read it: as the action left it, or as heddle->set_errno has set it since. Read
     * only. */
    int32_t saved_errno;
    int32_t reserved;
    /* The failure; null if there is none. */
    const char *failure_code;
    const char *failure_message;
};

/* A hook that gets the call. In the background it runs on a thread of its own with a copy of the call; its
 * writes to the copy are lost. */
typedef void (*heddle_hook)(heddle_call *call);

/* ---------------------------------------------------------------------------------------------------------------
 * The description
 * ------------------------------------------------------------------------------------------------------------ */

/* A record of the section ".heddle" is this header and then its text, which ends with NUL; records begin at
 * multiples of 8 bytes. The records of one source file stand in its order; files may come in any order, so a type
 * may be described after its use. Zeros may stand between records, in multiples of 8 bytes. A record that stands
 * twice, byte for byte, as when two source files include it, counts once. A reader passes over unknown kinds. */
typedef struct heddle_record {
    uint32_t magic; /* HEDDLE_MAGIC */
    uint16_t kind;
    uint16_t contract; /* the HEDDLE_CONTRACT that the module was built with; in a HEDDLE_RECORD_REACH the one since
                        * which there is the function */
    uint32_t text;     /* how many bytes of text follow, the NUL included */
    uint32_t value;    /* by kind: the size of the type, its alignment, or where the field lies in it; otherwise 0 */
} heddle_record;

#define HEDDLE_MAGIC 0x4C444548u /* "HEDL" */

enum heddle_record_kind {
    HEDDLE_RECORD_MODULE = 1,  /* name LF version */
    HEDDLE_RECORD_ACTION = 2,  /* declaration, or name LF declaration for an action that is not called as its symbol */
    HEDDLE_RECORD_HOOK = 3,    /* declaration */
    HEDDLE_RECORD_TYPE = 4,    /* declaration; value is the size, or 0 */
    HEDDLE_RECORD_CREATE = 5,  /* declaration */
    HEDDLE_RECORD_DESTROY = 6, /* declaration */
    HEDDLE_RECORD_NEEDS = 7,   /* the name of a service that the module cannot do without */
    HEDDLE_RECORD_FIELD = 8,   /* type LF field; value is how many bytes of the type stand before the field */
    HEDDLE_RECORD_SETTING = 9, /* declaration LF help; the default is the initializer. Since contract 2 */
    HEDDLE_RECORD_REACH = 10,  /* service LF function; value is the least size of its table. Since contract 4 */
    HEDDLE_RECORD_WANTS = 11,  /* the name of a service that the module uses where it is there. Since contract 4 */
    HEDDLE_RECORD_ABOUT = 12,  /* what is said LF text; "summary", "vendor", "license" or "url". Since contract 5 */
    HEDDLE_RECORD_HELP = 13,   /* function LF parameter, or nothing LF text. Since contract 5 */
    HEDDLE_RECORD_OFFERS = 14, /* the name of a service LF the symbol of its data. Since contract 5 */
    HEDDLE_RECORD_ALIGNMENT = 15 /* type; value is the alignment of one of its values. Since contract 5 */
};

HEDDLE_STATIC_ASSERT(sizeof(heddle_record) == 16, "the header of a record is part of the contract");

#define HEDDLE_JOIN_(a, b) a##b
#define HEDDLE_JOIN(a, b) HEDDLE_JOIN_(a, b)

/* Puts one record into the section, as a variable that nothing removes; and once more into ".heddle.copy", by which a
 * reader knows that the file is not as it was built. Readers take records that have no copy. */
#define HEDDLE_RECORD_AS(variable, kind, value, text)                                                               \
    HEDDLE_RECORD_OF(variable, HEDDLE_CONTRACT, kind, value, text)

/* The same with the contract that it names. */
#define HEDDLE_RECORD_OF(variable, contract_, kind_, value_, text_)                                                 \
    static const struct {                                                                                           \
        heddle_record header;                                                                                       \
        char text[sizeof(text_)];                                                                                   \
    } variable HEDDLE_SECTION(".heddle") = {{HEDDLE_MAGIC, kind_, contract_, sizeof(text_), value_}, text_},        \
      HEDDLE_JOIN(variable, _copy) HEDDLE_SECTION(".heddle.copy") = {                                               \
          {HEDDLE_MAGIC, kind_, contract_, sizeof(text_), value_}, text_};

#define HEDDLE_SECTION(name) __attribute__((section(name), aligned(8), used HEDDLE_RETAIN HEDDLE_NO_REORDER))

/* The same under a name of its own, for what has none. */
#define HEDDLE_RECORD(kind, value, text)                                                                            \
    HEDDLE_RECORD_AS(HEDDLE_JOIN(heddle_record_, __COUNTER__), kind, value, text)

/* Declares an exported function, and refers to it, so that the linker names a function that was declared and never
 * defined; in C++ also one whose definition has other parameters, which the compiler takes for an overload. */
#define HEDDLE_FUNCTION(result, symbol, ...)                                                                        \
    HEDDLE_EXTERN_C HEDDLE_EXPORT result symbol(__VA_ARGS__);                                                       \
    static result (*const heddle_defined_##symbol)(__VA_ARGS__) __attribute__((used HEDDLE_RETAIN)) = symbol;

/* In what follows each macro is a whole declaration and takes no semicolon after it. Any number may stand on a line
 * or in a header of the module. */

/* HEDDLE_MODULE("name", "version"): names the module and receives the host's table. Once in a module. */
#define HEDDLE_MODULE(name, version)                                                                                \
    const heddle_host *heddle;                                                                                      \
    HEDDLE_EXTERN_C HEDDLE_EXPORT void heddle_attach(heddle_services services);                                     \
    void heddle_attach(heddle_services services) {                                                                  \
        heddle = HEDDLE_CAST(const heddle_host *, services("heddle.host"));                                         \
    }                                                                                                               \
    HEDDLE_RECORD_AS(heddle_record_of_heddle_attach, HEDDLE_RECORD_MODULE, 0, name "\n" version)

/* HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b): declares and describes an action. One without parameters is
 * written with `void` in their place. The description has the declaration as it is written: a macro in it is not
 * expanded. */
#define HEDDLE_ACTION(result, symbol, ...)                                                                          \
    HEDDLE_FUNCTION(result, symbol, __VA_ARGS__)                                                                    \
    HEDDLE_RECORD_AS(heddle_record_of_##symbol, HEDDLE_RECORD_ACTION, 0, #result " " #symbol "(" #__VA_ARGS__ ")")

/* HEDDLE_ACTION_NAMED("openUrlWithUrl:", void, open_url, const char *url): an action under another name. */
#define HEDDLE_ACTION_NAMED(name, result, symbol, ...)                                                              \
    HEDDLE_FUNCTION(result, symbol, __VA_ARGS__)                                                                    \
    HEDDLE_RECORD_AS(heddle_record_of_##symbol, HEDDLE_RECORD_ACTION, 0,                                            \
                     name "\n" #result " " #symbol "(" #__VA_ARGS__ ")")

/* HEDDLE_HOOK(check_name): declares and describes a hook that gets the call. */
#define HEDDLE_HOOK(symbol)                                                                                         \
    HEDDLE_FUNCTION(void, symbol, heddle_call *call)                                                                \
    HEDDLE_RECORD_AS(heddle_record_of_##symbol, HEDDLE_RECORD_HOOK, 0, "void " #symbol "(heddle_call *call)")

/* HEDDLE_TYPE(typedef enum { RED, GREEN } color): declares and describes a type that actions use. */
#define HEDDLE_TYPE(...)                                                                                            \
    __VA_ARGS__;                                                                                                    \
    HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, #__VA_ARGS__)                                                              \
    HEDDLE_DEDUCED_(#__VA_ARGS__)

/* HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point): the same with the type's size and alignment as the
 * compiler laid it out, which the host compares with its own. For every type that actions pass by value or by its
 * members. */
#define HEDDLE_SIZED_TYPE(name, ...)                                                                                \
    __VA_ARGS__;                                                                                                    \
    HEDDLE_RECORD(HEDDLE_RECORD_TYPE, sizeof(name), #__VA_ARGS__)                                                   \
    HEDDLE_RECORD(HEDDLE_RECORD_ALIGNMENT, __alignof__(name), #name)                                                \
    HEDDLE_DEDUCED_(#__VA_ARGS__)

/* The part of a description that heddle/module.hpp adds. */
#define HEDDLE_DEDUCED_(text)

/* HEDDLE_FIELD(point, x): where the compiler laid a field of such a type, which the host compares as well, so that it
 * can name the field where a module was compiled with another layout than its declaration says. */
#define HEDDLE_FIELD(type, field) HEDDLE_RECORD(HEDDLE_RECORD_FIELD, offsetof(type, field), #type "\n" #field)

/* HEDDLE_INSTANCE(greeter, greeter_create, greeter_destroy): the module has instances, of `struct greeter`. `create`
 * makes one from its configuration and returns null, after `heddle->fail`, when it cannot; an action takes it as
 * `_Self_ greeter *`. Once in a module.
 * [thread: the one that runs the behaviour, loads or reloads the module, or ends the last use of the instance ·
 *  state: create before any action, destroy after the last] */
#define HEDDLE_INSTANCE(type, create, destroy)                                                                      \
    HEDDLE_TYPE(typedef struct type type)                                                                           \
    HEDDLE_FUNCTION(type *, create, const heddle_config *config)                                                    \
    HEDDLE_FUNCTION(void, destroy, type *instance)                                                                  \
    HEDDLE_RECORD_AS(heddle_record_of_##create, HEDDLE_RECORD_CREATE, 0,                                            \
                     "struct " #type " *" #create "(const heddle_config *config)")                                  \
    HEDDLE_RECORD_AS(heddle_record_of_##destroy, HEDDLE_RECORD_DESTROY, 0,                                          \
                     "void " #destroy "(struct " #type " *instance)")

/* HEDDLE_SETTING("How often one is greeted.", _Field_range_(1, 100) int32_t times = 1): a setting of the configuration
 * that `create` reads, with its words for people, its type and its default. The host checks each configuration before
 * the run: unknown keys, wrong types and numbers out of range are errors that point into the behaviour.
 *
 * The declaration is one of C, which the compiler checks too; the host expands no macros in it but true, false and
 * NULL, and computes whole numbers only. A setting is a bool, a number, an enumeration, a text (`const char *`),
 * an array (`const char *hosts[] = {"localhost"}`, `double origin[2] = {0, 0}`) or a structure that HEDDLE_TYPE
 * declares, which is a nested object in JSON. A text whose default is NULL may be left out and then has no value.
 * `_Secret_` keeps a value out of messages. */
#define HEDDLE_SETTING(help, ...)                                                                                   \
    HEDDLE_COMPILED_SETTING_(HEDDLE_JOIN(heddle_setting_, __COUNTER__), __VA_ARGS__)                                \
    HEDDLE_RECORD(HEDDLE_RECORD_SETTING, 0, #__VA_ARGS__ "\n" help)

/* HEDDLE_REQUIRED_SETTING("The folder of the images.", const char *folder): one that each configuration must give. */
#define HEDDLE_REQUIRED_SETTING(help, declaration)                                                                  \
    void HEDDLE_JOIN(heddle_setting_, __COUNTER__)(declaration);                                                    \
    HEDDLE_RECORD(HEDDLE_RECORD_SETTING, 0, #declaration "\n" help)

/* A function that nobody calls, so that the compiler checks a setting's type and default. */
#define HEDDLE_COMPILED_SETTING_(function, ...)                                                                     \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"")                                   \
    __attribute__((unused)) static void function(void) {                                                            \
        __attribute__((unused)) __VA_ARGS__;                                                                        \
    }                                                                                                               \
    _Pragma("GCC diagnostic pop")

/* HEDDLE_NEEDS("heddle.host"): a service that the module cannot do without; a host that lacks it refuses the
 * module by name. */
#define HEDDLE_NEEDS(service) HEDDLE_RECORD(HEDDLE_RECORD_NEEDS, 0, service)

/* HEDDLE_NEEDS_FIELD(module_path): a function of the host's table that the module calls without asking HEDDLE_HAS; a
 * host that lacks it refuses the module by that name. A host before contract 4 passes over this. Since contract 4. */
#define HEDDLE_NEEDS_FIELD(field)                                                                                   \
    HEDDLE_RECORD_OF(HEDDLE_JOIN(heddle_record_, __COUNTER__), HEDDLE_SINCE_##field, HEDDLE_RECORD_REACH,           \
                     offsetof(heddle_host, field) + sizeof heddle->field, "heddle.host\n" #field)

/* HEDDLE_WANTS("another.service"): a service that the module uses where the host has it, and can do without. It is
 * there for people. Since contract 4. */
#define HEDDLE_WANTS(service) HEDDLE_RECORD(HEDDLE_RECORD_WANTS, 0, service)

/* HEDDLE_OFFERS("com.example.canvas", canvas_table, canvas): a service of the module for the program that loads it: the
 * type and the name of data that the module defines, `const canvas_table canvas = {…};`. Since contract 5. */
#define HEDDLE_OFFERS(service, type, symbol)                                                                        \
    HEDDLE_EXTERN_C HEDDLE_EXPORT const type symbol;                                                                \
    static const type *const heddle_offered_##symbol __attribute__((used HEDDLE_RETAIN)) = &symbol;                 \
    HEDDLE_RECORD(HEDDLE_RECORD_OFFERS, 0, service "\n" #symbol)

/* Words for people about the module: what it does in a sentence, who makes it, its licence as an SPDX expression, and
 * its address. `heddle inspect`, editors and reports show them. Since contract 5. */
#define HEDDLE_SUMMARY(text) HEDDLE_RECORD(HEDDLE_RECORD_ABOUT, 0, "summary\n" text)
#define HEDDLE_VENDOR(text) HEDDLE_RECORD(HEDDLE_RECORD_ABOUT, 0, "vendor\n" text)
#define HEDDLE_LICENSE(expression) HEDDLE_RECORD(HEDDLE_RECORD_ABOUT, 0, "license\n" expression)
#define HEDDLE_URL(address) HEDDLE_RECORD(HEDDLE_RECORD_ABOUT, 0, "url\n" address)

/* HEDDLE_HELP(divide, "Divides whole numbers."): words for people about an action or a hook, by its symbol. Since
 * contract 5. */
#define HEDDLE_HELP(symbol, text)                                                                                   \
    HEDDLE_STATIC_ASSERT(sizeof(&symbol) != 0, "the function is declared");                                         \
    HEDDLE_RECORD(HEDDLE_RECORD_HELP, 0, #symbol "\n\n" text)

/* HEDDLE_PARAMETER_HELP(divide, divisor, "Any number but 0."): words about one of its parameters; `return` is the
 * result. Since contract 5. */
#define HEDDLE_PARAMETER_HELP(symbol, parameter, text)                                                              \
    HEDDLE_STATIC_ASSERT(sizeof(&symbol) != 0, "the function is declared");                                         \
    HEDDLE_RECORD(HEDDLE_RECORD_HELP, 0, #symbol "\n" #parameter "\n" text)

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_MODULE_H */
