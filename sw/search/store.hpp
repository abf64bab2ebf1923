// SPDX-License-Identifier: Apache-2.0
// Every evaluation of a search in one SQLite file, so that a search can be interrupted, resumed,
// and asked about.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/environment.hpp"
#include "jacquard/search/point.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {

struct Evaluation {
  std::int64_t step = 0;  // 0, 1, ...: in the order in which the agent asked
  Point point;
  Measured measured;
};

// What a store is of: a search with other settings is refused.
struct Identity {
  std::string version;      // of this program
  std::string space;        // Space::fingerprint()
  config::Document search;  // space file's text, agent, seed, budget, reward, knobs: to resume from
};

enum class StoreAccess { add, look };

class Store {
 public:
  // An empty one. Throws ConfigError naming the file where it is there already or cannot be made.
  static Store create(const std::string& path, const Identity& identity);
  // One that exists. Throws ConfigError naming the file where it is none, is of another layout, or
  // cannot be written.
  static Store open(const std::string& path, StoreAccess access);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const Identity& identity() const;
  std::int64_t evaluations() const;
  // Of step 0, 1, ... in order; nothing beyond the last. The point is what it was when it was
  // added.
  std::optional<Evaluation> at(std::int64_t step) const;
  // All of a batch or none of it is there after a crash. Throws ConfigError on a full disk; what
  // was there before stays.
  void append(const std::vector<Evaluation>& batch, const Space& space,
              const std::vector<std::string>& metrics);

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace jacquard::search
