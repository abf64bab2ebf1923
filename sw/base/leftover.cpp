// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/leftover.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <vector>

namespace jacquard::base {
namespace {

struct Made {
  std::mutex mutex;
  std::vector<std::string> paths;
};

// A signal belongs to the whole process, so what it must clean up does too. Never destroyed: a
// signal may come while the program ends.
Made& made() {
  static Made& all = *new Made;
  return all;
}

}  // namespace

Leftover::Leftover(const std::function<std::string()>& make) {
  Made& all = made();
  const std::lock_guard<std::mutex> lock(all.mutex);
  path_ = make();
  if (!path_.empty()) all.paths.push_back(path_);
}

Leftover::~Leftover() {
  if (path_.empty()) return;
  Made& all = made();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto at = std::find(all.paths.begin(), all.paths.end(), path_);
  if (at != all.paths.end()) all.paths.erase(at);
}

void remove_leftovers() {
  Made& all = made();
  all.mutex.lock();  // for ever
  std::error_code ignored;
  for (const std::string& path : all.paths) std::filesystem::remove_all(path, ignored);
}

void forget_leftovers() { made().paths.clear(); }

}  // namespace jacquard::base
