// SPDX-License-Identifier: Apache-2.0
// Who sends to whom in a round, and by which links, in a form that costs a few nanoseconds to ask.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/classes.hpp"
#include "jacquard/engine/event/divider.hpp"
#include "jacquard/engine/event/wiring.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::engine {

class Lane {
 public:
  // How a message travels; all but `walked` take the same port of each sender, or a table's link.
  enum class Path : std::uint8_t { one_port, through_switch, table, walked };

  // Where NPUs stand for others.
  struct Standing {
    const Classes* classes = nullptr;
    int first = 0;    // the rank that stands for all of them, and so receives what it sends; ...
    int members = 1;  // ... of so many. kNobody: each rank stands for so many NPUs itself

    // The link that stands for one.
    std::int64_t link(std::int64_t number, int ports) const {
      return classes == nullptr ? number : classes->link(number, ports);
    }
  };
  // `standing.classes` null: each NPU for itself.
  Lane(const rounds::Collective& collective, const rounds::SymbolicPermutation& permutation,
       rounds::Channel channel, const Wiring& wiring, const Standing& standing);

  // Of a cast. Throws ConfigError naming the round where no switches add and copy.
  Lane(const rounds::Collective& collective, const rounds::Cast& cast, rounds::Channel channel,
       const Wiring& wiring, const Origin& origin, std::size_t round);

  // Of casts: where a sender's message enters the tree of its group.
  bool is_cast() const { return !trees_.empty(); }
  struct Entry {
    const CastTree* tree = nullptr;
    const CastEdge* edge = nullptr;
  };
  const Entry& entry(int rank) const { return base::at(entries_, rank); }
  const std::vector<CastTree>& trees() const { return trees_; }

  // The receiver of a rank's message, or kNobody.
  int receiver(int rank) const {
    switch (rule_) {
      case Rule::rotate: {
        const int to = rank + amount_;
        return to >= radix_ ? to - radix_ : to;
      }
      case Rule::shift: {
        const int digit =
            static_cast<int>(size_.remainder(stride_.quotient(static_cast<std::uint32_t>(rank))));
        const int by = digit + amount_ >= radix_ ? amount_ - radix_ : amount_;
        return rank + by * stride_of_digit_;
      }
      case Rule::table:
        return base::at(to_, rank);
      case Rule::self:
        break;
    }
    return 0;
  }
  // The same, where rank 0 stands for all: the rank that it really sends to.
  int target(int rank) const { return rule_ == Rule::self ? target_of_first_ : receiver(rank); }
  // Whether every rank sends `rotation()` further, of so many ranks as there are.
  bool rotates() const { return rule_ == Rule::rotate; }
  int rotation() const { return amount_; }
  bool sends(int rank) const { return all_send_ || receiver(rank) != rounds::kNobody; }
  bool receives(int rank) const { return all_send_ || base::at(from_, rank) != rounds::kNobody; }
  // Who sends to a rank, where not all do.
  int sender(int rank) const { return base::at(from_, rank); }
  bool all_send() const { return all_send_; }
  int senders() const { return senders_; }

  Path path() const { return path_; }
  int link_class() const { return link_class_; }  // unless walked
  int port() const { return port_; }              // one_port, through_switch: on the way out
  const std::vector<std::int64_t>& links() const { return links_; }  // table: of each rank
  const std::vector<std::int64_t>& hops() const { return hops_; }    // of all, per class
  bool stores() const { return stores_; }  // the switch keeps messages until they are whole
  rounds::Channel channel() const { return channel_; }

 private:
  enum class Rule : std::uint8_t { rotate, shift, table, self };

  void find_receivers(const rounds::Collective& collective,
                      const rounds::SymbolicPermutation& permutation);
  bool find_port(const rounds::Collective& collective,
                 const rounds::SymbolicPermutation& permutation, const Wiring& wiring);
  void walk(const rounds::Collective& collective, const rounds::SymbolicPermutation& permutation,
            const Wiring& wiring, const Standing& standing);

  Rule rule_ = Rule::table;
  Path path_ = Path::walked;
  bool all_send_ = false;
  bool stores_ = false;
  int amount_ = 0;
  int radix_ = 1;
  int stride_of_digit_ = 1;
  Divider stride_;
  Divider size_;
  int senders_ = 0;
  int target_of_first_ = 0;
  int link_class_ = 0;
  int port_ = 0;
  rounds::Channel channel_;
  std::vector<int> to_;
  std::vector<int> from_;
  std::vector<std::int64_t> links_;
  std::vector<std::int64_t> hops_;
  std::vector<CastTree> trees_;  // of each group
  std::vector<Entry> entries_;   // of each rank
};

}  // namespace jacquard::engine
