// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/block_store.hpp"

namespace jacquard::serve {

void BlockStore::use(BlockKey key) {
  const auto found = places_.find(key.bits());
  if (found != places_.end()) {
    order_.splice(order_.begin(), order_, found->second);
    return;
  }
  if (static_cast<std::int64_t>(order_.size()) >= limit_) {
    places_.erase(order_.back());
    order_.pop_back();
  }
  order_.push_front(key.bits());
  places_.emplace(key.bits(), order_.begin());
}

}  // namespace jacquard::serve
