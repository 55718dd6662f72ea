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
        text = piece(text, 0);
        std::size_t start = text.size();
        while (start > 0 && is_part_of_word(text[start - 1])) start--;
        return text.substr(start);
    }
};
template <typename Words> struct tag_name {
    static constexpr std::string_view get() {
        std::string_view text = Words::get();
        for (auto word = next_word(text); !word.empty(); word = next_word(text))
            if (word == "struct" || word == "union" || word == "enum") {
                text = trimmed(text);
                return !text.empty() && is_part_of_word(text.front()) ? next_word(text) : "";
            }
        return "";
    }
};

/* A description of a type by HEDDLE_TYPE, which answers to either name. */
template <typename Typedef, typename Tag> struct description {
    using typedef_name = Typedef;
    constexpr description(Typedef) {}
    constexpr description(Tag) {}
};
template <typename Name> struct description<Name, Name> {
    using typedef_name = Name;
    constexpr description(Name) {}
};
template <typename Words>
using description_of = description<name_of<typedef_name<Words>>, name_of<tag_name<Words>>>;

/* What the function returns that HEDDLE_TYPE declares: a class of its namespace, and the description. */
template <typename Place, typename Description> struct described_at {
    using place = Place;
    using typedef_name = typename Description::typedef_name;
};

/* A name behind `struct`, `union` or `enum`. */
template <typename Name> struct tagged {};

/* Claims a name for a namespace. C has no namespaces: two that claim the same name define one function twice, which the
 * compiler refuses by its name. */
template <typename Name, typename Place> struct claim {
    friend constexpr void two_namespaces_describe_a_type_of_one_name(Name) {}
};
template <typename Place> struct claim<name<>, Place> {};
template <typename Place> struct claim<tagged<name<>>, Place> {};
template <typename Place, typename Words> constexpr bool claims() {
    return sizeof(claim<name_of<typedef_name<Words>>, Place>) + sizeof(claim<tagged<name_of<tag_name<Words>>>, Place>) > 0;
}

/* The description of a type, found in the type's own namespace. */
template <typename T, typename = void> struct description_for {
    static constexpr bool exists = false;
    static constexpr bool is_by_typedef = true;
};
template <typename T>
struct description_for<T, std::void_t<decltype(heddle_describes(name_of<own_name<T>>{}, static_cast<T *>(nullptr)))>> {
  private:
    using found = decltype(heddle_describes(name_of<own_name<T>>{}, static_cast<T *>(nullptr)));

  public:
    /* A class within a class may have the name of one that is described beside that. */
    static constexpr bool exists = namespace_of<T>() == namespace_of<typename found::place>();
    static constexpr bool is_by_typedef = std::is_same_v<typename found::typedef_name, name_of<own_name<T>>>;
};

} // namespace heddle_cxx

/* Declares, in the namespace of a type, the function by which its description is found. Nobody calls it. */
#define HEDDLE_CXX_DESCRIBES_(words_, text_)                                                                        \
    extern "C++" {                                                                                                  \
    struct heddle_place;                                                                                            \
    struct words_ {                                                                                                 \
        static constexpr std::string_view get() { return text_; }                                                   \
    };                                                                                                              \
    template <typename heddle_type>                                                                                 \
    heddle_cxx::described_at<heddle_place, heddle_cxx::description_of<words_>> heddle_describes(                    \
        heddle_cxx::description_of<words_>, const heddle_type *);                                                   \
    static_assert(heddle_cxx::claims<heddle_place, words_>(), text_);                                               \
    }

#endif
