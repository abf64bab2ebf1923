// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/tier_tokens.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::machine {
namespace {

std::vector<std::vector<std::int64_t>> tables(int count, int size) {
  return std::vector<std::vector<std::int64_t>>(
      base::index(count), std::vector<std::int64_t>(base::index(size) * base::index(size), 0));
}

}  // namespace

TierTokens::TierTokens(int racks, int of_rack)
    : racks_(racks),
      of_rack_(of_rack),
      rails_(tables(of_rack, racks)),
      own_(tables(racks, of_rack)),
      forwarded_(tables(racks, of_rack)) {
  JQ_CHECK(racks > 0 && of_rack > 0, "racks have NPUs");
}

void TierTokens::add(int source, base::Span<const int> experts) {
  const int rack = source / of_rack_, place = source % of_rack_;
  reached_.clear();
  for (const int npu : experts) {
    const int there = npu / of_rack_;
    auto& counts = base::at(there == rack ? own_ : forwarded_, there);
    ++counts[base::cell(place, npu % of_rack_, of_rack_)];
    const bool again = std::find(reached_.begin(), reached_.end(), there) != reached_.end();
    if (there == rack || again) continue;
    reached_.push_back(there);
    ++base::at(rails_, place)[base::cell(rack, there, racks_)];
  }
}

const std::vector<std::int64_t>& TierTokens::rail(int place) const {
  return base::at(rails_, place);
}
const std::vector<std::int64_t>& TierTokens::own(int rack) const { return base::at(own_, rack); }
const std::vector<std::int64_t>& TierTokens::forwarded(int rack) const {
  return base::at(forwarded_, rack);
}

std::int64_t TierTokens::received(int npu) const {
  const int rack = npu / of_rack_, place = npu % of_rack_;
  std::int64_t sum = 0;
  for (int from = 0; from < of_rack_; ++from) {
    sum += own(rack)[base::cell(from, place, of_rack_)] +
           forwarded(rack)[base::cell(from, place, of_rack_)];
  }
  return sum;
}

}  // namespace jacquard::machine
