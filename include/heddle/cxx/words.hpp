/* SPDX-License-Identifier: Apache-2.0 */
/* The words that a macro is given for a function: names and annotations, which no compiler can deduce. */
#ifndef HEDDLE_CXX_WORDS_HPP
#define HEDDLE_CXX_WORDS_HPP

#include "text.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace heddle_cxx {

/* A parameter as a macro was given it, such as `_In_reads_(count) values`: annotations and a name. */
struct parameter_words {
    std::string_view annotations;
    std::string_view name;

    constexpr explicit parameter_words(std::string_view words) {
        std::size_t start = words.size();
        while (start > 0 && is_part_of_word(words[start - 1])) start--;
        annotations = trimmed(words.substr(0, start));
        name = words.substr(start);
    }

    /* False of an annotation without a name behind it. */
    constexpr bool is_named() const {
        return !name.empty() && !is_digit(name.front()) && !(name.front() == '_' && name.back() == '_');
    }

    /* True if each word outside of parentheses is one of the annotations, which begin with `_`. */
    constexpr bool has_annotations_only() const {
        int depth = 0;
        for (std::size_t place = 0; place < annotations.size(); place++) {
            char byte = annotations[place];
            bool begins = is_part_of_word(byte) && (place == 0 || !is_part_of_word(annotations[place - 1]));
            if (depth == 0 && begins && byte != '_') return false;
            if (depth == 0 && !is_part_of_word(byte) && !is_space(byte) && byte != '(') return false;
            if (byte == '(') depth++;
            if (byte == ')') depth--;
        }
        return true;
    }

    /* True if there is an annotation that begins so. */
    constexpr bool has(std::string_view start) const {
        std::string_view rest = annotations;
        for (auto word = next_word(rest); !word.empty(); word = next_word(rest))
            if (starts_with(word, start)) return true;
        return false;
    }
};

/* False of a function with its namespace, or of a method with its class. */
constexpr bool is_bare(std::string_view words) { return piece(words, 0).find("::") == std::string_view::npos; }

/* Holds the words of a macro, `[annotations of the result] function, [annotations] parameter, ...`, against the type
 * of the function. `Words::get()` gives them. */
template <typename Words, typename Function> struct checked;
template <typename Words, typename R, typename... A> struct checked<Words, R(A...)> {
    static constexpr std::size_t names = piece_count(Words::get()) - 1;

    static_assert(names == 0 || names == sizeof...(A),
                  "give a name for each parameter of the function, or for none of them");

    template <bool (*holds)(parameter_words)> static constexpr bool each() {
        for (std::size_t index = 0; index < names; index++)
            if (!holds(parameter_words(piece(Words::get(), index + 1)))) return false;
        return true;
    }
    static constexpr bool is_named(parameter_words words) { return words.is_named(); }
    static constexpr bool is_untyped(parameter_words words) { return words.has_annotations_only(); }
    static constexpr bool is_no_instance(parameter_words words) { return !words.has("_Self_"); }

    static constexpr bool is_unique(parameter_words words) {
        std::size_t same = 0;
        for (std::size_t index = 0; index < names; index++)
            if (parameter_words(piece(Words::get(), index + 1)).name == words.name) same++;
        return same == 1;
    }

    /* Only what has a count in parentheses. */
    static constexpr bool is_counted(parameter_words words) {
        std::string_view rest = words.annotations;
        while (!rest.empty()) {
            std::string_view annotation = next_word(rest);
            if (rest.empty() || rest.front() != '(') continue;
            std::string_view counts = rest.substr(0, rest.find(')'));
            rest.remove_prefix(counts.size());
            if (!starts_with(annotation, "_In") && !starts_with(annotation, "_Out")) continue;
            for (auto word = next_word(counts); !word.empty(); word = next_word(counts))
                if (!is_digit(word.front()) && word != "return" && !is_parameter(word)) return false;
        }
        return true;
    }
    static constexpr bool is_parameter(std::string_view name) {
        for (std::size_t index = 0; index < names; index++)
            if (parameter_words(piece(Words::get(), index + 1)).name == name) return true;
        return false;
    }

    template <typename T> static constexpr bool points(parameter_words words) {
        return std::is_pointer_v<T> || !(words.has("_In") || words.has("_Out"));
    }
    template <typename T> static constexpr bool may_be_written(parameter_words words) {
        return !std::is_const_v<std::remove_pointer_t<T>> || !(words.has("_Out") || words.has("_Inout"));
    }
    static constexpr bool all_point() {
        std::size_t index = 0;
        return names == 0 || (points<A>(parameter_words(piece(Words::get(), ++index))) && ...);
    }
    static constexpr bool all_may_be_written() {
        std::size_t index = 0;
        return names == 0 || (may_be_written<A>(parameter_words(piece(Words::get(), ++index))) && ...);
    }
};

/* The same, with what is wrong as an error of the compiler. Apart, since a class is whole only behind its end. */
template <typename Words, typename Function> constexpr bool check() {
    using words = checked<Words, Function>;
    static_assert(words::template each<words::is_named>(),
                  "a parameter is given by its annotations and then its name");
    static_assert(words::template each<words::is_untyped>(),
                  "a parameter is given by its annotations and its name alone: its type is deduced");
    static_assert(words::template each<words::is_unique>(), "two parameters have the same name");
    static_assert(words::template each<words::is_no_instance>(),
                  "_Self_ is for methods, and HEDDLE_DESCRIBE_METHOD writes it");
    static_assert(words::all_point(), "_In_, _Out_ and _Inout_ are for pointers, and the parameter is none");
    static_assert(words::all_may_be_written(),
                  "_Out_ and _Inout_ are for what the action writes, and the parameter points to a constant");
    static_assert(words::template each<words::is_counted>(), "a count in an annotation is the name of no parameter");
    return true;
}

} // namespace heddle_cxx

#endif
