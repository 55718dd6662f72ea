// SPDX-License-Identifier: Apache-2.0
// Throws each kind of exception from each place where the host calls a module. For raise_in_c, which module.h declares,
// the host words the exceptions.
#include <heddle/module.hpp>

#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>

HEDDLE_MODULE("throwing", "1")
HEDDLE_SETTING("The kind of exception that the constructor throws.", int32_t making = 0)
HEDDLE_SETTING("The kind of exception that the destructor throws.", int32_t ending = 0)

namespace odd {
struct exception {};
class error : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};
} // namespace odd

static int32_t raise_kind(int32_t kind) {
    switch (kind) {
    case 1: throw heddle::failure{"tooLittle", "there is too little money"};
    case 2: throw std::runtime_error("a text");
    case 3: throw odd::error("of a class of its own");
    case 4: throw std::bad_alloc();
    case 5: throw "a literal";
    case 6: throw 7;
    case 7: throw odd::exception();
    case 8: throw heddle::failure{"", "without a code"};
    case 9: throw static_cast<const char *>(nullptr);
    default: return kind;
    }
}
HEDDLE_DESCRIBE(raise_kind, kind)

HEDDLE_ACTION(int32_t, raise_in_c, int32_t kind)
int32_t raise_in_c(int32_t kind) { return raise_kind(kind); }

class thrower {
  public:
    explicit thrower(heddle::config config) : ending_(config.get<int32_t>("ending")) {
        raise_kind(config.get<int32_t>("making"));
    }
    ~thrower() noexcept(false) { raise_kind(ending_); }
    int32_t raise(int32_t kind) const { return raise_kind(kind); }

  private:
    int32_t ending_;
};
HEDDLE_DESCRIBE_INSTANCE(thrower)
HEDDLE_DESCRIBE_METHOD(thrower, raise, kind)

static void hooked(int32_t) {}
HEDDLE_DESCRIBE(hooked, kind)
static void raise_around(heddle::call call) { raise_kind(call.argument<int32_t>("kind")); }
HEDDLE_DESCRIBE_HOOK(raise_around)

// The end of a thread unwinds its stack, and aborts the process where somebody holds that up.
static void end_thread() { pthread_exit(nullptr); }
HEDDLE_DESCRIBE(end_thread)
static bool outlive_thread() {
    pthread_t thread;
    auto body = [](void *) -> void * {
        end_thread_action();
        return nullptr;
    };
    return pthread_create(&thread, nullptr, body, nullptr) == 0 && pthread_join(thread, nullptr) == 0;
}
HEDDLE_DESCRIBE(outlive_thread)
