// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/phases.hpp"

#include <algorithm>

namespace jacquard::collective {

namespace {

// Appends phases, each beginning with the bytes that the one before has left.
class PhaseList {
 public:
  PhaseList(const CollectiveRequest& request, int chunk)
      : request_(request),
        tree_((request.first_tree + chunk) % 2),
        bytes_(chunking(request).bytes) {}

  void add(CollectiveKind kind, int digit, bool reversed = false) {
    phases_.push_back({kind, digit, request_.algorithm(digit), bytes_, reversed, tree_});
    bytes_ = bytes_after(phases_.back(), request_.shape.radix(digit), request_.rounding);
  }

  std::vector<Phase> take() { return std::move(phases_); }

 private:
  const CollectiveRequest& request_;
  int tree_;
  base::Bytes bytes_;
  std::vector<Phase> phases_;
};

int first_difference(const CollectiveRequest& r, const std::vector<int>& digits) {
  int root = r.root;
  int peer = r.peer;
  for (const int digit : digits) {
    const int radix = r.shape.radix(digit);
    if (root % radix != peer % radix) return digit;
    root /= radix;
    peer /= radix;
  }
  return digits.front();
}

// The first in which a permute moves anything.
int moved_digit(const CollectiveRequest& r, const std::vector<int>& digits) {
  if (!r.moves) return digits.front();
  if (r.moves->digit() != rounds::SymbolicPermutation::kWholeRank) return r.moves->digit();
  int first = r.shape.digits();
  for (int rank = 0; rank < r.shape.size(); ++rank) {
    const int to = r.moves->receiver(r.shape, rank);
    if (to != rounds::kNobody) first = std::min(first, r.shape.first_difference(rank, to));
  }
  return first < r.shape.digits() ? first : digits.front();
}

bool is_tree(const Algorithm& algorithm) { return algorithm.method == Method::double_binary_tree; }

}  // namespace

base::Bytes part(base::Bytes bytes, int members, Rounding rounding) {
  const std::int64_t rest = rounding == Rounding::up ? members - 1 : 0;
  return base::Bytes{(bytes.count() + rest) / members};
}

base::Bytes bytes_after(const Phase& phase, int members, Rounding rounding) {
  if (phase.kind == CollectiveKind::reduce_scatter) return part(phase.bytes, members, rounding);
  if (phase.kind == CollectiveKind::all_gather) return phase.bytes * members;
  return phase.bytes;
}

std::vector<Phase> phases(const CollectiveRequest& request, int chunk) {
  std::vector<int> digits;
  for (int d = 0; d < request.shape.digits(); ++d) {
    if (request.involves(d) && request.shape.radix(d) > 1) digits.push_back(d);
  }
  PhaseList list(request, chunk);
  if (digits.empty()) return {};
  if (request.kind == CollectiveKind::send) {
    list.add(request.kind, first_difference(request, digits));
  } else if (request.kind == CollectiveKind::permute) {
    list.add(request.kind, moved_digit(request, digits));
  } else if (request.kind == CollectiveKind::all_gather || request.kind == CollectiveKind::reduce) {
    for (auto d = digits.rbegin(); d != digits.rend(); ++d) list.add(request.kind, *d);
  } else if (request.kind != CollectiveKind::all_reduce || request.spread == Spread::baseline) {
    for (const int d : digits) list.add(request.kind, d);
  } else {
    const int last = digits.back();
    digits.pop_back();
    for (const int d : digits) {
      list.add(is_tree(request.algorithm(d)) ? CollectiveKind::all_reduce
                                             : CollectiveKind::reduce_scatter,
               d);
    }
    list.add(CollectiveKind::all_reduce, last);
    for (auto d = digits.rbegin(); d != digits.rend(); ++d) {
      if (!is_tree(request.algorithm(*d))) list.add(CollectiveKind::all_gather, *d, true);
    }
  }
  return list.take();
}

}  // namespace jacquard::collective
