// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/party.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/error.hpp"

namespace jacquard::stack::check {

using base::index;
using rounds::CollectiveKind;

namespace {

// Whether what a message carries follows from the member who sends it.
bool by_member(const rounds::Round& round, const rounds::Collective& collective) {
  for (const rounds::DigitRule& rule : round.pieces) {
    if (rule.modulus == 1 || rule.digit == rounds::kNoDigit) continue;
    const auto& digits = collective.involved;
    if (std::find(digits.begin(), digits.end(), rule.digit) == digits.end()) return false;
  }
  return true;
}

}  // namespace

Party::Party(const Plan& plan, int of, base::Span<const Side> sides,
             const std::vector<std::vector<int>>& ranks_of)
    : rounds_(&plan.rounds),
      collective_(&base::at(plan.rounds.collectives, of)),
      first_round_(base::at(plan.templates, of).first_round) {
  std::vector<int> npus;
  for (const Side& side : sides) {
    const std::vector<int>& own = base::at(ranks_of, side.actor);
    npus.insert(npus.end(), own.begin(), own.end());
  }
  const bool classes = collective_->kind == CollectiveKind::send && sides.size() == 2 &&
                       npus.size() > index(collective_->shape.size());
  if (classes) {
    pair_classes(base::at(ranks_of, sides[0].actor), base::at(ranks_of, sides[1].actor));
  } else {
    seat(npus);
  }
  if (!fault_.empty()) return;
  list_messages(plan, base::at(plan.templates, of));
}

void Party::pair_classes(const std::vector<int>& from, const std::vector<int>& to) {
  if (from.size() != to.size()) {
    fault_ = fmt::format("{} ranks send to {}", from.size(), to.size());
    return;
  }
  members_ = 2;
  const int pairs = static_cast<int>(from.size());
  for (const std::vector<int>* side : {&from, &to}) {
    const int member = side == &from ? collective_->root : collective_->peer;
    for (int i = 0; i < pairs; ++i) {
      ranks_.push_back(base::at(*side, i));
      own_.push_back(member);
      member_.push_back(member);
      group_.push_back(i);
    }
  }
  number_groups();
}

void Party::seat(const std::vector<int>& npus) {
  std::map<int, int> own_of;  // rank within the collective, by NPU
  for (int rank = 0; rank < collective_->shape.size(); ++rank) {
    own_of[collective_->npu(rank)] = rank;
  }
  members_ = collective_->group().size();
  std::map<int, int> groups;  // by the rank of their member 0
  for (const int npu : npus) {
    const auto own = own_of.find(npu);
    if (own == own_of.end()) {
      fault_ = fmt::format("rank {} takes part, which the collective has not", npu);
      return;
    }
    const int first = collective_->rank_of(own->second, 0);
    ranks_.push_back(npu);
    own_.push_back(own->second);
    member_.push_back(collective_->member(own->second));
    group_.push_back(groups.try_emplace(first, static_cast<int>(groups.size())).first->second);
  }
  if (groups.size() * index(members_) != npus.size()) {
    fault_ =
        fmt::format("{} ranks take part, of {} groups of {}", npus.size(), groups.size(), members_);
    return;
  }
  number_groups();
}

int Party::place_at(int rank) const {
  const auto at =
      std::lower_bound(place_at_.begin(), place_at_.end(), std::pair<std::int32_t, int>{rank, 0});
  JQ_CHECK(at != place_at_.end() && at->first == rank, "the rank takes part");
  return at->second;
}

void Party::number_groups() {
  for (int place = 0; place < size(); ++place) place_at_.emplace_back(rank(place), place);
  std::sort(place_at_.begin(), place_at_.end());
  places_.assign(ranks_.size(), rounds::kNobody);
  for (int place = 0; place < size(); ++place) {
    base::at(places_, base::cell(group(place), member(place), members_)) = place;
  }
  if (std::count(places_.begin(), places_.end(), rounds::kNobody) > 0) {
    fault_ = "a member takes part twice";
  }
}

void Party::list_messages(const Plan& plan, const Template& of) {
  for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
    const rounds::Round& round = base::at(plan.rounds.rounds, r);
    std::vector<Message>& list = messages_.emplace_back();
    const std::size_t row = ways_.size();
    ways_.resize(row + ranks_.size());
    for (int place = 0; place < size(); ++place) {
      const int to = round.permutation.receiver(collective_->shape, base::at(own_, place));
      if (to == rounds::kNobody) continue;
      const int receiver = place_of(group(place), collective_->member(to));
      list.push_back({place, receiver});
      ways_[row + index(place)] |= kSends;
      ways_[row + index(receiver)] |= kReceives;
    }
    all_messages_ += static_cast<std::int64_t>(list.size()) * round.repeat;
  }
}

void Party::load(int round, int repetition, Cargo& cargo) const {
  const rounds::Round& of = base::at(rounds_->rounds, first_round_ + round);
  cargo.by_place = !by_member(of, *collective_);
  const int senders = cargo.by_place ? size() : members_;
  cargo.count = 0;
  cargo.pieces.clear();
  std::vector<int> carried;
  for (int s = 0; s < senders; ++s) {
    const int place = cargo.by_place ? s : place_of(0, s);
    rounds::expand_into(carried, of.pieces, collective_->shape, collective_->pieces,
                        base::at(own_, place), repetition);
    widen(cargo, s, static_cast<int>(carried.size()));
    const auto row = cargo.pieces.end() - cargo.count;
    std::fill(std::copy(carried.begin(), carried.end(), row), cargo.pieces.end(), kNoPiece);
  }
}

// Room for one more row, behind `rows` that may have to become longer.
void Party::widen(Cargo& cargo, int rows, int count) {
  if (count > cargo.count) {
    std::vector<int> wider(base::index(rows) * index(count), kNoPiece);
    for (int r = 0; r < rows; ++r) {
      for (int i = 0; i < cargo.count; ++i) {
        base::at(wider, base::cell(r, i, count)) =
            base::at(cargo.pieces, base::cell(r, i, cargo.count));
      }
    }
    cargo.pieces = std::move(wider);
    cargo.count = count;
  }
  cargo.pieces.resize(index(rows + 1) * index(cargo.count), kNoPiece);
}

}  // namespace jacquard::stack::check
