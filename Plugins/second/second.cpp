// SPDX-License-Identifier: Apache-2.0
//
// The same module as the first one, in C++.
//
// What it teaches: an action has C linkage, which HEDDLE_ACTION sees to, and a C signature; inside it everything of
// C++ is at hand. An exception that leaves an action fails the call, with the exception's text, and harms no one.
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
