/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the host, which either side may release. */
#ifndef HEDDLE_CXX_MEMORY_HPP
#define HEDDLE_CXX_MEMORY_HPP

#include <heddle/module.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>

namespace heddle_cxx {

struct releaser {
    void operator()(void *memory) const noexcept { heddle->release(memory); }
};

/* Owns memory of the host. `release()` hands it to a caller that `_Free_` tells of it.
 * [thread: any · state: any · owner: this, until release() · since: 1] */
template <typename T> using memory = std::unique_ptr<T, releaser>;

/* Memory for a number of elements, whose values are not set. Throws std::bad_alloc where there is none.
 * [thread: any · state: from the first call or create on · owner: the caller · since: 1] */
template <typename T> memory<T[]> allocate(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                  "nobody would destroy the elements in memory of the host: use numbers and structures of C");
    static_assert(alignof(T) <= alignof(std::max_align_t), "memory of the host is aligned as that of malloc");
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    void *bytes = heddle->allocate(count == 0 ? 1 : count * sizeof(T));
    if (bytes == nullptr) throw std::bad_alloc();
    return memory<T[]>(static_cast<T *>(bytes));
}

/* A copy of a text with its NUL, for an action that returns one which is its caller's: heddle::copy(text).release().
 * [thread: any · state: from the first call or create on · owner: the caller · since: 1] */
inline memory<char[]> copy(std::string_view text) {
    memory<char[]> bytes = allocate<char>(text.size() + 1);
    if (!text.empty()) std::memcpy(bytes.get(), text.data(), text.size());
    bytes[text.size()] = '\0';
    return bytes;
}

} // namespace heddle_cxx

#endif
