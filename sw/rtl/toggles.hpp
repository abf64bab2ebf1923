// SPDX-License-Identifier: Apache-2.0
// What every bit of a device did, from a waveform (VCD): Verilator's own toggle coverage passes
// over what is declared in generate blocks, where much of the state of an arbiter is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jacquard::rtl {

struct BitToggles {
  bool rose = false;
  bool fell = false;
  bool last = false;  // its value at the end
  std::int64_t toggles = 0;
};

struct SignalToggles {
  std::string name;              // below the instance asked for, scopes joined by dots
  std::vector<BitToggles> bits;  // lowest first
};

// Reads a waveform of a two-valued simulator as it comes. All throw ConfigError where it is none.
class ToggleReader {
 public:
  explicit ToggleReader(std::string instance) : instance_(std::move(instance)) {}

  void feed(std::string_view part);
  // Every signal of the first instance of that name, in the order of the waveform. Throws where
  // there is no such instance.
  std::vector<SignalToggles> signals() const;

 private:
  struct Net {  // a value that one or more signals share
    std::vector<BitToggles> bits;
    bool known = false;  // it has had a value
  };
  struct Declared {
    std::string name, id;
  };

  void line(const std::string& text);
  void declare(const std::string& text);
  void change(Net& net, const std::string& value) const;

  std::string instance_, unfinished_;
  bool declaring_ = true;
  std::vector<std::string> scopes_;
  std::size_t depth_ = 0;  // scopes down to the instance; 0 before it, npos after it
  std::vector<Declared> signals_;
  std::unordered_map<std::string, Net> nets_;
};

// Of a whole waveform.
std::vector<SignalToggles> read_toggles(std::string_view vcd, const std::string& instance);

}  // namespace jacquard::rtl
