/* SPDX-License-Identifier: Apache-2.0 */
/* The records of functions: their deduced declarations, with the words of the macros that name them. */
#ifndef HEDDLE_CXX_RECORD_HPP
#define HEDDLE_CXX_RECORD_HPP

#include <heddle/module.h>

#include "exported.hpp"
#include "spelling.hpp"
#include "words.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace heddle_cxx {

/* Writes `name LF result symbol(parameters)` for an action. `Words` has the name, the symbol and the words of the
 * macro; `Instance` is the class of a method, or void. */
template <typename Words, typename Instance, typename Function> struct action_text;
template <typename Words, typename Instance, typename R, typename... A> struct action_text<Words, Instance, R(A...)> {
    static_assert(check<Words, R(A...)>());

    static constexpr void write(draft &out) {
        constexpr parameter_words function{piece(Words::get(), 0)};
        out << Words::name() << "\n";
        if (!function.annotations.empty()) out << function.annotations << " ";
        spelling<R>::before(out);
        if (out.last() != '*' && out.last() != '(') out << " ";
        out << Words::symbol() << "(";
        std::string_view comma = "";
        if constexpr (!std::is_void_v<Instance>) {
            out << "_Self_ struct " << type_name<Instance>() << " *self";
            comma = ", ";
        }
        std::size_t index = 0;
        ((out << comma, write_parameter<A>(out, ++index), comma = ", "), ...);
        if (comma.empty()) out << "void";
        out << ")";
        spelling<R>::behind(out);
    }

  private:
    template <typename T> static constexpr void write_parameter(draft &out, std::size_t index) {
        if (checked<Words, R(A...)>::names == 0) return spell<T>(out, "");
        parameter_words words{piece(Words::get(), index)};
        if (!words.annotations.empty()) out << words.annotations << " ";
        spell<T>(out, words.name);
    }
};

/* The text of what is exported. */
template <typename Words, typename Exported>
using exported_text = action_text<Words, typename Exported::instance, typename Exported::function>;

/* A record with its text, as HEDDLE_RECORD_AS lays it out. */
template <std::size_t size> struct record {
    heddle_record header;
    text<size> words;
};

template <typename Written> constexpr auto record_of(std::uint16_t kind) {
    constexpr auto words = text_of<Written>();
    return record<sizeof words>{{HEDDLE_MAGIC, kind, HEDDLE_CONTRACT, sizeof words, 0}, words};
}

} // namespace heddle_cxx

#endif
