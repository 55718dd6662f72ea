/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contract between Heddle and a module, for C++17 and newer: module.h with types that the compiler deduces,
 * classes for instances, and exceptions for failures.
 *
 *     #include <heddle/module.hpp>
 *
 *     HEDDLE_MODULE("calculator", "1.0.0")
 *
 *     static int32_t divide(int32_t dividend, int32_t divisor) {
 *         if (divisor == 0) throw heddle::failure{"divisionByZero", "nothing can be divided by 0"};
 *         return dividend / divisor;
 *     }
 *     HEDDLE_DESCRIBE(divide, dividend, divisor)
 *
 * The declarations are texts that the compiler has made; the host reads them without running any code. All of module.h
 * may be used beside this, and the two may be mixed in one module.
 *
 * Each function says in a fixed place what its callers must know, as in module.h:
 *
 *     [thread: who may call it · state: when · owner: of what crosses · since: contract version]
 */
#ifndef HEDDLE_MODULE_HPP
#define HEDDLE_MODULE_HPP

#if __cplusplus < 201703L
#error "heddle/module.hpp wants C++17: build with -std=c++17, or use heddle/module.h"
#endif

#include <heddle/module.h>

#include "cxx/action.hpp"
#include "cxx/call.hpp"
#include "cxx/config.hpp"
#include "cxx/described.hpp"
#include "cxx/failure.hpp"
#include "cxx/instance.hpp"
#include "cxx/memory.hpp"
#include "cxx/record.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

/* The names that a module uses. `heddle` alone is the host's table, as in `heddle->log`, and C++ has no namespace beside
 * a variable of the same name, but a class: in front of `::` the class is meant, anywhere else the variable. So this
 * class lists the names of the namespace heddle_cxx, where each is documented. */
struct heddle {
    heddle() = delete;

    using failure = heddle_cxx::failure;
    using config = heddle_cxx::config;
    using call = heddle_cxx::call;
    using instance = heddle_cxx::instance;
    template <typename Function> using action = heddle_cxx::action<Function>;
    template <typename T> using memory = heddle_cxx::memory<T>;

    template <typename T> static memory<T[]> allocate(std::size_t count) { return heddle_cxx::allocate<T>(count); }
    static memory<char[]> copy(std::string_view text) { return heddle_cxx::copy(text); }
};

/* In what follows each macro is a whole declaration and takes no semicolon after it. It stands behind the declaration
 * of what it describes, in the same namespace, which has a name or is the global one. They are macros because a record
 * needs an attribute, and an exported function a name of its own. */

/* HEDDLE_DESCRIBE(divide, dividend, divisor): describes a function as an action, with the names of its parameters. They
 * may all be left out, HEDDLE_DESCRIBE(divide); the arguments then have to be given by position. Annotations stand
 * before the names: HEDDLE_DESCRIBE(_Success_(return >= 0) fill, _Out_writes_(size) bytes, size). What is exported is
 * the function divide_action, which calls it and makes failures of its exceptions; `_Free_` and HEDDLE_HELP name it so. */
#define HEDDLE_DESCRIBE(...)                                                                                        \
    HEDDLE_CXX_ACTION_(HEDDLE_CXX_FIRST_(__VA_ARGS__, ), HEDDLE_CXX_TEXT_(HEDDLE_CXX_FIRST_(__VA_ARGS__, )),        \
                       #__VA_ARGS__)

/* HEDDLE_DESCRIBE_NAMED("openUrlWithUrl:", open_url, url): an action under another name. */
#define HEDDLE_DESCRIBE_NAMED(name, ...)                                                                            \
    HEDDLE_CXX_ACTION_(HEDDLE_CXX_FIRST_(__VA_ARGS__, ), name, #__VA_ARGS__)

/* HEDDLE_DESCRIBE_INSTANCE(greeter): the module has instances, of the class greeter. Each is made by its constructor
 * from a heddle::config, or by the one without parameters, and ends with its destructor. A constructor that throws
 * makes the creation fail. Once in a module.
 * [thread: the one that runs the behaviour · state: the constructor before any action, the destructor after the last ·
 * owner: the host · since: 1] */
#define HEDDLE_DESCRIBE_INSTANCE(type)                                                                              \
    static_assert(heddle_cxx::is_bare(#type), "name a class without its namespace, from inside of it");             \
    HEDDLE_EXTERN_C HEDDLE_EXPORT void *type##_create(const heddle_config *heddle_given);                           \
    void *type##_create(const heddle_config *heddle_given) { return heddle_cxx::create<type>(heddle_given); }       \
    HEDDLE_EXTERN_C HEDDLE_EXPORT void type##_destroy(void *heddle_made);                                           \
    void type##_destroy(void *heddle_made) { heddle_cxx::destroy<type>(heddle_made); }                              \
    HEDDLE_RECORD_AS(heddle_record_of_##type, HEDDLE_RECORD_TYPE, 0, "typedef struct " #type " " #type)             \
    HEDDLE_DEDUCED_("typedef struct " #type " " #type)                                                              \
    HEDDLE_RECORD_AS(heddle_record_of_##type##_create, HEDDLE_RECORD_CREATE, 0,                                     \
                     "struct " #type " *" #type "_create(const heddle_config *config)")                             \
    HEDDLE_RECORD_AS(heddle_record_of_##type##_destroy, HEDDLE_RECORD_DESTROY, 0,                                   \
                     "void " #type "_destroy(struct " #type " *instance)")

/* HEDDLE_DESCRIBE_METHOD(greeter, greet, name): describes a method of that class as an action of the instance, with
 * names and annotations as HEDDLE_DESCRIBE takes them. What is exported is the function greeter_greet. */
#define HEDDLE_DESCRIBE_METHOD(type, ...)                                                                           \
    HEDDLE_CXX_METHOD_(type, HEDDLE_CXX_FIRST_(__VA_ARGS__, ), #__VA_ARGS__)

/* HEDDLE_DESCRIBE_HOOK(check): describes a function `void check(heddle::call call)` as a hook that gets the call. */
#define HEDDLE_DESCRIBE_HOOK(function)                                                                              \
    static_assert(heddle_cxx::is_hook<decltype(function)>, "a hook is `void " #function "(heddle::call call)`");    \
    HEDDLE_EXTERN_C HEDDLE_EXPORT void function(heddle_call *heddle_hooked);                                        \
    void function(heddle_call *heddle_hooked) {                                                                     \
        heddle_cxx::guarded<void>([heddle_hooked] { function(heddle_cxx::call{heddle_hooked}); });                  \
    }                                                                                                               \
    HEDDLE_RECORD_AS(heddle_record_of_##function, HEDDLE_RECORD_HOOK, 0, "void " #function "(heddle_call *call)")

/* HEDDLE_TYPE adds this here, so that the description is found from the type. */
#undef HEDDLE_DEDUCED_
#define HEDDLE_DEDUCED_(text) HEDDLE_CXX_DESCRIBES_(HEDDLE_JOIN(heddle_words_of_type_, __COUNTER__), text)

#define HEDDLE_CXX_FIRST_(first, ...) first
#define HEDDLE_CXX_QUOTED_(text) #text
#define HEDDLE_CXX_TEXT_(text) HEDDLE_CXX_QUOTED_(text)

/* Puts the record of a text that the compiler makes into the section. */
#define HEDDLE_CXX_RECORD_(variable, kind, ...)                                                                     \
    static constexpr auto variable HEDDLE_SECTION(".heddle") = heddle_cxx::record_of<__VA_ARGS__>(kind);            \
    static constexpr auto HEDDLE_JOIN(variable, _copy) HEDDLE_SECTION(".heddle.copy") =                             \
        heddle_cxx::record_of<__VA_ARGS__>(kind);

#define HEDDLE_CXX_ACTION_(function, name, words)                                                                   \
    static_assert(heddle_cxx::is_bare(words), "name a function without its namespace, from inside of it");          \
    static_assert(std::is_function_v<decltype(function)>, "HEDDLE_DESCRIBE wants the name of a function");          \
    HEDDLE_CXX_EXPORTED_(HEDDLE_JOIN(function, _action), name, words, heddle_cxx::exported_from<function>)

/* Refers to what makes the instance, so that the linker names a class that has methods and is not the instance. */
#define HEDDLE_CXX_METHOD_(class_, method, words)                                                                   \
    static_assert(heddle_cxx::is_bare(words) && heddle_cxx::is_bare(#class_),                                       \
                  "name a class without its namespace, from inside of it, and a method without its class");         \
    HEDDLE_EXTERN_C HEDDLE_EXPORT void *class_##_create(const heddle_config *heddle_given);                         \
    static void *(*const HEDDLE_JOIN(HEDDLE_JOIN(heddle_instance_of_##class_, _), method))(const heddle_config *)   \
        __attribute__((used HEDDLE_RETAIN)) = class_##_create;                                                      \
    HEDDLE_CXX_EXPORTED_(HEDDLE_JOIN(HEDDLE_JOIN(class_, _), method), HEDDLE_CXX_TEXT_(method), words,              \
                         heddle_cxx::exported_from_method<class_, &class_::method>)

/* Declares the exported function by its deduced type, and defines it as a friend of a template: C++ has no other
 * function with a name of C whose parameters it counts itself. Such a friend is inline, so a pointer to it makes the
 * compiler emit it, and the linker refuse a second one of the name. */
#define HEDDLE_CXX_EXPORTED_(symbol_, name_, words_, ...)                                                           \
    HEDDLE_CXX_EXPORTED_AS_(symbol_, name_, words_, __VA_ARGS__)
#define HEDDLE_CXX_EXPORTED_AS_(symbol_, name_, words_, ...)                                                        \
    struct heddle_words_of_##symbol_ {                                                                              \
        static constexpr std::string_view name() { return name_; }                                                  \
        static constexpr std::string_view symbol() { return #symbol_; }                                             \
        static constexpr std::string_view get() { return words_; }                                                  \
    };                                                                                                              \
    using heddle_exported_as_##symbol_ = __VA_ARGS__;                                                               \
    HEDDLE_EXTERN_C HEDDLE_EXPORT heddle_exported_as_##symbol_::type symbol_;                                       \
    template <typename> struct heddle_definition_of_##symbol_;                                                      \
    template <typename heddle_result, typename... heddle_types>                                                     \
    struct heddle_definition_of_##symbol_<heddle_result(heddle_types...)> {                                         \
        friend heddle_result symbol_(heddle_types... heddle_arguments) {                                            \
            return heddle_exported_as_##symbol_::call(heddle_arguments...);                                         \
        }                                                                                                           \
    };                                                                                                              \
    template struct heddle_definition_of_##symbol_<heddle_exported_as_##symbol_::type>;                             \
    extern "C" __attribute__((visibility("hidden")))                                                                \
        heddle_exported_as_##symbol_::type *const heddle_defined_##symbol_;                                         \
    __attribute__((used HEDDLE_RETAIN))                                                                             \
        heddle_exported_as_##symbol_::type *const heddle_defined_##symbol_ = symbol_;                               \
    HEDDLE_CXX_RECORD_(heddle_record_of_##symbol_, HEDDLE_RECORD_ACTION,                                            \
                       heddle_cxx::exported_text<heddle_words_of_##symbol_, heddle_exported_as_##symbol_>)

#endif /* HEDDLE_MODULE_HPP */
