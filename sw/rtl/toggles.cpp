// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/toggles.hpp"

#include <sstream>

#include "jacquard/base/error.hpp"

namespace jacquard::rtl {
namespace {

constexpr std::size_t kBehind = std::string::npos;

[[noreturn]] void reject(const std::string& expected, const std::string& got) {
  throw base::ConfigError({"a waveform", "", expected, got, ""});
}

}  // namespace

void ToggleReader::change(Net& net, const std::string& value) const {
  const std::size_t width = net.bits.size();
  if (value.empty() || value.size() > width) reject("a value of the width declared", value);
  for (std::size_t b = 0; b < width; ++b) {
    const char digit = b < value.size() ? value[value.size() - 1 - b] : '0';
    if (digit != '0' && digit != '1') reject("0 or 1", value);
    BitToggles& bit = net.bits[b];
    const bool now = digit == '1';
    if (net.known && now != bit.last) {
      (now ? bit.rose : bit.fell) = true;
      ++bit.toggles;
    }
    bit.last = now;
  }
  net.known = true;
}

void ToggleReader::declare(const std::string& text) {
  std::istringstream words(text);
  std::string keyword, kind, name;
  words >> keyword;
  if (keyword == "$enddefinitions") {
    declaring_ = false;
  } else if (keyword == "$scope" && words >> kind >> name) {
    scopes_.push_back(name);
    if (name == instance_ && depth_ == 0) depth_ = scopes_.size();
  } else if (keyword == "$upscope" && !scopes_.empty()) {
    if (scopes_.size() == depth_) depth_ = kBehind;  // only the first instance of that name
    scopes_.pop_back();
  } else if (keyword == "$var") {
    std::size_t width = 0;
    std::string id;
    if (!(words >> kind >> width >> id >> name)) reject("a declaration", text);
    if (depth_ == 0 || depth_ == kBehind || kind == "real") return;
    std::string path;
    for (std::size_t s = depth_; s < scopes_.size(); ++s) path += scopes_[s] + '.';
    nets_[id].bits.resize(width);
    signals_.push_back({path + name, id});
  }
}

void ToggleReader::line(const std::string& text) {
  if (declaring_) return declare(text);
  if (text.empty() || text[0] == '#') return;
  const bool vector = text[0] == 'b';
  const std::size_t end = vector ? text.find(' ') : 1;
  if (end == std::string::npos) reject("a change of a vector", text);
  const auto net = nets_.find(text.substr(vector ? end + 1 : 1));
  if (net != nets_.end()) {
    change(net->second, vector ? text.substr(1, end - 1) : text.substr(0, 1));
  }
}

void ToggleReader::feed(std::string_view part) {
  for (std::size_t end; (end = part.find('\n')) != part.npos; part.remove_prefix(end + 1)) {
    line(unfinished_ + std::string(part.substr(0, end)));
    unfinished_.clear();
  }
  unfinished_ += part;
}

std::vector<SignalToggles> ToggleReader::signals() const {
  if (signals_.empty()) reject("an instance " + instance_, "none");
  std::vector<SignalToggles> all;
  for (const Declared& signal : signals_) all.push_back({signal.name, nets_.at(signal.id).bits});
  return all;
}

std::vector<SignalToggles> read_toggles(std::string_view vcd, const std::string& instance) {
  ToggleReader reader(instance);
  reader.feed(vcd);
  return reader.signals();
}

}  // namespace jacquard::rtl
