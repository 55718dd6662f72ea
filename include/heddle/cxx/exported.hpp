/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and methods as the functions that C calls. */
#ifndef HEDDLE_CXX_EXPORTED_HPP
#define HEDDLE_CXX_EXPORTED_HPP

#include "failure.hpp"
#include "spelling.hpp"

#include <type_traits>

namespace heddle_cxx {

/* The parameters and the result of a function or a method. */
template <typename T> struct function_of {
    static_assert(never<T>, "HEDDLE_DESCRIBE_METHOD is for methods that are not static: describe other functions by "
                            "HEDDLE_DESCRIBE");
    using type = void();
};
template <typename R, typename... A> struct function_of<R(A...)> {
    using type = R(A...);
};
template <typename R, typename... A> struct function_of<R(A..., ...)> {
    static_assert(never<R>, "the types of variadic arguments cannot be deduced: declare the function by HEDDLE_ACTION");
    using type = void();
};
template <typename R, typename... A> struct function_of<R(A...) noexcept> : function_of<R(A...)> {};
template <typename C, typename R, typename... A> struct function_of<R (C::*)(A...)> : function_of<R(A...)> {};
template <typename C, typename R, typename... A> struct function_of<R (C::*)(A...) const> : function_of<R(A...)> {};
template <typename C, typename R, typename... A> struct function_of<R (C::*)(A...) noexcept> : function_of<R(A...)> {};
template <typename C, typename R, typename... A>
struct function_of<R (C::*)(A...) const noexcept> : function_of<R(A...)> {};

/* The exported function of a function: the same, without exceptions. */
template <auto called, typename Function> struct exported_function;
template <auto called, typename R, typename... A> struct exported_function<called, R(A...)> {
    using instance = void;
    using function = R(A...);
    using type = R(A...);
    static R call(A... arguments) {
        return guarded<R>([&] { return called(arguments...); });
    }
};
template <auto called>
using exported_from = exported_function<called, typename function_of<std::remove_pointer_t<decltype(called)>>::type>;

/* The exported function of a method: its first parameter is the instance. */
template <typename T, auto called, typename Function> struct exported_method;
template <typename T, auto called, typename R, typename... A> struct exported_method<T, called, R(A...)> {
    using instance = T;
    using function = R(A...);
    using type = R(T *, A...);
    static R call(T *self, A... arguments) {
        return guarded<R>([&] { return (self->*called)(arguments...); });
    }
};
template <typename T, auto called>
using exported_from_method = exported_method<T, called, typename function_of<decltype(called)>::type>;

} // namespace heddle_cxx

#endif
