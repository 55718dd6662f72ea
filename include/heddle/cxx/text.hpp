/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that the compiler writes and reads: those of records, and the words that a macro was given. */
#ifndef HEDDLE_CXX_TEXT_HPP
#define HEDDLE_CXX_TEXT_HPP

#include <cstddef>
#include <string_view>

namespace heddle_cxx {

/* A text in the making. One that grows beyond its room is an error of the compiler. */
struct draft {
    char bytes[8192] = {};
    std::size_t size = 0;

    constexpr draft &operator<<(std::string_view text) {
        for (char byte : text) bytes[size++] = byte;
        return *this;
    }

    constexpr char last() const { return size == 0 ? '\0' : bytes[size - 1]; }
};

/* A finished text with its NUL. */
template <std::size_t size> struct text {
    char bytes[size];
};

/* The text that `Written::write` writes, in just its size. */
template <typename Written> constexpr auto text_of() {
    constexpr draft whole = [] {
        draft out;
        Written::write(out);
        return out;
    }();
    text<whole.size + 1> exact{};
    for (std::size_t place = 0; place < whole.size; place++) exact.bytes[place] = whole.bytes[place];
    return exact;
}

constexpr bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n'; }

constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* True of what stands in a name of C. */
constexpr bool is_part_of_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_';
}

constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

constexpr bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/* The place of the comma that ends the first piece of a list, or the size of the list. */
constexpr std::size_t end_of_piece(std::string_view list) {
    int depth = 0;
    for (std::size_t place = 0; place < list.size(); place++) {
        if (list[place] == '(') depth++;
        if (list[place] == ')') depth--;
        if (list[place] == ',' && depth == 0) return place;
    }
    return list.size();
}

/* The number of the pieces of a list between commas. */
constexpr std::size_t piece_count(std::string_view list) {
    std::size_t count = 1;
    for (std::size_t end = end_of_piece(list); end < list.size(); end = end_of_piece(list)) {
        list.remove_prefix(end + 1);
        count++;
    }
    return count;
}

/* One of those pieces. */
constexpr std::string_view piece(std::string_view list, std::size_t index) {
    for (; index > 0; index--) list.remove_prefix(end_of_piece(list) + 1);
    return trimmed(list.substr(0, end_of_piece(list)));
}

/* The first word of C in a text, behind whatever is none; empty where there is none. */
constexpr std::string_view next_word(std::string_view &text) {
    while (!text.empty() && !is_part_of_word(text.front())) text.remove_prefix(1);
    std::size_t size = 0;
    while (size < text.size() && is_part_of_word(text[size])) size++;
    std::string_view word = text.substr(0, size);
    text.remove_prefix(size);
    return word;
}

/* A text that has a type in it as the compiler knows it, and is no other type's. */
template <typename T> constexpr std::string_view full_name() { return __PRETTY_FUNCTION__; }

/* The name of a type as the compiler writes it, with its namespaces. */
template <typename T> constexpr std::string_view qualified_name() {
    std::string_view text = full_name<T>();
    text.remove_prefix(text.find("T = ") + 4);
    return text.substr(0, text.find_first_of(";]"));
}

/* The namespaces and classes that a type stands in, as the compiler writes them in front of its name. */
template <typename T> constexpr std::string_view namespace_of() {
    constexpr std::string_view text = qualified_name<T>();
    std::size_t scope = text.substr(0, text.find('<')).rfind("::");
    return scope == std::string_view::npos ? "" : text.substr(0, scope + 2);
}

/* The name of a type without those. */
template <typename T> constexpr std::string_view type_name() {
    return qualified_name<T>().substr(namespace_of<T>().size());
}

} // namespace heddle_cxx

#endif
