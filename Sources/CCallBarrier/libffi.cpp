// SPDX-License-Identifier: Apache-2.0
// Calls through libffi. In C++, so that exceptions pass through on every machine: compilers leave out of C what
// unwinding needs.

#include "description.h"
#include "placement.h"
#include "transfer.h"

#include <cstring>

namespace {

// A short integer comes back as a whole ffi_arg, whose first bytes are not its own on a big-endian machine.
inline void call_with(const heddle_description &description, const heddle_invocation &call, void **arguments) {
    ffi_cif *cif = const_cast<ffi_cif *>(&description.cif);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if (heddle_is_short(cif->rtype)) {
        ffi_arg whole = 0;
        ffi_call(cif, call.function, &whole, arguments);
        std::memcpy(call.result, reinterpret_cast<char *>(&whole) + sizeof whole - cif->rtype->size, cif->rtype->size);
        return;
    }
#endif
    ffi_call(cif, call.function, call.result, arguments);
}

void widen(void *slot, heddle_load widening) {
    int value = static_cast<int>(heddle_widened(slot, widening));
    std::memcpy(slot, &value, sizeof value);
}

[[gnu::noinline]] void call_with_copies(const heddle_description &description, const heddle_invocation &call) {
    unsigned count = description.cif.nargs;
    void *slots = __builtin_alloca(call.shape->slot_bytes);
    auto **arguments = static_cast<void **>(__builtin_alloca(count * sizeof(void *)));
    heddle_copy_arguments(&call, slots, arguments);
    for (unsigned n = 0; description.widening != nullptr && n < count; n++)
        if (description.widening[n] != HEDDLE_WHOLE)
            widen(arguments[n], static_cast<heddle_load>(description.widening[n]));
    call_with(description, call, arguments);
}

#if HEDDLE_HAS_TRANSFER

[[gnu::noinline]] void call_by_words(const heddle_description &description, const heddle_invocation &call) {
    const heddle_placement &placement = *description.placement;
    ffi_cif *cif = const_cast<ffi_cif *>(&description.cif);
    size_t count = HEDDLE_REGISTER_WORDS + placement.stack_words;
    auto *words = static_cast<uint64_t *>(__builtin_alloca(count * sizeof(uint64_t)));
    heddle_fill(words, static_cast<char *>(__builtin_alloca(placement.copy_bytes)), &placement, &call);
    auto **arguments = static_cast<void **>(__builtin_alloca(cif->nargs * sizeof(void *)));
    for (unsigned n = 0; n < cif->nargs; n++) arguments[n] = &words[description.runs[n].first];

    uint64_t address;
    void *result = call.result;
    if (heddle_passes_result_address(&placement)) result = &address;
    if (placement.result == HEDDLE_RESULT_REGISTERS)
        result = static_cast<char *>(result) + placement.result_parts[0].offset;
    ffi_call(cif, call.function, result, arguments);
}

#else

void call_by_words(const heddle_description &, const heddle_invocation &) {}

#endif

} // namespace

// The last way is that of a short result on a big-endian machine; all other calls by types are direct.
void heddle_call_by_libffi(const heddle_invocation *call) {
    const heddle_description &description = *call->shape->description;
    if (__builtin_expect(description.placement != nullptr, 0)) return call_by_words(description, *call);
    if (__builtin_expect(description.needs_copies, 0)) return call_with_copies(description, *call);
    call_with(description, *call, const_cast<void **>(call->arguments));
}
