/* SPDX-License-Identifier: Apache-2.0 */
/* Types of C++ held against types that actions declare in C, while the module runs. */
#ifndef HEDDLE_CXX_SHAPE_HPP
#define HEDDLE_CXX_SHAPE_HPP

#include "text.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace heddle_cxx {

/* The part of a type that can be told from its declaration. */
struct type_shape {
    enum class kind { unknown, nothing, boolean, whole, natural, floating, record, enumeration };
    kind base = kind::unknown;
    int pointers = 0;
    bool is_of_constants = false;
    /* The size of the base in bytes; 0 where it is not known. */
    std::size_t size = 0;

    /* The shape of a type as it was declared. */
    static constexpr type_shape declared(std::string_view text) {
        type_shape shape;
        int longs = 0;
        bool is_unsigned = false;
        for (char byte : text)
            if (byte == '*') shape.pointers++;
        std::string_view head = text.substr(0, text.find('*'));
        /* Pointers to functions and arrays are known as pointers alone. */
        if (head.find('(') != std::string_view::npos) return {kind::unknown, 1, false, 0};
        for (auto word = next_word(head); !word.empty(); word = next_word(head)) {
            if (word == "const") {
                shape.is_of_constants = shape.pointers > 0;
            } else if (word == "unsigned") {
                is_unsigned = true;
                if (shape.base == kind::unknown) shape.set(kind::whole, sizeof(int));
            } else if (word == "signed") {
                if (shape.base == kind::unknown) shape.set(kind::whole, sizeof(int));
            } else if (word == "long") {
                longs++;
                if (shape.base == kind::unknown) shape.set(kind::whole, sizeof(long));
            } else if (!shape.set_word(word)) {
                return {kind::unknown, shape.pointers, shape.is_of_constants, 0};
            }
        }
        if (longs > 0) shape.size = shape.base == kind::floating ? sizeof(long double) : sizeof(long);
        if (is_unsigned && shape.base == kind::whole) shape.base = kind::natural;
        return shape;
    }

    /* The same of a type of C++. */
    template <typename T> static constexpr type_shape of() {
        if constexpr (std::is_pointer_v<T>) {
            using pointee = std::remove_pointer_t<T>;
            if constexpr (std::is_function_v<pointee> || std::is_array_v<pointee>) {
                return {kind::unknown, 1, false, 0};
            } else {
                type_shape shape = of<std::remove_cv_t<pointee>>();
                shape.pointers++;
                if (!std::is_pointer_v<pointee>) shape.is_of_constants = std::is_const_v<pointee>;
                return shape;
            }
        } else if constexpr (std::is_void_v<T>) {
            return {kind::nothing, 0, false, 0};
        } else if constexpr (std::is_same_v<T, bool>) {
            return {kind::boolean, 0, false, sizeof(T)};
        } else if constexpr (std::is_integral_v<T>) {
            return {std::is_signed_v<T> ? kind::whole : kind::natural, 0, false, sizeof(T)};
        } else if constexpr (std::is_floating_point_v<T>) {
            return {kind::floating, 0, false, sizeof(T)};
        } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
            return {kind::record, 0, false, 0};
        } else if constexpr (std::is_enum_v<T>) {
            return {kind::enumeration, 0, false, sizeof(T)};
        } else {
            return {};
        }
    }

    /* Returns whether a value that was declared so may be read as one of another shape. */
    constexpr bool may_be(const type_shape &wanted) const {
        bool is_known = base != kind::unknown && wanted.base != kind::unknown;
        /* No number is a structure, and whole numbers alone are enumerators. */
        bool is_number = base != kind::unknown && base != kind::nothing;
        if (is_number && wanted.base == kind::record) return false;
        if (is_number && wanted.base == kind::enumeration && pointers == wanted.pointers)
            return (base == kind::whole || base == kind::natural) && size == wanted.size;
        /* A name that the declaration does not explain may be that of anything, also of a pointer. */
        if (base == kind::unknown && pointers == 0) return true;
        if (pointers != wanted.pointers || (is_of_constants && !wanted.is_of_constants)) return false;
        if (!is_known) return true;
        if (pointers > 0 && (wanted.base == kind::nothing || (size == 1 && wanted.size == 1))) return true;
        return base == wanted.base && size == wanted.size;
    }

  private:
    constexpr void set(kind base_, std::size_t size_) {
        base = base_;
        size = size_;
    }

    constexpr bool set_word(std::string_view word) {
        constexpr auto whole = kind::whole, natural = kind::natural;
        const struct {
            std::string_view word;
            kind base;
            std::size_t size;
        } words[] = {
            {"void", kind::nothing, 0},
            {"bool", kind::boolean, 1},
            {"_Bool", kind::boolean, 1},
            {"char", std::is_signed_v<char> ? whole : natural, 1},
            {"short", whole, sizeof(short)},
            {"int8_t", whole, 1},
            {"int16_t", whole, 2},
            {"int32_t", whole, 4},
            {"int64_t", whole, 8},
            {"uint8_t", natural, 1},
            {"uint16_t", natural, 2},
            {"uint32_t", natural, 4},
            {"uint64_t", natural, 8},
            {"size_t", natural, sizeof(std::size_t)},
            {"ssize_t", whole, sizeof(std::size_t)},
            {"ptrdiff_t", whole, sizeof(std::ptrdiff_t)},
            {"intptr_t", whole, sizeof(void *)},
            {"uintptr_t", natural, sizeof(void *)},
            {"float", kind::floating, sizeof(float)},
            {"double", kind::floating, sizeof(double)},
        };
        /* "short int" and "long int" are no longer than "short" and "long". */
        if (word == "int") {
            if (base == kind::unknown) set(whole, sizeof(int));
            return true;
        }
        for (const auto &known : words)
            if (known.word == word) {
                set(known.base, known.size);
                return true;
            }
        return false;
    }
};

} // namespace heddle_cxx

#endif
