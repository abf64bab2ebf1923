// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance_collective.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/memory/interleave.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::systemc {
namespace {

using memory::Access;
using memory::Direction;
using rounds::CollectiveKind;
using Lists = std::vector<std::vector<Access>>;

std::uint64_t count_of(base::Bytes bytes) { return static_cast<std::uint64_t>(bytes.count()); }

void add_pieces(std::uint64_t from, base::Bytes bytes, Direction direction, base::Bytes piece,
                std::vector<Access>& list) {
  const std::uint64_t end = from + count_of(bytes);
  while (from < end) {
    const std::uint64_t to = std::min(end, from + count_of(piece));
    list.push_back({from, base::Bytes{to - from}, direction});
    from = to;
  }
}

// The phases of one collective.
class Phases {
 public:
  Phases(const ApplianceCollective& collective, const ApplianceConfig& appliance)
      : collective_(collective),
        buffers_(collective, appliance),
        xpus_(appliance.modules),
        part_(collective.bytes.count() / appliance.modules),
        space_(appliance.modules, appliance.interleave) {}

  std::vector<SharedPhase> all() {
    switch (collective_.kind) {
      case CollectiveKind::all_gather:
        return {write_own(), read_all_of_all()};
      case CollectiveKind::broadcast:
        return {write_root(), read_shared(1)};
      case CollectiveKind::reduce_scatter:
        return {write_own(), read_part_of_all()};
      default:
        return {write_own(), read_part_of_all(), write_part(), read_shared(0)};
    }
  }

 private:
  template <class Fill>
  SharedPhase phase(Direction direction, Fill fill) {
    SharedPhase made{direction, Lists(static_cast<std::size_t>(xpus_))};
    for (int x = 0; x < xpus_; ++x) {
      std::vector<Access>& list = base::at(made.of_xpu, x);
      fill(x, [&](std::uint64_t from, base::Bytes bytes) {
        add_pieces(from, bytes, direction, collective_.access, list);
      });
      const auto own = std::find_if(list.begin(), list.end(), [this, x](const Access& access) {
        return space_.home(access.address).memory == x;
      });
      if (own != list.end()) std::rotate(list.begin(), own, list.end());
    }
    return made;
  }

  std::uint64_t part_at(std::uint64_t buffer, int x) const {
    return buffer + static_cast<std::uint64_t>(x) * count_of(part_);
  }
  SharedPhase write_own() {
    return phase(Direction::write,
                 [this](int x, auto add) { add(buffers_.of_xpu(x), collective_.bytes); });
  }
  SharedPhase write_root() {
    return phase(Direction::write, [this](int x, auto add) {
      if (x == 0) add(buffers_.shared(), collective_.bytes);
    });
  }
  SharedPhase write_part() {
    return phase(Direction::write,
                 [this](int x, auto add) { add(part_at(buffers_.shared(), x), part_); });
  }
  SharedPhase read_part_of_all() {
    return phase(Direction::read, [this](int x, auto add) {
      for (int from = 0; from < xpus_; ++from) add(part_at(buffers_.of_xpu(from), x), part_);
    });
  }
  SharedPhase read_all_of_all() {
    return phase(Direction::read, [this](int, auto add) {
      for (int from = 0; from < xpus_; ++from) add(buffers_.of_xpu(from), collective_.bytes);
    });
  }
  SharedPhase read_shared(int first) {
    return phase(Direction::read, [this, first](int x, auto add) {
      if (x >= first) add(buffers_.shared(), collective_.bytes);
    });
  }

  const ApplianceCollective& collective_;
  SharedBuffers buffers_;
  int xpus_;
  base::Bytes part_;
  memory::Interleave space_;
};

}  // namespace

const char* name_of(ApplianceAlgorithm algorithm) {
  return algorithm == ApplianceAlgorithm::ring ? "ring" : "shared_memory";
}

SharedBuffers::SharedBuffers(const ApplianceCollective& collective,
                             const ApplianceConfig& appliance)
    : xpus_(appliance.modules) {
  const std::uint64_t round =
      count_of(appliance.interleave) * static_cast<std::uint64_t>(appliance.modules);
  stride_ =
      base::divide_up(count_of(collective.bytes), round) * round + count_of(appliance.interleave);
}

void require_consistent(const ApplianceCollective& collective, const ApplianceConfig& appliance,
                        const config::Place& place) {
  const bool known =
      collective.kind != CollectiveKind::all_to_all && collective.kind != CollectiveKind::send;
  if (!known) {
    (place / "collective")
        .fail("all-reduce, reduce-scatter, all-gather or broadcast",
              "'" + rounds::name_of(collective.kind) + "'");
  }
  if (appliance.modules < 2) {
    (place / "appliance" / "modules").fail("at least 2, for a collective", "1");
  }
  const bool in_parts = collective.kind == CollectiveKind::all_reduce ||
                        collective.kind == CollectiveKind::reduce_scatter;
  if (in_parts && collective.bytes.count() % appliance.modules != 0) {
    (place / "bytes")
        .fail("a multiple of " + std::to_string(appliance.modules) + " B, as each XPU has a part",
              config::show_quantity(collective.bytes));
  }
  if (collective.outstanding < collective.access) {
    (place / "outstanding")
        .fail("at least one access, " + config::show_quantity(collective.access),
              config::show_quantity(collective.outstanding));
  }
  const std::uint64_t end = SharedBuffers(collective, appliance).end();
  if (end > count_of(appliance.memory())) {
    (place / "bytes")
        .fail("buffers that fit into the appliance's " + config::show_quantity(appliance.memory()),
              std::to_string(end) + " B for " + std::to_string(appliance.modules + 1) + " of them");
  }
}

std::vector<SharedPhase> shared_phases(const ApplianceCollective& collective,
                                       const ApplianceConfig& appliance) {
  return Phases(collective, appliance).all();
}

}  // namespace jacquard::systemc
