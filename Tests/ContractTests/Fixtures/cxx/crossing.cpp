// SPDX-License-Identifier: Apache-2.0
// Names of a module that those of the headers must not meet, and an instance without a configuration.
#include <heddle/module.hpp>

HEDDLE_MODULE("crossing", "1")

struct R {};
struct A {};
static int words = 1;
static int arguments(int R, int A) { return R + A + words; }
HEDDLE_DESCRIBE(arguments, R, A)
static int symbol(int call) { return call; }
HEDDLE_DESCRIBE(symbol, call)
static int name(int get) { return get; }
HEDDLE_DESCRIBE(name, get)
static int get(int name) { return name; }
HEDDLE_DESCRIBE(get, name)
static int called(int function) { return function; }
HEDDLE_DESCRIBE(called, function)
static int exported(int instance) { return instance; }
HEDDLE_DESCRIBE(exported, instance)
static int type(int self) { return self; }
HEDDLE_DESCRIBE(type, self)

class T {
  public:
    int call(int more) { return count_ += more; }

  private:
    int count_ = 0;
};
HEDDLE_DESCRIBE_INSTANCE(T)
HEDDLE_DESCRIBE_METHOD(T, call, more)
