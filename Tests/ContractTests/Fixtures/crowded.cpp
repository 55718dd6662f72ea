// SPDX-License-Identifier: Apache-2.0
// The words of the annotations are macros. Here they stand before and after the headers that they might break.
#ifdef BEFORE
#include <heddle/module.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <valarray>
#include <vector>
#if __cplusplus >= 201703L
#include <any>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <concepts>
#include <ranges>
#include <span>
#endif

#include <dirent.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <heddle/module.h>

HEDDLE_MODULE("crowded", "1")
HEDDLE_ACTION(int32_t, longest, _In_reads_(count) const int32_t *lengths, size_t count)

int32_t longest(const int32_t *lengths, size_t count) { return *std::max_element(lengths, lengths + count); }
