// SPDX-License-Identifier: Apache-2.0
// What a module promises: each line is judged only where it is promised, and a user may narrow any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/wiring.hpp"

namespace jacquard::verify {

enum class Requests { hold, drop };                    // until granted; or as they like
enum class Ends { clock, ready, ack, release, done };  // what makes a grant the last of it
enum class Order { any, fair, fixed, fixed_high, weighted, measured };
enum class Stable { no, valid, index, measured };  // of what is offered and not yet taken
enum class Serves { no, some, maximal };           // where something is asked
// transfer: ready and valid are in it; ready: likewise, and it may show to who does not ask.
enum class GrantMeans { offer, transfer, ready, measured };

struct Contract {
  Requests requests = Requests::hold;
  int latency = -1;  // clocks from request to grant; -1: measured
  Ends ends = Ends::clock;
  Order order = Order::fair;
  std::string weights;        // "4,2,1,1", of order weighted
  std::int64_t max_wait = 0;  // grants to others (of lanes: turns) that a held request may see
  Stable stable = Stable::index;
  Serves progress = Serves::maximal;
  int bubbles = 0;  // clocks on end in which that may not be so
  GrantMeans grant = GrantMeans::offer;
  bool valid_first = true;  // valid does not wait for ready
  bool parked = false;      // an idle arbiter may go on showing its last grant
  bool resets = true;       // a reset and a power-up leave nothing of before

  bool grants_transfers() const {
    return grant == GrantMeans::transfer || grant == GrantMeans::ready;
  }
  std::vector<int> weight_list(int requesters) const;  // throws ConfigError
};

const config::FieldTable<Contract>& contract_fields();

// What a module of this kind with these ports promises where nothing else is said. `hints`: what
// its parameters say, such as "LockIn=0: stable=valid".
Contract default_contract(rtl::RtlKind kind, const rtl::Wiring& wiring, const rtl::Interface& found,
                          std::vector<std::string>& hints);

// A value of a promise, in the word that sets it.
std::string word_of(const config::Document& value);
// "requests=hold latency=0 ..."
std::string told(const Contract& contract);

}  // namespace jacquard::verify
