/* SPDX-License-Identifier: Apache-2.0 */
/* One call, as a hook sees it, with arguments and a result that have types. */
#ifndef HEDDLE_CXX_CALL_HPP
#define HEDDLE_CXX_CALL_HPP

#include "failure.hpp"
#include "shape.hpp"
#include "spelling.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace heddle_cxx {

/* The call that a hook gets: `void check(heddle::call call)`. It is valid until the hook returns, on its thread. What a
 * hook of C++ asks of an argument or a result is held against the declaration of the action as far as that says what it
 * is; another type is a failure of the call with the code `wrongType`.
 * [thread: the one that runs the hook · state: in a hook · owner: the host · since: 1] */
class call {
  public:
    explicit call(heddle_call *hooked) noexcept : call_(hooked) {}

    /* The names of the module and the action, as the behaviour calls them.
     * [thread: the one that runs the hook · state: in a hook · owner: the host, for the life of the process ·
     * since: 1] */
    std::string_view module() const { return call_->action->module; }
    std::string_view action() const { return call_->action->action; }

    /* The number of parameters of the C declaration, `_Self_` included.
     * [thread: the one that runs the hook · state: in a hook · since: 1] */
    std::size_t count() const { return call_->action->count; }

    /* An argument by the name or the place of its parameter. What a hook writes to it, the hooks further in and the
     * action see; what a pointer points to must live until the call has ended.
     * [thread: the one that runs the hook · state: in a hook · owner: the host · since: 1] */
    template <typename T> T &argument(std::string_view name) const { return argument<T>(place(name)); }
    template <typename T> T &argument(std::size_t index) const {
        return *static_cast<T *>(call_->arguments[checked<T>(index)]);
    }

    /* The same as the caller gave it.
     * [thread: the one that runs the hook · state: in a hook · owner: the host · since: 1] */
    template <typename T> const T &original(std::string_view name) const { return original<T>(place(name)); }
    template <typename T> const T &original(std::size_t index) const {
        return *static_cast<const T *>(call_->originals[checked<T>(index)]);
    }

    /* The result of a call that has returned; before that, a failure with the code `noResult`.
     * [thread: the one that runs the hook · state: in an instead hook behind proceed, or in an after hook ·
     * owner: the host · since: 1] */
    template <typename T> const T &result() const {
        check<T>(call_->action->result, "the result");
        if (status() != HEDDLE_RETURNED) throw failure("noResult", "the call of " + name() + " has no result");
        return *static_cast<const T *>(call_->result);
    }

    /* Gives the call a result, in place of its own or of its failure; without a value for a void action.
     * [thread: the one that runs the hook · state: in an instead or after hook · owner: the value is copied ·
     * since: 1] */
    template <typename T> void answer(T value) const {
        check<T>(call_->action->result, "the result");
        *static_cast<T *>(call_->result) = value;
        heddle->answer(call_);
    }
    void answer() const {
        if (call_->result != nullptr)
            throw failure("wrongType", "the result of " + name() + " is " + call_->action->result.text + ", not void");
        heddle->answer(call_);
    }

    /* Runs the rest of the body of the call, any number of times. Returns the outcome so far.
     * [thread: the one that runs the hook · state: in an instead hook · since: 1] */
    heddle_status proceed() const { return heddle->proceed(call_); }

    /* In which position the hook runs, and the outcome so far.
     * [thread: the one that runs the hook · state: in a hook · since: 1] */
    heddle_position position() const { return static_cast<heddle_position>(call_->position); }
    heddle_status status() const { return static_cast<heddle_status>(call_->status); }

    /* The failure of a call that has failed.
     * [thread: the one that runs the hook · state: in a hook · owner: the texts are copied · since: 1] */
    std::optional<failure> failed() const {
        if (status() != HEDDLE_FAILED || call_->failure_code == nullptr) return std::nullopt;
        return failure(call_->failure_code, call_->failure_message != nullptr ? call_->failure_message : "");
    }

    /* Keeps a value from a before hook, once in a call, until its after hook takes it. A hook that stands before calls
     * alone keeps nothing, since nobody would take it.
     * [thread: the one that runs the hook · state: in a before hook · owner: the hook · since: 1] */
    template <typename T> T &keep(T value) const {
        if (call_->state != nullptr) throw failure("keptTwice", "the hook of " + name() + " has kept a value already");
        auto owner = std::make_unique<T>(std::move(value));
        call_->state = new kept{full_name<T>(), owner.get()};
        return *owner.release();
    }

    /* The value that the before hook has kept; null where it has kept none. One of another type stays, and is a failure
     * with the code `wrongType`.
     * [thread: the one that runs the hook · state: in an after hook · owner: the caller · since: 1] */
    template <typename T> std::unique_ptr<T> take() const {
        auto *state = static_cast<kept *>(call_->state);
        if (state == nullptr) return nullptr;
        if (state->type != full_name<T>())
            throw failure("wrongType", "the hook of " + name() + " has kept a value of another type");
        std::unique_ptr<kept> taken(state);
        call_->state = nullptr;
        return std::unique_ptr<T>(static_cast<T *>(taken->value));
    }

    /* `errno` as the caller is going to read it.
     * [thread: the one that runs the hook · state: in a hook · since: 3] */
    int saved_errno() const { return call_->saved_errno; }
    void set_errno(int number) const {
        if (!HEDDLE_HAS(set_errno)) throw failure("oldHost", "hooks cannot set errno before contract 3");
        heddle->set_errno(call_, number);
    }

    /* The call for the services of the host.
     * [thread: the one that runs the hook · state: in a hook · owner: the host · since: 1] */
    heddle_call *get() const { return call_; }

  private:
    /* A value with the name of its type, which serves without RTTI too. */
    struct kept {
        std::string_view type;
        void *value;
    };

    heddle_call *call_;

    std::string name() const { return std::string(module()) + "." + std::string(action()); }

    std::size_t place(std::string_view parameter) const {
        for (std::size_t index = 0; index < count(); index++) {
            const char *known = call_->action->parameters[index].name;
            if (known != nullptr && known == parameter) return index;
        }
        throw failure("noParameter", name() + " has no parameter " + std::string(parameter));
    }

    template <typename T> std::size_t checked(std::size_t index) const {
        if (index >= count())
            throw failure("noParameter", name() + " has " + std::to_string(count()) + " parameters, and none at " +
                                             std::to_string(index));
        check<T>(call_->action->parameters[index], "argument " + std::to_string(index + 1));
        return index;
    }

    template <typename T> void check(const heddle_type &type, const std::string &words) const {
        static_assert(!std::is_reference_v<T> && std::is_trivially_copyable_v<T>,
                      "an argument or a result is of a type of C");
        struct asked {
            static constexpr void write(draft &out) { spell<T>(out, ""); }
        };
        if (type.size == sizeof(T) && type_shape::declared(type.text).may_be(type_shape::of<T>())) return;
        static constexpr auto text = text_of<asked>();
        if (text.bytes == std::string_view(type.text))
            throw failure("wrongType", words + " of " + name() + " is " + type.text + " of " +
                                           std::to_string(type.size) + " bytes, not of " + std::to_string(sizeof(T)));
        throw failure("wrongType", words + " of " + name() + " is " + type.text + ", not " + text.bytes);
    }
};

/* True of a function that may be a hook. */
template <typename T> inline constexpr bool is_hook = false;
template <> inline constexpr bool is_hook<void(call)> = true;
template <> inline constexpr bool is_hook<void(call) noexcept> = true;

} // namespace heddle_cxx

#endif
