// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/call_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/stack/check/words.hpp"
#include "jacquard/stack/routes.hpp"

namespace jacquard::stack::check {

using base::index;

CallRun::CallRun(const Stack& stack, const Routes* routes, std::int32_t call, const Goal* goal,
                 const Marks& marks)
    : stack_(&stack), routes_(routes), call_(call), goal_(goal), marks_(&marks) {
  const Plan& plan = stack.plan;
  const Template& of = plan.template_of(base::at(plan.calls, call));
  first_round_ = of.first_round;
  for (int r = 0; r < of.rounds; ++r) {
    const int pattern = base::at(plan.pattern_of_round, first_round_ + r);
    parts_.push_back(routes == nullptr ? 1 : routes->parts(pattern));
    first_part_.push_back(static_cast<int>(next_.size()));
    next_.resize(next_.size() + index(parts_.back()));
    left_ += std::int64_t{parts_.back()} * round(r).repeat;
  }
  if (goal_ == nullptr) return;
  progress_.resize(index(of.rounds) * index(goal_->party().size()));
  contents_ = std::make_unique<Contents>(*goal_);
}

std::string CallRun::words(int r, int repetition) const {
  return round_in_words(stack_->plan, call_, first_round_ + r, repetition);
}

bool CallRun::in_part(int r, int part, int place) const {
  if (parts(r) == 1) return true;
  return routes_->link(base::at(stack_->plan.pattern_of_round, first_round_ + r), part,
                       goal_->party().rank(place)) != Routes::kNotInPart;
}

// Of the largest message.
std::int64_t CallRun::bytes_of(int r) const {
  const rounds::Round& of = round(r);
  std::int64_t most = of.bytes.count();
  for (const base::Bytes bytes : of.uneven) most = std::max(most, bytes.count());
  return most;
}

CallRun::Transfer* CallRun::find(const Placed& placed, int repetition) {
  for (Transfer& t : transfers_) {
    if (t.used && t.round == placed.round - first_round_ && t.repetition == repetition &&
        t.part == placed.part) {
      return &t;
    }
  }
  return nullptr;
}

int CallRun::send(const Placed& placed, int repetition, Ledger& ledger) {
  const int r = placed.round - first_round_;
  Transfer* transfer = find(placed, repetition);
  if (transfer == nullptr) {
    std::int32_t& next = next_[index(base::at(first_part_, r) + placed.part)];
    if (repetition < next) {
      ++ledger.duplicates;
      ledger.faults.add(FaultKind::twice, [&] {
        return fmt::format("slot {}: {} is sent again", placed.start, words(r, repetition));
      });
      return -1;
    }
    if (repetition > next) {
      ledger.faults.add(FaultKind::order, [&] {
        return fmt::format("slot {}: {} goes before repetition {}", placed.start,
                           words(r, repetition), next);
      });
    }
    next = repetition + 1;
    transfer = &open(placed, repetition);
    if (goal_ != nullptr) gather(*transfer, placed.start, ledger);
    if (!held_.empty()) release(ledger);
  }
  const std::int64_t from = placed.from.count();
  const std::int64_t twice = transfer->cover.add(from, from + placed.bytes.count());
  if (twice > 0) {
    ++ledger.duplicates;
    ledger.faults.add(FaultKind::twice, [&] {
      return fmt::format("slot {}: {} bytes of {} are sent again", placed.start, twice,
                         words(r, repetition));
    });
  }
  if (from + placed.bytes.count() > bytes_of(r)) {
    ledger.faults.add(FaultKind::twice, [&] {
      return fmt::format("slot {}: {} is {} bytes long; bytes {} to {} are sent", placed.start,
                         words(r, repetition), bytes_of(r), from, from + placed.bytes.count());
    });
  }
  ++transfer->underway;
  return static_cast<int>(transfer - transfers_.data());
}

CallRun::Transfer& CallRun::open(const Placed& placed, int repetition) {
  const auto free =
      std::find_if(transfers_.begin(), transfers_.end(), [](const Transfer& t) { return !t.used; });
  Transfer& transfer = free != transfers_.end() ? *free : transfers_.emplace_back();
  transfer.used = true;
  transfer.round = placed.round - first_round_;
  transfer.repetition = repetition;
  transfer.part = placed.part;
  transfer.underway = 0;
  transfer.cover.clear();
  return transfer;
}

// What each sender holds now.
void CallRun::gather(Transfer& t, std::int64_t slot, Ledger& ledger) {
  const Party& party = goal_->party();
  party.load(t.round, t.repetition, t.cargo);
  const int first = round(t.round).chunk * goal_->pieces() / party.collective().chunks;
  t.words.clear();
  for (const Party::Message& message : party.messages(t.round)) {
    if (!in_part(t.round, t.part, message.from)) continue;
    begin(t.round, t.repetition, message.from, slot, ledger);
    const int* const row = t.cargo.row(message.from, party.member(message.from));
    for (int i = 0; i < t.cargo.count; ++i) {
      const std::uint64_t word =
          row[i] == Party::kNoPiece ? 0 : contents_->at(message.from, first + row[i]);
      t.words.push_back(word);
      if (word != 0 || row[i] == Party::kNoPiece) continue;
      ledger.faults.add(FaultKind::early, [&] {
        return fmt::format("slot {}: {}: rank {} sends piece {}, which it does not have", slot,
                           words(t.round, t.repetition), party.rank(message.from), row[i]);
      });
    }
  }
}

void CallRun::begin(int r, int repetition, int place, std::int64_t slot, Ledger& ledger) {
  Progress& own = progress(r, place);
  const Party& party = goal_->party();
  const auto too_early = [&](int awaited, int of) {
    ledger.faults.add(FaultKind::early, [&] {
      return fmt::format("slot {}: rank {} sends {} before it has received round {}, repetition {}",
                         slot, party.rank(place), words(r, repetition), awaited, of);
    });
  };
  if (own.begun != repetition) {
    ledger.faults.add(FaultKind::order, [&] {
      return fmt::format("slot {}: rank {} sends {}; the next is repetition {}", slot,
                         party.rank(place), words(r, repetition), own.begun);
    });
  }
  own.begun = repetition + 1;
  if (own.received < repetition && party.receives(r, place)) too_early(r, repetition - 1);
  if (repetition > 0) return;
  for (const int before : round(r).after) {
    const int b = before - first_round_;
    const int last = round(b).repeat;
    if (party.receives(b, place) && progress(b, place).received < last) too_early(b, last - 1);
  }
}

void CallRun::arrive(int number, Ledger& ledger) {
  Transfer& transfer = base::at(transfers_, number);
  if (--transfer.underway > 0 || !transfer.cover.is(bytes_of(transfer.round))) return;
  if (goal_ != nullptr) deliver(transfer, ledger);
  base::at(transfers_, number).used = false;
  --left_;
}

void CallRun::deliver(Transfer& t, Ledger& ledger) {
  const Party& party = goal_->party();
  const int first = round(t.round).chunk * goal_->pieces() / party.collective().chunks;
  const std::uint64_t* word = t.words.data();
  for (const Party::Message& message : party.messages(t.round)) {
    if (!in_part(t.round, t.part, message.from)) continue;
    const int* const row = t.cargo.row(message.from, party.member(message.from));
    ++ledger.messages;
    if (party.sends(t.round, message.to) && progress(t.round, message.to).begun <= t.repetition) {
      Held& held = held_.emplace_back();
      held.round = t.round;
      held.repetition = t.repetition;
      held.to = message.to;
      for (int i = 0; i < t.cargo.count; ++i) {
        if (row[i] != Party::kNoPiece) held.pieces.emplace_back(first + row[i], word[i]);
      }
    } else {
      for (int i = 0; i < t.cargo.count; ++i) {
        if (row[i] != Party::kNoPiece) take(t.round, message.to, first + row[i], word[i], ledger);
      }
      received(t.round, t.repetition, message.to, ledger);
    }
    word += t.cargo.count;
  }
}

// Messages that waited at their receivers.
void CallRun::release(Ledger& ledger) {
  const auto ready = [&](const Held& h) { return progress(h.round, h.to).begun > h.repetition; };
  for (const Held& held : held_) {
    if (!ready(held)) continue;
    for (const auto& [piece, word] : held.pieces) take(held.round, held.to, piece, word, ledger);
    received(held.round, held.repetition, held.to, ledger);
  }
  held_.erase(std::remove_if(held_.begin(), held_.end(), ready), held_.end());
}

void CallRun::take(int r, int place, int piece, std::uint64_t word, Ledger& ledger) {
  const std::uint64_t has = contents_->at(place, piece);
  if (round(r).action == rounds::Action::reduce) {
    contents_->set(place, piece, has + word);
    return;
  }
  if (has == word && word != 0) {
    ++ledger.duplicates;
    ledger.faults.add(FaultKind::twice, [&] {
      return fmt::format("{}: piece {} comes again to rank {}", call_in_words(stack_->plan, call_),
                         piece, goal_->party().rank(place));
    });
  }
  contents_->set(place, piece, word);
}

void CallRun::received(int r, int repetition, int place, Ledger& ledger) {
  Progress& own = progress(r, place);
  if (own.received != repetition) {
    ledger.faults.add(FaultKind::order, [&] {
      return fmt::format("rank {} receives {}; the next is repetition {}",
                         goal_->party().rank(place), words(r, repetition), own.received);
    });
  }
  own.received = repetition + 1;
}

void CallRun::judge(Ledger& ledger) const {
  if (!has_arrived()) {
    ledger.faults.add(FaultKind::missing, [&] { return missing(); });
  }
  if (goal_ == nullptr) return;
  ledger.bytes_expected += goal_->bytes();
  const Shortfall lacks = shortfall(*goal_, *marks_, *contents_);
  ledger.duplicates += lacks.too_many;
  const auto right = static_cast<double>(goal_->results() - lacks.results);
  ledger.bytes_delivered +=
      lacks.results == 0 ? goal_->bytes()
                         : static_cast<std::int64_t>(static_cast<double>(goal_->bytes()) * right /
                                                     static_cast<double>(goal_->results()));
  if (lacks.results == 0) return;
  ledger.faults.add(lacks.too_many > 0 ? FaultKind::twice : FaultKind::missing, [&] {
    return fmt::format("{}: {} results are wrong; {}", call_in_words(stack_->plan, call_),
                       lacks.results, lacks.words);
  });
}

std::string CallRun::missing() const {
  for (const Transfer& t : transfers_) {
    if (!t.used) continue;
    return fmt::format("{} is not sent from byte {} on", words(t.round, t.repetition),
                       t.cover.gap());
  }
  for (int r = 0; r < static_cast<int>(parts_.size()); ++r) {
    for (int part = 0; part < parts(r); ++part) {
      const std::int32_t next = next_[index(base::at(first_part_, r) + part)];
      if (next < round(r).repeat) return fmt::format("{} is not sent", words(r, next));
    }
  }
  return fmt::format("{}: repetitions are not sent", call_in_words(stack_->plan, call_));
}

}  // namespace jacquard::stack::check
