// SPDX-License-Identifier: Apache-2.0
//
// The same module as the first one, in C++.
//
// It shows an action in C++: HEDDLE_ACTION gives it C linkage, its signature is C, and its body may use all of C++. An
// exception that leaves the action makes the call fail with the text of the exception, and does no other harm.
#include <heddle/module.h>

#include <iostream>
#include <string_view>

HEDDLE_MODULE("GenericProtocol.MySecondModule", "1.0.0")

HEDDLE_ACTION(void, sayHello, void)
HEDDLE_ACTION(void, sayGoodBye, void)

namespace {

constexpr std::string_view name = "MySecondModule";

}  // namespace

void sayHello() { std::cout << "What's up? My name is " << name << std::endl; }

void sayGoodBye() { std::cout << "See you, My name was " << name << std::endl; }
