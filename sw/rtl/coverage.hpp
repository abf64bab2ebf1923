// SPDX-License-Identifier: Apache-2.0
// What the lines and bits of a user's RTL did, over all its models that were built for coverage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/rtl/line_counts.hpp"
#include "jacquard/rtl/toggles.hpp"

namespace jacquard::rtl {

// Of what there is to cover, how much was.
struct Covered {
  std::string kind;   // "lines"
  std::string where;  // a file, or a module
  std::int64_t hit = 0, total = 0;
  std::string missed;  // "12-14, 20"
};

class Coverage {
 public:
  // `instance`: the scope of the module. Files go to `folder`.
  Coverage(std::string module, std::string instance, std::string folder)
      : module_(std::move(module)), instance_(std::move(instance)), folder_(std::move(folder)) {}

  const std::string& instance() const { return instance_; }
  std::string counts_file() const { return folder_ + "/lines.dat"; }
  // Adds counts_file() and the bits of a model that ends. What cannot be read is said by rows().
  void add(const ToggleReader& bits) noexcept;

  // Of each file its lines, then its branches; then the bits of the module, each of which is to
  // rise and to fall. Throws ConfigError.
  std::vector<Covered> rows() const;

 private:
  void merge(const std::vector<SignalToggles>& signals);

  std::string module_, instance_, folder_, fault_;
  LineCounts counts_;
  std::vector<SignalToggles> signals_;
};

}  // namespace jacquard::rtl
