// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/reading_fields.hpp"

namespace jacquard::demand {
namespace {

constexpr base::Bytes kLargestToken{std::int64_t{1} << 40};

}  // namespace

const config::FieldTable<ReadOptions>& reading_fields() {
  using config::field;
  using config::whole_number;
  using R = ReadOptions;
  static const config::FieldTable<R> table(
      "reading", "How a demand is read.",
      {
          field<R>(
              "bytes_per_token", [](auto& r) -> auto& { return r.bytes_per_token; },
              config::quantity(base::Bytes{1}, kLargestToken),
              "What one token weighs; multiplies a demand that is counted in tokens."),
          field<R>(
              "demand_unit", [](auto& r) -> auto& { return r.demand_unit; },
              config::optional(config::quantity(base::Bytes{1}, kLargestToken)),
              "What 1 stands for in a CSV matrix, such as \"1 MB\"; fractions are rounded to "
              "bytes. "
              "None: entries are bytes, and a fraction is an error."),
          field<R>(
              "drop_diagonal", [](auto& r) -> auto& { return r.drop_diagonal; }, config::boolean(),
              "Leave out what a port sends to itself."),
          field<R>(
              "ports", [](auto& r) -> auto& { return r.ports; }, whole_number(1, kMaxPorts),
              "Ports over which routing counts and raw routing logs are spread; other demands "
              "bring their own."),
          field<R>(
              "experts", [](auto& r) -> auto& { return r.experts; }, whole_number(1, kMaxExperts),
              "Experts a raw routing log may name."),
          field<R>(
              "top_k", [](auto& r) -> auto& { return r.top_k; }, whole_number(1, kMaxTopK),
              "Experts per token in a raw routing log."),
      });
  return table;
}

}  // namespace jacquard::demand
