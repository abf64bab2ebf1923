// SPDX-License-Identifier: Apache-2.0
// Circuits without an event for each message: where links are up and clocks agree, when a message
// arrives is known as soon as it is granted.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/circuit/crossbars.hpp"

namespace jacquard::systemc {

// Ends a run in bulk that meets what only events can follow: a message that finds no circuit all
// the way, or one that overtakes another. The same run by events then says what comes of it.
struct NotInBulk {};

// What a granted message passes, from its sender on.
class BulkWay {
 public:
  virtual ~BulkWay() = default;
  // Throws NotInBulk.
  virtual void carry(int source, int destination, int link, ByteRange bytes, base::Picoseconds head,
                     base::Picoseconds tail) = 0;
  // The same of a message over several hops: this hop's ends, and what it is made of.
  virtual void carry(int source, int destination, int link, const std::vector<Parcel>& parcels,
                     base::Picoseconds head, base::Picoseconds tail) = 0;
};

// One crossbar, or parallel ones, and the NICs around. Counts deliveries of links as events would.
std::unique_ptr<Crossbars> make_bulk_crossbar(const CrossbarsShape& shape,
                                              const std::vector<std::unique_ptr<Nic>>& nics);

}  // namespace jacquard::systemc
