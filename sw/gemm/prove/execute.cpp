// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/execute.hpp"

#include <fmt/format.h>

#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "jacquard/gemm/prove/exchange.hpp"
#include "jacquard/gemm/prove/local_op.hpp"
#include "jacquard/gemm/prove/shards.hpp"
#include "jacquard/gemm/prove/units.hpp"

namespace jacquard::gemm {

struct Executor::Plan {
  const Program& program;
  std::vector<std::shared_ptr<const Pattern>> patterns;  // of each operation; null: it is local
  std::vector<std::vector<int>> next;                    // operations that wait for this one
  std::vector<int> waits;                                // for so many
};

namespace {

// What may happen next: the least key, then the oldest.
struct Action {
  std::uint64_t key = 0;
  std::uint64_t number = 0;
  int op = 0;
  int chip = 0;
  std::ptrdiff_t parcel = -1;  // where the message lies; -1: the chip begins the operation

  bool operator<(const Action& other) const {  // for a heap with the least on top
    return std::tie(key, number) > std::tie(other.key, other.number);
  }
};

class Run {
 public:
  template <class Plan>
  Run(const Plan& plan, const Factors& factors, const Schedule& schedule)
      : program_(plan.program),
        patterns_(plan.patterns),
        next_(plan.next),
        schedule_(schedule),
        rng_(schedule.seed, "gemm executor"),
        chips_(dealt(plan.program, factors)),
        exchanges_(plan.program.ops.size()),
        ended_chips_(plan.program.ops.size(), 0) {
    for (const int count : plan.waits) waits_.insert(waits_.end(), chips_.size(), count);
  }

  Execution go(const Factors& factors) {
    const int ops = static_cast<int>(program_.ops.size());
    for (int op = 0; op < ops; ++op) {
      for (int chip = 0; chip < chips(); ++chip) {
        if (waits(op, chip) == 0) push(op, chip, -1);
      }
    }
    while (!ready_.empty()) {
      const Action action = ready_.top();
      ready_.pop();
      if (action.parcel < 0) {
        begin(action.op, action.chip);
      } else {
        Parcel parcel = std::move(base::at(parcels_, action.parcel));
        free_.push_back(action.parcel);
        deliver(parcel);
        mail_.used.push_back(std::move(parcel));
      }
    }
    result_.fault = ended_ < std::int64_t{ops} * chips() ? unfinished()
                                                         : wrong_entry(program_, chips_, factors.c);
    return result_;
  }

 private:
  int chips() const { return static_cast<int>(chips_.size()); }
  int& waits(int op, int chip) { return waits_[base::cell(op, chip, chips())]; }

  void push(int op, int chip, std::ptrdiff_t parcel) {
    ready_.push({key(op, chip), number_++, op, chip, parcel});
  }

  std::uint64_t key(int op, int chip) {
    constexpr std::uint64_t last = std::uint64_t{1} << 32;
    const std::uint64_t furthest = last - 1 - static_cast<std::uint64_t>(op);
    switch (schedule_.order) {
      case Order::furthest:
        return furthest;
      case Order::starved_unit:
        return furthest +
               (static_cast<int>(unit_of(base::at(program_.ops, op))) == schedule_.starved ? last
                                                                                           : 0);
      case Order::starved_chip:
        return furthest + (chip == schedule_.starved ? last : 0);
      case Order::starved_operation:
        return furthest + (op == schedule_.starved ? last : 0);
      case Order::random:
        return rng_();
      case Order::list:
        break;
    }
    return static_cast<std::uint64_t>(op);
  }

  void begin(int number, int chip) {
    const Op& op = base::at(program_.ops, number);
    if (!op.communicates()) {
      carry_out(op, base::at(chips_, chip));
      end(number, chip);
      return;
    }
    auto& exchange = base::at(exchanges_, number);
    if (!exchange) {
      exchange = std::make_unique<Exchange>(program_, number, *base::at(patterns_, number), chips_);
    }
    exchange->start(chip, mail_);
    after_exchange(number, chip);
  }

  void deliver(const Parcel& parcel) {
    ++result_.messages;
    base::at(exchanges_, parcel.op)->deliver(parcel, mail_);
    after_exchange(parcel.op, parcel.to);
  }

  void after_exchange(int op, int chip) {
    const bool ended = base::at(exchanges_, op)->ended(chip);
    for (Parcel& parcel : mail_.sent) {
      if (free_.empty()) {
        free_.push_back(static_cast<std::ptrdiff_t>(parcels_.size()));
        parcels_.emplace_back();
      }
      const std::ptrdiff_t at = free_.back();
      free_.pop_back();
      push(parcel.op, parcel.to, at);
      base::at(parcels_, at) = std::move(parcel);
    }
    mail_.sent.clear();
    if (!ended) return;
    if (++base::at(ended_chips_, op) == chips()) base::at(exchanges_, op).reset();
    end(op, chip);
  }

  void end(int op, int chip) {
    ++ended_;
    for (const int next : base::at(next_, op)) {
      if (--waits(next, chip) == 0) push(next, chip, -1);
    }
  }

  std::string unfinished() {
    for (int op = 0; op < static_cast<int>(program_.ops.size()); ++op) {
      const auto& exchange = base::at(exchanges_, op);
      for (int chip = 0; chip < chips(); ++chip) {
        if (waits(op, chip) == 0 && exchange && !exchange->ended(chip)) {
          return fmt::format("chip {} waits for a message in operation {} ({})", chip, op,
                             name_of(base::at(program_.ops, op).kind));
        }
      }
    }
    return "operations wait for each other";
  }

  const Program& program_;
  const std::vector<std::shared_ptr<const Pattern>>& patterns_;
  const std::vector<std::vector<int>>& next_;
  Schedule schedule_;
  base::Rng rng_;
  std::vector<ChipState> chips_;
  std::vector<std::unique_ptr<Exchange>> exchanges_;
  std::vector<int> ended_chips_;  // of each exchange
  std::vector<int> waits_;        // a row of chips for each operation
  std::vector<Parcel> parcels_;
  std::vector<std::ptrdiff_t> free_;  // places in parcels_
  Mail mail_;
  std::priority_queue<Action> ready_;
  std::uint64_t number_ = 0;
  std::int64_t ended_ = 0;
  Execution result_;
};

// What makes the rounds of two communications the same.
auto likeness(const Op& op) {
  const Shift& s = op.shift;
  return std::make_tuple(op.kind, op.direction, op.root, op.packets, s.by, s.by_row, s.by_column,
                         s.by_layer);
}

}  // namespace

Executor::Executor(const Program& program, const collective::Algorithm& algorithm) {
  auto plan = std::make_unique<Plan>(Plan{program, {}, {}, {}});
  const Mesh& mesh = program.request.mesh;
  std::map<decltype(likeness({})), std::shared_ptr<const Pattern>> known;
  std::vector<int> last_of_unit(kUnits, Op::kNone);
  plan->next.resize(program.ops.size());
  for (int i = 0; i < static_cast<int>(program.ops.size()); ++i) {
    const Op& op = base::at(program.ops, i);
    std::vector<int> after = op.after;
    const Unit unit = unit_of(op);
    int& last = base::at(last_of_unit, unit);
    if (unit != Unit::none && last != Op::kNone) after.push_back(last);
    last = i;
    for (const int before : after) base::at(plan->next, before).push_back(i);
    plan->waits.push_back(static_cast<int>(after.size()));
    std::shared_ptr<const Pattern> pattern;
    if (op.communicates()) {
      auto& same = known[likeness(op)];
      if (!same) {
        same = std::make_shared<const Pattern>(rounds_of(op, mesh, algorithm), mesh.chips());
      }
      pattern = same;
    }
    plan->patterns.push_back(std::move(pattern));
  }
  plan_ = std::move(plan);
}

Executor::~Executor() = default;

Execution Executor::run(const Factors& factors, const Schedule& schedule) const {
  return Run(*plan_, factors, schedule).go(factors);
}

}  // namespace jacquard::gemm
