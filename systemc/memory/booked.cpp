// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/booked.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/memory/booking.hpp"
#include "systemc/memory/ideal.hpp"

namespace jacquard::systemc {
namespace {

class Loose final : public Booked {
 public:
  explicit Loose(const memory::MemoryConfig& config) : booking_(config) {}

  base::Picoseconds book(const memory::Access& access, base::Picoseconds at) override {
    return booking_.book(access, at);
  }
  base::Picoseconds entered() const override { return booking_.entered(); }
  memory::Figures figures(base::Picoseconds now) const override { return booking_.figures(now); }

 private:
  memory::Booking booking_;
};

}  // namespace

std::unique_ptr<Booked> make_booked(const memory::MemoryConfig& config) {
  switch (config.fidelity) {
    case memory::Fidelity::lt:
      return std::make_unique<Loose>(config);
    case memory::Fidelity::ideal:
      return std::make_unique<Ideal>(config);
    case memory::Fidelity::at:
      break;
  }
  JQ_CHECK(false, "a memory that issues commands books nothing");
  return nullptr;
}

}  // namespace jacquard::systemc
