// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/bulk.hpp"

#include "jacquard/base/at.hpp"
#include "systemc/circuit/nic.hpp"
#include "systemc/circuit/timetable.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using schedule::kUnmatched;
using schedule::Matching;

class BulkCrossbar final : public Crossbars, public BulkWay {
 public:
  BulkCrossbar(const CrossbarsShape& shape, const std::vector<std::unique_ptr<Nic>>& nics)
      : delay_(shape.npu_delay),
        nics_(nics),
        timetable_(static_cast<int>(nics.size()), static_cast<int>(nics.size()), shape.guard) {
    for (std::size_t i = 0; i < nics.size(); ++i) {
      nics[i]->connect(*this);
      places_.push_back("npu_" + std::to_string(i));
    }
  }

  std::vector<Matching> split(const Matching& columns) const override { return {columns}; }

  void apply(const Setting& setting, std::int64_t) override {
    for (std::size_t input = 0; input < setting.columns.size(); ++input) {
      const int output = setting.columns[input];
      if (output == kUnmatched) continue;
      timetable_.connect(static_cast<int>(input), {output, setting.from, setting.to});
    }
  }

  void carry(int source, int destination, ByteRange bytes, Picoseconds head,
             Picoseconds tail) override {
    const Picoseconds way = way_of(source, destination, head, tail);
    base::at(nics_, destination)->receive(source, bytes, head + way, tail + way);
  }

  void carry(int source, int destination, const std::vector<Parcel>& parcels, Picoseconds head,
             Picoseconds tail) override {
    const Picoseconds way = way_of(source, destination, head, tail);
    base::at(nics_, destination)->receive(parcels, head + way, tail + way);
  }

  std::vector<NamedPort> ports() const override { return {}; }
  std::int64_t deliveries() const override { return deliveries_; }
  const std::vector<std::string>& places() const override { return places_; }

 private:
  // The flight of a message that has its circuit all the way.
  Picoseconds way_of(int source, int destination, Picoseconds head, Picoseconds tail) {
    const Picoseconds up = base::at(delay_, source);
    const Connection circuit = timetable_.at(source, head + up);
    if (circuit.output != destination || tail + up > circuit.to) throw NotInBulk{};
    deliveries_ += 2;
    return up + base::at(delay_, destination);
  }

  const std::vector<Picoseconds>& delay_;
  const std::vector<std::unique_ptr<Nic>>& nics_;
  Timetable timetable_;
  std::int64_t deliveries_ = 0;
  std::vector<std::string> places_;
};

}  // namespace

std::unique_ptr<Crossbars> make_bulk_crossbar(const CrossbarsShape& shape,
                                              const std::vector<std::unique_ptr<Nic>>& nics) {
  return std::make_unique<BulkCrossbar>(shape, nics);
}

}  // namespace jacquard::systemc
