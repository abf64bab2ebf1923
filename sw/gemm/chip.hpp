// SPDX-License-Identifier: Apache-2.0
// A chip of a mesh by a linear model of its communications: launch + hops (sync + bytes /
// bandwidth) (MeshSlice s3.2.2). The noun of configs/chips.
#pragma once

#include <array>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/gemm/mesh.hpp"

namespace jacquard::gemm {

// How the time of a slice's two communications follows from theirs in Mode::authors: their
// published tuner waits for the longer one; the branch of it that has their simulator's figures
// takes half the sum.
enum class AuthorsRule : std::uint8_t { max, mean };

// Operations whose figures differ. Broadcasts are gathers', reductions scatters'.
enum class Transfer : std::uint8_t { all_gather, reduce_scatter, send_receive };
inline constexpr int kTransfers = 3;

// Of one operation on a ring.
struct TransferCost {
  base::Picoseconds launch{0};
  base::Picoseconds sync{0};                      // of each hop
  std::array<base::BytesPerSecond, 2> bandwidth;  // by Direction: along rows, along columns
};

struct Chip {
  std::string name;
  std::string source;                 // of its figures, and what they were set by
  bool calibrated = false;            // on the numbers that it is then compared with
  base::FlopsPerSecond peak{0};       // utilisation is of this
  base::FlopsPerSecond effective{0};  // that a product reaches
  base::Bytes memory{0};
  base::BytesPerSecond memory_bandwidth{0};
  std::array<TransferCost, kTransfers> transfers;
  base::BytesPerSecond link{0};  // physical: of a link, one way
  std::string npu;               // a name of configs/npus: what `--engine cycle` simulates
  AuthorsRule authors_rule = AuthorsRule::max;

  const TransferCost& of(Transfer transfer) const {
    return transfers[static_cast<std::size_t>(transfer)];
  }
};

inline constexpr const char* kChips = "chips";
const config::FieldTable<Chip>& chip_fields();

// Throws ConfigError at the key of a figure that is 0 and that every closed form needs: peak,
// effective, memory, memory_bandwidth, link and each bandwidth; and for an effective rate above the
// peak.
void require_complete(const Chip& chip, const config::Place& place);

// A name of configs/chips or a path, complete. Throws ConfigError at `place`.
Chip chip_of(const std::string& name_or_path, const config::Place& place);

}  // namespace jacquard::gemm
