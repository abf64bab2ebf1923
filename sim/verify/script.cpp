// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/script.hpp"

#include <algorithm>

namespace jacquard::verify {
namespace {

class Shortener {
 public:
  Shortener(Script script, const Play& play, const std::string& rule, int most_plays)
      : script_(std::move(script)), play_(play), rule_(rule), left_(most_plays) {}

  Script run() {
    take(script_);  // cuts behind the fault
    for (std::size_t size = script_.size() / 2; size >= 1; size /= 2) {
      for (std::size_t at = 0; at < script_.size() && left_ > 0;) {
        if (!take(without(at, size))) at += size;
      }
    }
    for (std::size_t at = 0; at < script_.size(); ++at) fewer_requests(at);
    return script_;
  }

 private:
  // Whether `tried` fails too; then it is kept, up to its fault.
  bool take(const Script& tried) {
    if (--left_ < 0) return false;
    const std::optional<Fault> fault = play_(tried);
    if (!fault || fault->rule != rule_) return false;
    script_ = tried;
    if (fault->wishes < script_.size()) script_.resize(fault->wishes);
    return true;
  }

  Script without(std::size_t at, std::size_t size) const {
    Script shorter = script_;
    const auto from = shorter.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t some = std::min(size, shorter.size() - at);
    shorter.erase(from, from + static_cast<std::ptrdiff_t>(some));
    return shorter;
  }

  void fewer_requests(std::size_t at) {
    for (std::size_t i = 0; at < script_.size() && i < script_[at].asks.size(); ++i) {
      for (int lane = 0; lane < base::kWordBits && at < script_.size(); ++lane) {
        const base::Word bit = base::Word{1} << lane;
        if ((script_[at].asks[i] & bit) == 0) continue;
        Script fewer = script_;
        fewer[at].asks[i] &= ~bit;
        take(fewer);
      }
    }
  }

  Script script_;
  const Play& play_;
  const std::string& rule_;
  int left_;
};

}  // namespace

Script minimal(const Script& script, const Play& play, const std::string& rule, int most_plays) {
  return Shortener(script, play, rule, most_plays).run();
}

}  // namespace jacquard::verify
