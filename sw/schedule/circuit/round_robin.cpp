// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::int64_t kUsualSettings = 4096;
constexpr std::int64_t kMostSettings = std::int64_t{1} << 22;

// A rotor: cyclic shifts in turn. The shift that connects each port to itself is one of them only
// if ports have demand for themselves, which is a matter of wiring rather than of traffic.
class Rotor {
 public:
  Rotor(const demand::QuantaMatrix& demand, const SchedulerOptions& options)
      : n_(demand.ports()), columns_(static_cast<std::size_t>(n_)) {
    for (int i = 0; i < n_; ++i) first_shift_ = demand.at(i, i) > 0 ? 0 : first_shift_;
    const std::int64_t shifts = n_ - first_shift_;
    const std::int64_t largest = demand.largest_entry();
    if (options.hold == 0) {
      const std::int64_t cycles =
          std::max<std::int64_t>(1, kUsualSettings / std::max<std::int64_t>(1, shifts));
      // A duty cycle of 90 %: hold / (hold + guard) >= 9 / 10. Beyond the largest entry a longer
      // hold serves nothing.
      const double duty =
          std::min(std::ceil(9 * demand.clock().guard_in_slots()), static_cast<double>(largest));
      hold_ = std::max(
          {std::int64_t{1}, static_cast<std::int64_t>(duty), base::divide_up(largest, cycles)});
    } else {
      hold_ = options.hold;
      const std::int64_t most_cycles = kMostSettings / std::max<std::int64_t>(1, shifts);
      if (hold_ < 1 || base::divide_up(largest, hold_) > most_cycles) {
        throw base::ConfigError({"--hold", "",
                                 "at least " +
                                     std::to_string(base::divide_up(largest, most_cycles)) +
                                     " slots for entries of up to " + std::to_string(largest),
                                 std::to_string(hold_), ""});
      }
    }
    shift_ = first_shift_;
  }

  std::int64_t hold() const { return hold_; }
  int column(int row) const { return (row + shift_) % n_; }
  const Matching& columns() {
    for (int i = 0; i < n_; ++i) base::at(columns_, i) = column(i);
    return columns_;
  }
  void turn() { shift_ = shift_ + 1 == n_ ? first_shift_ : shift_ + 1; }

 private:
  int n_;
  int first_shift_ = 1;
  int shift_ = 0;
  std::int64_t hold_ = 1;
  Matching columns_;
};

// Traffic at rest after its first hop, and the source traffic that has not left yet.
class Valiant {
 public:
  explicit Valiant(const demand::QuantaMatrix& demand)
      : n_(demand.ports()),
        fresh_(demand),
        relayed_(fresh_.row_major().size(), 0),
        arrived_(relayed_),
        next_(static_cast<std::size_t>(n_), 0) {}

  bool empty() const { return fresh_.empty() && at_rest_ == 0; }

  // Fills the circuit row -> column for one hold.
  void carry(int row, int column, std::int64_t hold, Schedule& schedule) {
    std::int64_t room = hold;
    std::int64_t& resting = relayed_[index(row, column)];
    const std::int64_t second_hop = std::min(resting, room);
    resting -= second_hop;
    at_rest_ -= second_hop;
    room -= second_hop;
    const std::int64_t direct = fresh_.serve(row, column, room);
    room -= direct;
    send(row, column, column, second_hop + direct, schedule);
    if (column != row) spread(row, column, room, hold, schedule);
  }

  // What was spread may leave from the next setting on.
  void arrive() {
    for (const std::size_t cell : touched_) {
      relayed_[cell] += arrived_[cell];
      arrived_[cell] = 0;
    }
    touched_.clear();
  }

 private:
  std::size_t index(int a, int b) const { return base::cell(a, b, n_); }

  // An intermediate port accepts for a destination what its next circuit to it can carry and no
  // more. So queues there keep within one hold per destination, as RotorLB offers and accepts.
  void spread(int row, int via, std::int64_t room, std::int64_t hold, Schedule& schedule) {
    int& destination = base::at(next_, row);
    for (int k = 0; k < n_ && room > 0 && fresh_.row(row).nonzeros > 0; ++k) {
      const std::size_t cell = index(via, destination);
      const std::int64_t accepted = std::min(room, hold - relayed_[cell] - arrived_[cell]);
      const std::int64_t sent =
          accepted > 0 && destination != via ? fresh_.serve(row, destination, accepted) : 0;
      if (sent > 0) {
        send(row, via, destination, sent, schedule);
        arrived_[cell] += sent;
        at_rest_ += sent;
        touched_.push_back(cell);
        room -= sent;
      }
      if (room > 0) destination = (destination + 1) % n_;
    }
  }

  static void send(int row, int column, int destination, std::int64_t quanta, Schedule& schedule) {
    if (quanta == 0) return;
    schedule.relay({static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
                    static_cast<std::int16_t>(destination), quanta});
  }

  int n_;
  Residue fresh_;
  std::vector<std::int64_t> relayed_;  // by (port, destination)
  std::vector<std::int64_t> arrived_;  // in this setting
  std::vector<std::size_t> touched_;
  std::vector<int> next_;  // destination at which a row's spreading goes on
  std::int64_t at_rest_ = 0;
};

}  // namespace

Schedule round_robin(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  Rotor rotor(demand, options);
  Residue residue(demand);
  Schedule schedule(demand.ports());
  for (; !residue.empty(); rotor.turn()) {
    for (int row = 0; row < demand.ports(); ++row) {
      residue.serve(row, rotor.column(row), rotor.hold());
    }
    schedule.append(rotor.columns(), rotor.hold());
  }
  return schedule;
}

Schedule round_robin_vlb(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  Rotor rotor(demand, options);
  Valiant traffic(demand);
  Schedule schedule(demand.ports(), 2);
  schedule.set_family("rotor, two hops");
  for (; !traffic.empty(); rotor.turn()) {
    schedule.append(rotor.columns(), rotor.hold());
    for (int row = 0; row < demand.ports(); ++row) {
      traffic.carry(row, rotor.column(row), rotor.hold(), schedule);
    }
    traffic.arrive();
  }
  return schedule;
}

}  // namespace jacquard::schedule
