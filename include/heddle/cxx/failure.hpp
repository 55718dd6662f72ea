/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions as failures of calls. */
#ifndef HEDDLE_CXX_FAILURE_HPP
#define HEDDLE_CXX_FAILURE_HPP

#include <heddle/module.h>

#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeinfo>

#ifndef __cpp_exceptions
#error "heddle/module.hpp makes failures of exceptions: build without -fno-exceptions, or use heddle/module.h"
#endif

namespace heddle_cxx {

/* An exception that makes the call fail with a code of the module's own: throw heddle::failure{"empty", "no name"}.
 * `code` is a short stable name, `what()` is for people.
 * [thread: any · state: in a call, a hook or a constructor of the instance · owner: the texts are copied ·
 * since: 1] */
class failure : public std::runtime_error {
  public:
    failure(const std::string &code, const std::string &message) : std::runtime_error(message), code_(code) {}

    /* [thread: any · state: any · owner: the exception · since: 1] */
    const char *code() const noexcept { return code_.what(); }

  private:
    /* A text that is copied without an exception of its own. */
    std::runtime_error code_;
};

/* Says the exception that is being handled as the failure of the current call.
 *
 * The host catches what leaves a module too, for modules in C++ that use only module.h, and words it in this way. The
 * module does it here for what the host cannot know: the code of a `failure`, and exceptions of another runtime of C++
 * than the host's own, whose types only that runtime can read. What is no exception of C++ goes on to the host: the end
 * of a thread that is cancelled must not be held up, and a panic of Rust must not be dropped. */
inline void report_exception() {
    if (std::current_exception() == nullptr) throw;
    const std::type_info *type = abi::__cxa_current_exception_type();
    int status = 0;
    char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::string text = name != nullptr ? name : type->name();
    std::free(name);
    try {
        throw;
    } catch (const failure &failure) {
        heddle->fail(failure.code(), failure.what());
        return;
    } catch (const std::exception &exception) {
        text += std::string(": ") + exception.what();
    } catch (const char *message) {
        if (message != nullptr) text += std::string(": ") + message;
    } catch (...) {
    }
    heddle->fail("exception", text.c_str());
}

/* Runs a body that C calls, and gives its result; an exception becomes the failure of the call, whose result nobody
 * reads. */
template <typename R, typename Body> R guarded(const Body &body) {
    try {
        return body();
    } catch (...) {
        report_exception();
    }
    if constexpr (!std::is_void_v<R>) return R{};
}

} // namespace heddle_cxx

#endif
