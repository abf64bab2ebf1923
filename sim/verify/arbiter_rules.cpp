// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/arbiter_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/base/at.hpp"

namespace jacquard::verify {
namespace {

constexpr int kWidestPicture = 16;

std::string names(base::Word set) {
  std::vector<int> members;
  base::for_each_bit(set, 0, [&](int member) { members.push_back(member); });
  return fmt::format("{}", fmt::join(members, ", "));
}

base::Word column(const Rows& rows, int j) {
  base::Word inputs = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) inputs |= ((rows[i] >> j) & 1) << i;
  return inputs;
}

}  // namespace

std::string broken_rule(const Rows& requests, const Rows& grants, bool maximal) {
  base::Word taken = 0;
  for (std::size_t i = 0; i < grants.size(); ++i) {
    const base::Word unasked = grants[i] & ~requests[i];
    if (unasked != 0) {
      return fmt::format("input {} is granted output {}, which it did not ask for", i,
                         base::lowest_bit(unasked));
    }
    if (base::count_bits(grants[i]) > 1) {
      return fmt::format("input {} is granted several outputs: {}", i, names(grants[i]));
    }
    if ((grants[i] & taken) != 0) {
      const int j = base::lowest_bit(grants[i] & taken);
      return fmt::format("output {} is granted to several inputs: {}", j, names(column(grants, j)));
    }
    taken |= grants[i];
  }
  for (std::size_t i = 0; maximal && i < grants.size(); ++i) {
    if (grants[i] == 0 && (requests[i] & ~taken) != 0) {
      return fmt::format("not maximal: input {} asks for output {}, and both are left idle", i,
                         base::lowest_bit(requests[i] & ~taken));
    }
  }
  return "";
}

std::string verilog_number(const Rows& rows, int ports, const std::vector<int>& places) {
  const int bits = ports * ports;
  std::vector<int> digits(static_cast<std::size_t>(bits + 3) / 4, 0);  // the lowest first
  for (int i = 0; i < ports; ++i) {
    base::for_each_bit(base::at(rows, i), i * ports, [&](int pair) {
      const int at = places.empty() ? pair : base::at(places, pair);
      base::at(digits, at / 4) |= 1 << (at % 4);
    });
  }
  std::string text;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    text += fmt::format("{:x}", *digit);
  }
  return fmt::format("{}'h{}", bits, text);
}

std::string picture(const Rows& requests, const Rows& grants, int ports) {
  if (ports > kWidestPicture) return "";
  std::string text = "  inputs down, outputs across: o asked, X granted, ! granted unasked";
  for (std::size_t i = 0; i < requests.size(); ++i) {
    text += "\n    ";
    for (int j = 0; j < ports; ++j) {
      const bool asked = (requests[i] >> j) & 1, granted = (grants[i] >> j) & 1;
      text += granted ? (asked ? 'X' : '!') : asked ? 'o' : '.';
    }
  }
  return text;
}

}  // namespace jacquard::verify
