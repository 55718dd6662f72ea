/* SPDX-License-Identifier: Apache-2.0 */
/* Classes as the instances of a module. */
#ifndef HEDDLE_CXX_INSTANCE_HPP
#define HEDDLE_CXX_INSTANCE_HPP

#include "config.hpp"
#include "failure.hpp"
#include "spelling.hpp"

#include <type_traits>

namespace heddle_cxx {

/* Makes an instance; null, with the failure said, where its constructor has thrown. */
template <typename T> void *create(const heddle_config *given) {
    static_assert(std::is_class_v<T> && !std::is_abstract_v<T> && std::is_destructible_v<T>,
                  "an instance is an object of a class that can be made and destroyed");
    return guarded<void *>([&]() -> void * {
        if constexpr (std::is_constructible_v<T, config>) {
            return new T(config{given});
        } else if constexpr (std::is_default_constructible_v<T>) {
            return new T();
        } else {
            static_assert(never<T>, "an instance is made by `NAME(heddle::config config)` or by `NAME()`");
        }
    });
}

template <typename T> void destroy(void *made) {
    guarded<void>([made] { delete static_cast<T *>(made); });
}

} // namespace heddle_cxx

#endif
