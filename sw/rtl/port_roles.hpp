// SPDX-License-Identifier: Apache-2.0
// What the ports of a user's module may be for, kind by kind, and the names they go by.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/span.hpp"

namespace jacquard::rtl {

enum class RtlKind { arbiter, n_to_1, allocator, matrix, crossbar };

// Inputs, lanes (queues) of each, and outputs. A requester is a lane of an input.
struct SwitchShape {
  int inputs = 0, lanes = 1, outputs = 1;
  int requesters() const { return inputs * lanes; }
};

enum class Count { one, requesters, inputs, outputs, outputs_by_inputs };
enum class Field { bit, requester, output, data };  // what each of them holds

struct Role {
  const char* name;
  bool input;  // of the module
  Count count;
  Field field;
  bool needed;
  const char* names;  // of ports that are guessed to be it, without prefixes and suffixes
  const char* meaning;
  const char* bus = nullptr;  // a port of the harness of its own; null: a field of in_i or out_o

  int counted(const SwitchShape& shape) const;
  // Whether a port of so many bits can be it, and the bits of each field (0: it cannot).
  int field_bits(const SwitchShape& shape, int port_bits) const;
};

base::Span<const Role> roles_of(RtlKind kind);
const Role* role_named(RtlKind kind, const std::string& name);

// Names of clock and reset; of inputs that are tied to zeros or ones where nothing else is said; of
// parameters that count inputs, outputs and lanes.
bool is_clock_name(const std::string& name);
bool is_reset_name(const std::string& name, bool& high);
bool is_tied_name(const std::string& name, bool& ones);
std::vector<std::string> count_parameters(Count count);

// "s_axis_tvalid" is "valid", "req_vec_i" is "req_vec".
std::string plain_name(const std::string& port);
bool is_one_of(const char* names, const std::string& name);

}  // namespace jacquard::rtl
