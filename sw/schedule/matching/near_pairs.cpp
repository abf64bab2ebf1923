// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/near_pairs.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/schedule/matching/row_gains.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kCounted = 64;       // different gains that are sorted by counting
constexpr std::size_t kFew = 12;   // pairs listed, below which a row lists more the next time
constexpr std::size_t kMany = 40;  // and above which fewer

}  // namespace

template <class Count>
NearPairs<Count>::NearPairs(int ports, std::vector<Count> weights)
    : ports_(ports),
      weights_(std::move(weights)),
      rows_(base::index(ports)),
      found_(base::index(ports) + 1) {
  const Count largest = *std::max_element(weights_.begin(), weights_.end());
  std::replace(weights_.begin(), weights_.end(), Count{0}, kNone);
  for (Row& row : rows_) {
    row.rest = -kNone;
    row.width = std::max<Count>(1, largest / ports * 24);
  }
}

template <class Count>
void NearPairs<Count>::renew(int row, const std::vector<Count>& price) {
  Row& near = base::at(rows_, row);
  const Count best = most_gain(weights(row), price.data(), ports_);
  list(row, price, best - near.width, best);
  if (near.pairs.size() < kFew) near.width = near.width * 3 / 2 + 1;
  if (near.pairs.size() > kMany) near.width = near.width * 2 / 3;
}

template <class Count>
void NearPairs<Count>::extend(int row, const std::vector<Count>& price) {
  Row& near = base::at(rows_, row);
  Count most = near.rest;
  for (const Pair& pair : near.pairs) most = std::max(most, pair.gain);
  list(row, price, near.rest - near.width, most);
}

template <class Count>
void NearPairs<Count>::list(int row, const std::vector<Count>& price, Count least, Count most) {
  Row& near = base::at(rows_, row);
  const Count* weight = weights(row);
  least = std::max<Count>(least, kNone / 2);
  std::size_t found = 0;
  Count rest = kNone;
  for (int j = 0; j < ports_; ++j) {
    const Count gain = weight[j] - price[base::index(j)];
    found_[found] = {gain, weight[j], j};
    const bool listed = gain >= least;
    found += listed;
    rest = std::max(rest, listed ? kNone : gain);
  }
  near.rest = rest < kNone / 2 ? kNone : rest;
  near.pairs.resize(found);
  sort(near.pairs, least, most);
}

// The largest gains first, of equal ones the lowest columns. Small numbers are counted.
template <class Count>
void NearPairs<Count>::sort(std::vector<Pair>& pairs, Count least, Count most) {
  if (pairs.empty()) return;
  const auto end = found_.begin() + static_cast<std::ptrdiff_t>(pairs.size());
  if (most - least >= kCounted) {
    std::sort(found_.begin(), end, [](const Pair& a, const Pair& b) {
      return a.gain > b.gain || (a.gain == b.gain && a.column < b.column);
    });
    std::copy(found_.begin(), end, pairs.begin());
    return;
  }
  start_.assign(base::index(most - least) + 2, 0);
  for (auto pair = found_.begin(); pair != end; ++pair) ++base::at(start_, most - pair->gain + 1);
  for (std::size_t k = 1; k < start_.size(); ++k) start_[k] += start_[k - 1];
  for (auto pair = found_.begin(); pair != end; ++pair) {
    base::at(pairs, base::at(start_, most - pair->gain)++) = *pair;
  }
}

template <class Count>
void NearPairs<Count>::remove(int row, int column) {
  weights_[base::cell(row, column, ports_)] = kNone;
  std::vector<Pair>& pairs = base::at(rows_, row).pairs;
  const auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [column](const Pair& pair) { return pair.column == column; });
  if (found != pairs.end()) pairs.erase(found);
}

template <class Count>
void NearPairs<Count>::lower_prices(Count common) {
  for (Row& row : rows_) {
    if (row.rest != kNone) row.rest += common;
    for (Pair& pair : row.pairs) pair.gain += common;
  }
}

template class NearPairs<std::int32_t>;
template class NearPairs<std::int64_t>;

}  // namespace jacquard::schedule
