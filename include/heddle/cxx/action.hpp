/* SPDX-License-Identifier: Apache-2.0 */
/* Actions of other modules, as functions. */
#ifndef HEDDLE_CXX_ACTION_HPP
#define HEDDLE_CXX_ACTION_HPP

#include "failure.hpp"
#include "spelling.hpp"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

namespace heddle_cxx {

/* Stands for the instance in the type of another module's method: the host passes it, and the caller gives nullptr.
 * [thread: any · state: any · owner: the host · since: 1] */
using instance = std::nullptr_t;

/* Writes the declaration that an action of this type is searched with. */
template <typename Function> struct wanted {
    static constexpr void write(draft &out) { spell<Function>(out, "action"); }
};

/* An action of any loaded module by its name, with the type that the caller expects:
 *
 *     heddle::action<int32_t(int32_t, int32_t)> add{"calculator.add"};
 *     int32_t sum = add(1, 2);
 *
 * It is found with the first call, so that it may be a global variable. A call throws heddle::failure with the code
 * `noAction` where there is no such action, or its type is another, as the log then says; and with the code
 * `callFailed` where the called action fails.
 * [thread: any · state: during a call or create · owner: the caller of all that it passes · since: 1] */
template <typename Function> class action;
template <typename R, typename... A> class action<R(A...)> {
  public:
    /* [thread: any · state: any · owner: the caller keeps the name as long as this · since: 1] */
    constexpr explicit action(const char *name) noexcept : name_(name) {}

    /* Calls it through its hooks.
     * [thread: any · state: during a call or create · owner: the caller of all that it passes · since: 1] */
    R operator()(A... arguments) const { return call(heddle->call, arguments...); }

    /* Calls it past its hooks. Calls that the action makes itself have their hooks.
     * [thread: any · state: during a call or create · owner: the caller of all that it passes · since: 3] */
    R bare(A... arguments) const {
        if (!HEDDLE_HAS(call_bare)) throw failure("oldHost", "the host cannot call past hooks before contract 3");
        return call(heddle->call_bare, arguments...);
    }

    /* Returns whether there is such an action.
     * [thread: any · state: from the first call or create on · owner: the host · since: 1] */
    bool exists() const { return find() != nullptr; }

  private:
    const char *name_;
    mutable std::atomic<heddle_action *> found_{nullptr};

    heddle_action *find() const {
        heddle_action *found = found_.load(std::memory_order_acquire);
        if (found != nullptr) return found;
        static constexpr auto declaration = text_of<wanted<R(A...)>>();
        /* Threads that come here at once find the same one. */
        found = heddle->find(name_, declaration.bytes);
        found_.store(found, std::memory_order_release);
        return found;
    }

    R call(bool (*make)(heddle_action *, void *const *, void *), const A &...arguments) const {
        heddle_action *found = find();
        if (found == nullptr)
            throw failure("noAction",
                          std::string("there is no action ") + name_ + " of the type that its caller expects");
        /* The host takes pointers to values that it copies. */
        void *const values[] = {const_cast<void *>(static_cast<const void *>(&arguments))..., nullptr};
        if constexpr (std::is_void_v<R>) {
            if (!make(found, values, nullptr)) fail();
        } else {
            /* The host writes 8 bytes at least. */
            union {
                R value;
                unsigned char bytes[sizeof(R) < 8 ? 8 : sizeof(R)];
            } result = {R{}};
            if (!make(found, values, &result)) fail();
            return result.value;
        }
    }

    [[noreturn]] void fail() const { throw failure("callFailed", std::string(name_) + " failed"); }
};

} // namespace heddle_cxx

#endif
