// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/bulk.hpp"

#include "jacquard/base/at.hpp"
#include "systemc/circuit/nic.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using schedule::Matching;

// What is granted leaves at once, in the setting that was applied last. So no timetable is kept.
class BulkCrossbar final : public Crossbars, public BulkWay {
 public:
  BulkCrossbar(const CrossbarsShape& shape, const std::vector<std::unique_ptr<Nic>>& nics)
      : delay_(shape.npu_delay), nics_(nics), last_(static_cast<std::size_t>(shape.switches)) {
    for (const auto& nic : nics) nic->connect(*this, shape.switches);
  }

  std::vector<Matching> split(const Matching& columns) const override { return {columns}; }

  void apply(const Setting& setting, std::int64_t) override {
    base::at(last_, setting.number) = setting;
  }

  void carry(int source, int destination, int link, ByteRange bytes, Picoseconds head,
             Picoseconds tail) override {
    const Picoseconds way = way_of(source, destination, link, head, tail);
    base::at(nics_, destination)->receive(source, bytes, head + way, tail + way);
  }

  void carry(int source, int destination, int link, const std::vector<Parcel>& parcels,
             Picoseconds head, Picoseconds tail) override {
    const Picoseconds way = way_of(source, destination, link, head, tail);
    base::at(nics_, destination)->receive(parcels, head + way, tail + way);
  }

  std::vector<NamedPort> ports() const override { return {}; }
  std::int64_t deliveries() const override { return deliveries_; }

 private:
  // The flight of a message that has its circuit all the way.
  Picoseconds way_of(int source, int destination, int link, Picoseconds head, Picoseconds tail) {
    const Picoseconds up = base::at(delay_, source);
    const Setting& setting = base::at(last_, link);
    if (base::at(setting.columns, source) != destination || head + up < setting.from ||
        tail + up > setting.to) {
      throw NotInBulk{};
    }
    deliveries_ += 2;
    return up + base::at(delay_, destination);
  }

  const std::vector<Picoseconds>& delay_;
  const std::vector<std::unique_ptr<Nic>>& nics_;
  std::vector<Setting> last_;  // of each switch
  std::int64_t deliveries_ = 0;
};

}  // namespace

std::unique_ptr<Crossbars> make_bulk_crossbar(const CrossbarsShape& shape,
                                              const std::vector<std::unique_ptr<Nic>>& nics) {
  return std::make_unique<BulkCrossbar>(shape, nics);
}

}  // namespace jacquard::systemc
