/* SPDX-License-Identifier: Apache-2.0 */
/* The names that HEDDLE_TYPE gives to types, found again from the types. */
#ifndef HEDDLE_CXX_DESCRIBED_HPP
#define HEDDLE_CXX_DESCRIBED_HPP

#include "text.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace heddle_cxx {

/* A name as a type, which overloads can tell apart. */
template <char... bytes> struct name {};

template <typename Written, typename Indices> struct spelled_name;
template <typename Written, std::size_t... indices> struct spelled_name<Written, std::index_sequence<indices...>> {
    using type = name<Written::get()[indices]...>;
};
template <typename Written>
using name_of = typename spelled_name<Written, std::make_index_sequence<Written::get().size()>>::type;

/* The name of a type without its namespaces. */
template <typename T> struct own_name {
    static constexpr std::string_view get() { return type_name<T>(); }
};

/* Takes the attributes off the front of a text: `alignas(16)`, `__attribute__((packed))`, `[[gnu::packed]]`. */
constexpr std::string_view behind_attributes(std::string_view text) {
    for (text = trimmed(text);; text = trimmed(text)) {
        std::string_view rest = text;
        if (starts_with(text, "[[")) {
            std::size_t end = text.find("]]");
            if (end == std::string_view::npos) return text;
            text.remove_prefix(end + 2);
            continue;
        }
        auto word = next_word(rest);
        if (!starts_with(text, word) || (word != "alignas" && word != "_Alignas" && word != "__attribute__")) return text;
        int depth = 0;
        std::size_t end = 0;
        for (; end < rest.size(); end++) {
            if (rest[end] == '(') depth++;
            if (rest[end] == ')' && --depth == 0) break;
        }
        if (end == rest.size()) return text;
        text = rest.substr(end + 1);
    }
}

/* The two names that a declaration of C may give to a type: `point`, and `point_` behind `struct`, in
 * `typedef struct point_ { ... } point, *points`. Empty where there is none. */
template <typename Words> struct typedef_name {
    static constexpr std::string_view get() {
        std::string_view text = Words::get();
        if (std::size_t brace = text.rfind('}'); brace != std::string_view::npos) {
            text.remove_prefix(brace + 1);
        } else if (std::string_view start = text; next_word(start) != "typedef") {
            return "";
        }
        text = text.substr(0, text.find(';'));
        std::size_t count = piece_count(text);
        for (std::size_t index = 0; index < count; index++) {
            std::string_view declarator = piece(text, index);
            if (declarator.find('*') != std::string_view::npos) continue;
            if (std::size_t attribute = declarator.find("__attribute__"); attribute != std::string_view::npos) {
                std::string_view behind = behind_attributes(declarator.substr(attribute));
                declarator = behind.empty() ? trimmed(declarator.substr(0, attribute)) : behind;
            }
            std::size_t start = declarator.size();
            while (start > 0 && is_part_of_word(declarator[start - 1])) start--;
            return declarator.substr(start);
        }
        return "";
    }
};
template <typename Words> struct tag_name {
    static constexpr std::string_view get() {
        std::string_view text = Words::get();
        for (auto word = next_word(text); !word.empty(); word = next_word(text))
            if (word == "struct" || word == "union" || word == "enum") {
                text = behind_attributes(text);
                return !text.empty() && is_part_of_word(text.front()) ? next_word(text) : "";
            }
        return "";
    }
};

/* A name behind `struct`, `union` or `enum`. */
template <typename Name> struct tagged {};

template <typename Words> using described_typedef = name_of<typedef_name<Words>>;
template <typename Words> using described_tag = tagged<name_of<tag_name<Words>>>;

/* Claims a name for a namespace. C has no namespaces: two that claim the same name define one function twice, which the
 * compiler refuses by its name. */
template <typename Name, typename Place> struct claim {
    friend constexpr void two_namespaces_describe_a_type_of_one_name(Name) {}
};
template <typename Place> struct claim<name<>, Place> {};
template <typename Place> struct claim<tagged<name<>>, Place> {};
template <typename Place, typename Words> constexpr bool claims() {
    return sizeof(claim<described_typedef<Words>, Place>) + sizeof(claim<described_tag<Words>, Place>) > 0;
}

/* Points to a class of the namespace in which a description stands that gives this name to a type. */
template <typename T, typename Name, typename = void> struct place_of_description {
    static constexpr bool exists = false;
};
template <typename T, typename Name>
struct place_of_description<T, Name, std::void_t<decltype(heddle_describes(Name{}, static_cast<T *>(nullptr)))>> {
    using place = std::remove_pointer_t<decltype(heddle_describes(Name{}, static_cast<T *>(nullptr)))>;
    /* A class within a class may have the name of one that is described beside that. Compilers leave out the names of
     * inline namespaces. */
    static constexpr bool exists = starts_with(namespace_of<place>(), namespace_of<T>());
};

template <typename T>
inline constexpr bool is_described_by_typedef = place_of_description<T, name_of<own_name<T>>>::exists;
template <typename T>
inline constexpr bool is_described_by_tag = place_of_description<T, tagged<name_of<own_name<T>>>>::exists;

} // namespace heddle_cxx

/* Declares, in the namespace of a type, the functions by which its description is found. Nobody calls them. */
#define HEDDLE_CXX_DESCRIBES_(words_, text_)                                                                        \
    extern "C++" {                                                                                                  \
    struct heddle_place;                                                                                            \
    struct words_ {                                                                                                 \
        static constexpr std::string_view get() { return text_; }                                                   \
    };                                                                                                              \
    template <typename heddle_type>                                                                                 \
    heddle_place *heddle_describes(heddle_cxx::described_typedef<words_>, const heddle_type *);                     \
    template <typename heddle_type>                                                                                 \
    heddle_place *heddle_describes(heddle_cxx::described_tag<words_>, const heddle_type *);                         \
    static_assert(heddle_cxx::claims<heddle_place, words_>(), text_);                                               \
    }

#endif
