// SPDX-License-Identifier: Apache-2.0
// A function that an exception leaves.
#include <stdexcept>

extern "C" void throw_text() { throw std::runtime_error("from far away"); }
