// SPDX-License-Identifier: Apache-2.0
// The settings of one switch in all slots, as bytes that its controller holds, with random access.
// docs/genstack.md has the format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/stack/configuration/run_lists.hpp"
#include "jacquard/stack/settings/settings.hpp"

namespace jacquard::stack {

std::string encode_configuration(const Settings& settings, int channel, int switch_number);

class Configuration {
 public:
  // Reads what encode_configuration() wrote; needs nothing else. Throws ConfigError of `source`,
  // naming the bit, for other bytes.
  Configuration(std::string_view bytes, const std::string& source);

  int ports() const { return ports_; }
  std::int64_t slots() const { return slots_; }
  // As Settings::setting() of that switch. 0 <= slot < slots().
  void setting(std::int64_t slot, std::vector<int>& outputs) const;

 private:
  struct Group {
    Gate gate;
    Gate also;
    std::uint32_t list = 0;
  };
  explicit Configuration(BitReader in);
  void check_outputs(const BitReader& in, std::size_t list) const;
  void read_groups(BitReader& in);

  int ports_ = 0;
  std::int64_t slots_ = 0;
  PackedLists tracks_;
  PackedLists circuits_;
  std::vector<Group> groups_;               // by gate
  std::vector<std::uint32_t> first_group_;  // of each track, and the end
};

}  // namespace jacquard::stack
