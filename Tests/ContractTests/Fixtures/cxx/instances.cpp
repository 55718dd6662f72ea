// SPDX-License-Identifier: Apache-2.0
// An instance that reads settings of every type, and gives them back.
#include <heddle/module.hpp>

#include <string>
#include <string_view>
#include <vector>

HEDDLE_MODULE("instances", "1")
HEDDLE_TYPE(typedef enum { PLAIN, WARM = 7 } tone)
HEDDLE_TYPE(typedef struct { int32_t low, high; } span)
HEDDLE_SETTING("A text.", const char *greeting = "Hello")
HEDDLE_SETTING("A text that may be left out.", _Secret_ const char *password = NULL)
HEDDLE_SETTING("A bool.", bool loud = false)
HEDDLE_SETTING("A number.", double factor = 1.5)
HEDDLE_SETTING("A whole number.", int64_t times = 1)
HEDDLE_SETTING("One without a sign.", uint64_t limit = 18446744073709551615u)
HEDDLE_SETTING("An enumeration.", tone manner = WARM)
HEDDLE_SETTING("A list.", const char *ignored[] = {"nobody", "root"})
HEDDLE_SETTING("An object.", span hours = {8, 18})

class greeter {
  public:
    explicit greeter(heddle::config config)
        : text_(config.get<std::string>("greeting")), loud_(config.get<bool>("loud")),
          factor_(config.get<double>("factor")), times_(config.get<int16_t>("times")),
          limit_(config.get<uint64_t>("limit")), manner_(config.get<tone>("manner")),
          ignored_(config.list<std::string>("ignored")), high_(config.get<int>("hours.high")),
          password_(config.get<std::string_view>("password", "none")), has_times_(config.has("times")),
          missing_(config.get<int>("missing", -1)) {}

    const char *told() {
        told_ = text_ + (loud_ ? "!" : ".") + " " + std::to_string(factor_) + " " + std::to_string(times_) + " " +
                std::to_string(limit_) + " " + std::to_string(manner_) + " " + std::to_string(high_) + " " +
                std::string(password_) + " " + std::to_string(has_times_) + " " + std::to_string(missing_);
        for (const auto &name : ignored_) told_ += " " + name;
        return told_.c_str();
    }

  private:
    std::string text_;
    bool loud_;
    double factor_;
    int16_t times_;
    uint64_t limit_;
    tone manner_;
    std::vector<std::string> ignored_;
    int high_;
    std::string_view password_;
    bool has_times_;
    int missing_;
    std::string told_;
};
HEDDLE_DESCRIBE_INSTANCE(greeter)
HEDDLE_DESCRIBE_METHOD(greeter, told)
