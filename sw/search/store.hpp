// SPDX-License-Identifier: Apache-2.0
// Every evaluation of a search in one SQLite file, so that a search can be interrupted, resumed,
// and asked about. docs/search.md has its tables.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/agent.hpp"
#include "jacquard/search/environment.hpp"
#include "jacquard/search/point.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {

struct Evaluation {
  std::int64_t step = 0;  // 0, 1, ...: in the order in which the agent asked
  Point point;
  Measured measured;
};

// A point that was evaluated, at the first step that asked for it. Its configuration is empty where
// point and space are enough to make it again at once.
struct Finished {
  std::int64_t step = 0;
  Point point;
  Measured measured;
  Score score;
  std::string effective;
};

// A step that asked for a point of an earlier one.
struct Repeat {
  std::int64_t step = 0;
  std::int64_t first = 0;
};

// What a store is of: a search with other settings is refused.
struct Identity {
  std::string version;               // of this program
  std::string space;                 // Space::fingerprint()
  std::vector<std::string> metrics;  // a column each
  std::vector<std::string> rewards;  // a column "reward_..." each
  config::Document search;  // space file's text, agent, seed, budget, reward, knobs: to resume from
};
Identity identity_of(const Space& space, const std::vector<std::string>& metrics,
                     const std::vector<std::string>& rewards, config::Document search);

enum class StoreAccess { add, look };

class Store {
 public:
  // An empty one, whole or not at all. Throws ConfigError naming the file where it is there already
  // or cannot be made. `space` must be the one of the identity.
  static Store create(const std::string& path, const Identity& identity, const Space& space);
  // One that exists. Throws ConfigError naming the file where it is none, is damaged or of another
  // layout; to add, where it cannot be written, another search adds to it, or another version of
  // this program began it.
  static Store open(const std::string& path, StoreAccess access);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const std::string& path() const;
  const Identity& identity() const;
  std::int64_t distinct() const;  // points that were evaluated
  std::int64_t steps() const;     // these and repeated ones
  // All that were evaluated, by step ascending. A search that was killed may lack steps before the
  // last.
  void each(const std::function<void(Finished)>& take) const;
  // The last step that is a repeat; those before it are there too. -1: none.
  std::int64_t last_repeat() const;
  // What a step has: its own evaluation, or that of the step it repeats; nothing where it has none.
  std::optional<Evaluation> at(std::int64_t step) const;
  // All of it or none of it is there after a crash. Throws ConfigError on a full disk; what was
  // there before stays.
  void add(const std::vector<Finished>& finished, const std::vector<Repeat>& repeats,
           const Space& space);

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace jacquard::search
