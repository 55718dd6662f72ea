// SPDX-License-Identifier: Apache-2.0
// An instance whose settings are not declared, so that the host cannot check them before the run.
#include <heddle/module.hpp>

HEDDLE_MODULE("unchecked", "1")

class reader {
  public:
    explicit reader(heddle::config config) {
        (void)config.get<bool>("truth");
        (void)config.get<float>("real");
        (void)config.get<int8_t>("whole");
        (void)config.get<uint64_t>("natural");
        (void)config.get<const char *>("text");
    }
    int32_t one() const { return 1; }
};
HEDDLE_DESCRIBE_INSTANCE(reader)
HEDDLE_DESCRIBE_METHOD(reader, one)
