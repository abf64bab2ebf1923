// SPDX-License-Identifier: Apache-2.0
#include "coverage/toggles.hpp"

#include <istream>
#include <sstream>
#include <unordered_map>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {
namespace {

[[noreturn]] void reject(const std::string& expected, const std::string& got) {
  throw base::ConfigError({"a waveform", "", expected, got, ""});
}

// A value that one or more signals share.
struct Net {
  std::vector<BitToggles> bits;
  bool known = false;  // it has had a value
};

void change(Net& net, const std::string& value) {
  const std::size_t width = net.bits.size();
  if (value.empty() || value.size() > width) reject("a value of the width declared", value);
  for (std::size_t b = 0; b < width; ++b) {
    const char digit = b < value.size() ? value[value.size() - 1 - b] : '0';
    if (digit != '0' && digit != '1') reject("0 or 1", value);
    BitToggles& bit = net.bits[b];
    const bool now = digit == '1';
    if (net.known && now != bit.last) (now ? bit.rose : bit.fell) = true;
    bit.last = now;
  }
  net.known = true;
}

struct Declared {
  std::string name, id;
};

class Reader {
 public:
  explicit Reader(std::string instance) : instance_(std::move(instance)) {}

  void declarations(std::istream& vcd) {
    std::string line;
    while (std::getline(vcd, line)) {
      std::istringstream words(line);
      std::string keyword, kind, name;
      words >> keyword;
      if (keyword == "$enddefinitions") break;
      if (keyword == "$scope" && words >> kind >> name) {
        scopes_.push_back(name);
        if (name == instance_ && depth_ == 0) depth_ = scopes_.size();
      } else if (keyword == "$upscope" && !scopes_.empty()) {
        if (scopes_.size() == depth_) depth_ = npos;  // only the first instance of that name
        scopes_.pop_back();
      } else if (keyword == "$var") {
        std::size_t width = 0;
        std::string id;
        if (!(words >> kind >> width >> id >> name)) reject("a declaration", line);
        declare(id, width, name);
      }
    }
    if (signals_.empty()) reject("an instance " + instance_, "none");
  }

  void changes(std::istream& vcd) {
    std::string line;
    while (std::getline(vcd, line)) {
      if (line.empty() || line[0] == '#') continue;
      const bool vector = line[0] == 'b';
      const std::size_t end = vector ? line.find(' ') : 1;
      if (end == std::string::npos) reject("a change of a vector", line);
      const auto net = nets_.find(line.substr(vector ? end + 1 : 1));
      if (net == nets_.end()) continue;
      change(net->second, vector ? line.substr(1, end - 1) : line.substr(0, 1));
    }
  }

  std::vector<SignalToggles> take() {
    std::vector<SignalToggles> all;
    for (const Declared& signal : signals_) all.push_back({signal.name, nets_.at(signal.id).bits});
    return all;
  }

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  void declare(const std::string& id, std::size_t width, std::string name) {
    if (depth_ == 0 || depth_ == npos) return;
    std::string path;
    for (std::size_t s = depth_; s < scopes_.size(); ++s) path += scopes_[s] + '.';
    nets_[id].bits.resize(width);
    signals_.push_back({path + name, id});
  }

  std::string instance_;
  std::vector<std::string> scopes_;
  std::size_t depth_ = 0;  // scopes down to the instance; 0 before it, npos after it
  std::vector<Declared> signals_;
  std::unordered_map<std::string, Net> nets_;
};

}  // namespace

std::vector<SignalToggles> read_toggles(std::istream& vcd, const std::string& instance) {
  Reader reader(instance);
  reader.declarations(vcd);
  reader.changes(vcd);
  return reader.take();
}

}  // namespace jacquard::tb
