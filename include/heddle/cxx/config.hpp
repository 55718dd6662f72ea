/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of an instance, read by types. */
#ifndef HEDDLE_CXX_CONFIG_HPP
#define HEDDLE_CXX_CONFIG_HPP

#include "failure.hpp"
#include "spelling.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle_cxx {

/* The settings that the constructor of an instance reads. A key may be a path such as "limits.low" or "hosts[2]". A
 * setting that the behaviour leaves out has the default of HEDDLE_SETTING, or else the fallback. One that it gives and
 * that the type cannot hold makes the creation fail, with the code `wrongSetting`.
 * [thread: any · state: in the constructor · owner: the host · since: 2] */
class config {
  public:
    explicit config(const heddle_config *given) : config_(given) {
        if (!HEDDLE_HAS(config_count))
            throw failure("oldHost", "the host has contract 1, and module.hpp reads configurations from contract 2 on");
    }

    /* A bool, a number, an enumeration or a text: std::string, std::string_view or const char *, of which the latter
     * two stay valid for the life of the instance.
     * [thread: any · state: in the constructor · owner: the caller · since: 2] */
    template <typename T> T get(const std::string &key, T fallback = T{}) const {
        const char *name = key.c_str();
        if constexpr (std::is_same_v<T, bool>) {
            const bool value = heddle->config_bool(config_, name, true);
            if (value == heddle->config_bool(config_, name, false)) return value;
            return left_out(key, "true or false", fallback);
        } else if constexpr (std::is_enum_v<T>) {
            using number = std::underlying_type_t<T>;
            return static_cast<T>(get<number>(key, static_cast<number>(fallback)));
        } else if constexpr (std::is_integral_v<T>) {
            return whole(key, fallback);
        } else if constexpr (std::is_floating_point_v<T>) {
            const double value = heddle->config_number(config_, name, 0);
            if (value == 0 && heddle->config_number(config_, name, 1) > 0) return left_out(key, "a number", fallback);
            const T number = static_cast<T>(value);
            if (std::isinf(number) && !std::isinf(value)) refuse(key, "a number of the size of a float");
            return number;
        } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view> ||
                             std::is_same_v<T, const char *>) {
            const char *value = heddle->config_text(config_, name, nullptr);
            return value != nullptr ? T(value) : left_out(key, "a text", fallback);
        } else {
            static_assert(never<T>, "a setting is read as bool, a number, an enumeration or a text (std::string, "
                                    "std::string_view, const char *), and a structure by paths such as limits.low");
        }
    }

    /* The elements of a list.
     * [thread: any · state: in the constructor · owner: the caller · since: 2] */
    template <typename T> std::vector<T> list(const std::string &key) const {
        std::vector<T> elements;
        for (std::size_t index = 0; index < count(key); index++)
            elements.push_back(get<T>(key + "[" + std::to_string(index) + "]"));
        return elements;
    }

    /* The number of elements of a list, or of members of a nested object; 0 for anything else.
     * [thread: any · state: in the constructor · owner: the caller · since: 2] */
    std::size_t count(const std::string &key) const { return heddle->config_count(config_, key.c_str()); }

    /* True if the behaviour gives the setting, false if it has its default.
     * [thread: any · state: in the constructor · owner: the caller · since: 2] */
    bool has(const std::string &key) const { return heddle->config_has(config_, key.c_str()); }

    /* The configuration for the services of the host.
     * [thread: any · state: in the constructor · owner: the host · since: 2] */
    const heddle_config *get() const { return config_; }

  private:
    const heddle_config *config_;

    /* The host gives the fallback where there is no such number in 64 bits: two different ones tell that. */
    template <typename T> T whole(const std::string &key, T fallback) const {
        using widest = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        using limits = std::numeric_limits<T>;
        const widest number = read(key, widest{0});
        const bool is_there = number == read(key, widest{1});
        if (is_there && number >= limits::min() && number <= limits::max()) return static_cast<T>(number);
        const std::string words =
            "a whole number from " + std::to_string(limits::min()) + " to " + std::to_string(limits::max());
        if (is_there) refuse(key, words);
        return left_out(key, words, fallback);
    }
    /* The fallback, unless the behaviour gives something else than was expected. */
    template <typename T> T left_out(const std::string &key, const std::string &expected, T fallback) const {
        if (has(key)) refuse(key, expected);
        return fallback;
    }
    [[noreturn]] static void refuse(const std::string &key, const std::string &expected) {
        throw failure("wrongSetting", "the setting " + key + " is not " + expected);
    }
    std::int64_t read(const std::string &key, std::int64_t fallback) const {
        return heddle->config_integer(config_, key.c_str(), fallback);
    }
    std::uint64_t read(const std::string &key, std::uint64_t fallback) const {
        return heddle->config_unsigned(config_, key.c_str(), fallback);
    }
};

} // namespace heddle_cxx

#endif
