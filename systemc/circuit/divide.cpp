// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/divide.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/parallel/share.hpp"
#include "systemc/circuit/acknowledgements.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using demand::DemandMatrix;

// Of a byte count that `of` switches divide, what the k-th has.
Bytes equal_part(Bytes all, int of, int k) {
  const std::int64_t more = all.count() % of > k ? 1 : 0;
  return Bytes{all.count() / of + more};
}

// Takes from `left` up to `most`.
Bytes take(DemandMatrix& left, int row, int column, Bytes most) {
  const Bytes taken = std::min(left.at(row, column), most);
  left.set(row, column, left.at(row, column) - taken);
  return taken;
}

std::vector<DemandMatrix> even_parts(const DemandMatrix& all, int switches) {
  std::vector<DemandMatrix> parts(static_cast<std::size_t>(switches), DemandMatrix(all.ports()));
  for (int k = 0; k < switches; ++k) {
    DemandMatrix& part = parts[static_cast<std::size_t>(k)];
    for (int i = 0; i < all.ports(); ++i) {
      for (int j = 0; j < all.ports(); ++j) part.set(i, j, equal_part(all.at(i, j), switches, k));
    }
  }
  return parts;
}

std::vector<DemandMatrix> parts_by_settings(const DemandMatrix& all,
                                            const demand::Quantisation& counting, int switches) {
  const demand::QuantaMatrix quanta = quantise(all, counting);
  const schedule::Schedule whole = schedule::holds_first(quanta, {});
  return bytes_of(over_switches(quanta, whole, switches), all);
}

}  // namespace

std::vector<SwitchPart> divide(const DemandMatrix& data, const Framing& framing,
                               const demand::Quantisation& counting, int switches,
                               Division division) {
  JQ_CHECK(division != Division::dealt, "what is dealt out is not divided before");
  const DemandMatrix all = with_acknowledgements(data, framing);
  std::vector<DemandMatrix> carried = division == Division::even
                                          ? even_parts(all, switches)
                                          : parts_by_settings(all, counting, switches);
  DemandMatrix left = data;
  std::vector<SwitchPart> parts;
  for (DemandMatrix& part : carried) {
    DemandMatrix own(data.ports());
    for (int i = 0; i < data.ports(); ++i) {
      for (int j = 0; j < data.ports(); ++j) own.set(i, j, take(left, i, j, part.at(i, j)));
    }
    parts.push_back({std::move(own), std::move(part)});
  }
  return parts;
}

}  // namespace jacquard::systemc
