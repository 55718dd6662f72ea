/* SPDX-License-Identifier: Apache-2.0 */
/* The types of C++ that have a declaration in C, as C spells them. */
#ifndef HEDDLE_CXX_SPELLING_HPP
#define HEDDLE_CXX_SPELLING_HPP

#include "described.hpp"
#include "text.hpp"

#include <cstddef>
#include <type_traits>

namespace heddle_cxx {

template <typename> inline constexpr bool never = false;

/* True of a structure or union that C has too, byte for byte, and passes in the same way. */
template <typename T, typename = void> inline constexpr bool is_of_c = false;
template <typename T>
inline constexpr bool is_of_c<T, std::void_t<decltype(sizeof(T))>> =
    std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> && !std::is_empty_v<T>;

/* Writes a class, union or enumeration as its description names it. */
template <typename T> constexpr void write_described(draft &out) {
    static_assert(is_described_by_typedef<T> || is_described_by_tag<T>,
                  "describe the type in its own namespace, outside of classes and in front of its use, by "
                  "HEDDLE_SIZED_TYPE(NAME, typedef struct { ... } NAME), HEDDLE_TYPE(typedef enum { ... } NAME), or "
                  "HEDDLE_TYPE(typedef struct NAME NAME) for a handle");
    if (!is_described_by_typedef<T>)
        out << (std::is_enum_v<T> ? "enum " : std::is_union_v<T> ? "union " : "struct ");
    out << type_name<T>();
}

/* Writes a declarator around a name: what stands before it and what stands behind it. */
template <typename T> struct spelling {
    static constexpr void before(draft &out) {
        if constexpr (std::is_enum_v<T>) {
            constexpr bool is_plain = std::is_convertible_v<T, std::underlying_type_t<T>>;
            static_assert(is_plain,
                          "C has no scoped enumerations: declare a plain one, HEDDLE_TYPE(typedef enum { ... } NAME)");
            if constexpr (is_plain) write_described<T>(out);
        } else if constexpr (std::is_reference_v<T>) {
            static_assert(never<T>, "C has no references: take or return a pointer");
        } else if constexpr (std::is_member_pointer_v<T>) {
            static_assert(never<T>, "C has no pointers to members: take a pointer to a function or to an object");
        } else if constexpr (std::is_volatile_v<T>) {
            static_assert(never<T>, "an action cannot take or return anything volatile: leave the word out");
        } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
            static_assert(type_name<T>().find('<') == std::string_view::npos,
                          "C has no templates: take `const char *` for a text, a pointer and a count for a container, "
                          "or a structure that HEDDLE_SIZED_TYPE declares");
            static_assert(is_of_c<T>,
                          "C has no classes with constructors, virtual functions or no members: take a pointer to it, "
                          "or a structure that HEDDLE_SIZED_TYPE declares");
            if constexpr (is_of_c<T>) write_described<T>(out);
        } else {
            static_assert(never<T>, "C has no such type: take a number of <cstdint>, or `const char *` for a text");
        }
    }
    static constexpr void behind(draft &) {}
};

/* A type that is one word, or several. */
#define HEDDLE_CXX_SPELLED_AS(type, text)                                                                           \
    template <> struct spelling<type> {                                                                             \
        static constexpr void before(draft &out) { out << text; }                                                   \
        static constexpr void behind(draft &) {}                                                                    \
    };
HEDDLE_CXX_SPELLED_AS(void, "void")
HEDDLE_CXX_SPELLED_AS(bool, "bool")
HEDDLE_CXX_SPELLED_AS(char, "char")
HEDDLE_CXX_SPELLED_AS(signed char, "signed char")
HEDDLE_CXX_SPELLED_AS(unsigned char, "unsigned char")
HEDDLE_CXX_SPELLED_AS(short, "short")
HEDDLE_CXX_SPELLED_AS(unsigned short, "unsigned short")
HEDDLE_CXX_SPELLED_AS(int, "int")
HEDDLE_CXX_SPELLED_AS(unsigned int, "unsigned int")
HEDDLE_CXX_SPELLED_AS(long, "long")
HEDDLE_CXX_SPELLED_AS(unsigned long, "unsigned long")
HEDDLE_CXX_SPELLED_AS(long long, "long long")
HEDDLE_CXX_SPELLED_AS(unsigned long long, "unsigned long long")
HEDDLE_CXX_SPELLED_AS(float, "float")
HEDDLE_CXX_SPELLED_AS(double, "double")
HEDDLE_CXX_SPELLED_AS(long double, "long double")
HEDDLE_CXX_SPELLED_AS(std::nullptr_t, "void *")
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 unsigned_int128;
HEDDLE_CXX_SPELLED_AS(int128, "__int128")
HEDDLE_CXX_SPELLED_AS(unsigned_int128, "unsigned __int128")
#endif
#undef HEDDLE_CXX_SPELLED_AS

template <typename T> struct spelling<const T> {
    static constexpr void before(draft &out) {
        if constexpr (std::is_pointer_v<T>) {
            spelling<T>::before(out);
            out << "const";
        } else {
            out << "const ";
            spelling<T>::before(out);
        }
    }
    static constexpr void behind(draft &out) { spelling<T>::behind(out); }
};

/* A pointer may point to a class that C knows by its name alone; a caller then has a handle to it. */
template <typename T> struct opaque {
    static constexpr void before(draft &out) {
        static_assert(type_name<T>().find('<') == std::string_view::npos,
                      "C has no name for the class of a template: point to a class that derives from it");
        static_assert(!std::is_volatile_v<T>, "an action cannot take or return anything volatile: leave the word out");
        if (std::is_const_v<T>) out << "const ";
        write_described<std::remove_const_t<T>>(out);
    }
    static constexpr void behind(draft &) {}
};

template <typename T>
inline constexpr bool is_opaque = (std::is_class_v<T> || std::is_union_v<T>) && !is_of_c<std::remove_const_t<T>>;

template <typename T> struct spelling<T *> {
  private:
    using pointee = std::conditional_t<is_opaque<T>, opaque<T>, spelling<T>>;
    static constexpr bool is_grouped = std::is_function_v<T> || std::is_array_v<T>;

  public:
    static constexpr void before(draft &out) {
        pointee::before(out);
        if (out.last() != '*' && out.last() != '(') out << " ";
        out << (is_grouped ? "(*" : "*");
    }
    static constexpr void behind(draft &out) {
        if (is_grouped) out << ")";
        pointee::behind(out);
    }
};

/* Writes a declaration of a name, or only the type where the name is empty. */
template <typename T> constexpr void spell(draft &out, std::string_view name) {
    spelling<T>::before(out);
    if (!name.empty() && out.last() != '*' && out.last() != '(') out << " ";
    out << name;
    spelling<T>::behind(out);
}

constexpr void write_number(draft &out, std::size_t number) {
    if (number >= 10) write_number(out, number / 10);
    char digit = static_cast<char>('0' + number % 10);
    out << std::string_view(&digit, 1);
}

template <typename T, std::size_t count> struct spelling<T[count]> {
    static constexpr void before(draft &out) { spelling<T>::before(out); }
    static constexpr void behind(draft &out) {
        out << "[";
        write_number(out, count);
        out << "]";
        spelling<T>::behind(out);
    }
};
/* An array of constants is also a constant array; it is spelled as the former. */
template <typename T, std::size_t count> struct spelling<const T[count]> {
    static constexpr void before(draft &out) { spelling<const T>::before(out); }
    static constexpr void behind(draft &out) { spelling<T[count]>::behind(out); }
};

template <typename R, typename... A> struct spelling<R(A...)> {
    static constexpr void before(draft &out) { spelling<R>::before(out); }
    static constexpr void behind(draft &out) {
        out << "(";
        if constexpr (sizeof...(A) == 0) {
            out << "void";
        } else {
            std::string_view comma = "";
            ((out << comma, spell<A>(out, ""), comma = ", "), ...);
        }
        out << ")";
        spelling<R>::behind(out);
    }
};
template <typename R, typename... A> struct spelling<R(A...) noexcept> : spelling<R(A...)> {};

template <typename R, typename... A> struct spelling<R(A..., ...)> {
    static constexpr void before(draft &) {
        static_assert(never<R>, "the types of variadic arguments cannot be deduced: declare it by HEDDLE_ACTION");
    }
    static constexpr void behind(draft &) {}
};

} // namespace heddle_cxx

#endif
