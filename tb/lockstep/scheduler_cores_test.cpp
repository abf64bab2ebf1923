// SPDX-License-Identifier: Apache-2.0
// The Verilated schedulers against their golden models, every clock.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "jacquard/rtl/rtl_core.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using schedule::CoreInputs;
using schedule::CoreKind;
using schedule::CoreShape;

namespace {

verify::Report verify_shape(const CoreShape& shape, std::int64_t count,
                            demand::DemandClass demand_class = demand::DemandClass::mixed,
                            const CoreInputs& options = {}) {
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 5);
  return verify::verify_core(*golden, *device, options, {count, 5, demand_class}, {});
}

void check_clean(const verify::Report& report, std::int64_t count) {
  INFO(report.first_mismatch);
  CHECK(report.cases == count);
  CHECK(report.mismatches == 0);
}

}  // namespace

TEST_CASE("the unit core equals its golden model at every size, also when S does not divide N") {
  for (const CoreShape shape :
       {CoreShape{CoreKind::unit, 1, 4, 1}, CoreShape{CoreKind::unit, 4, 1, 1},
        CoreShape{CoreKind::unit, 5, 6, 3}, CoreShape{CoreKind::unit, 8, 4, 8},
        CoreShape{CoreKind::unit, 16, 5, 4}, CoreShape{CoreKind::unit, 32, 4, 5}}) {
    const verify::Report report = verify_shape(shape, 100);
    check_clean(report, 100);
    CHECK(report.first_permutation_cycles_max == shape.groups() + 2);
    CHECK(report.load_cycles == shape.ports);
  }
}

TEST_CASE("the ladder core equals its golden model at every size, also when S does not divide N") {
  for (const CoreShape shape :
       {CoreShape{CoreKind::ladder, 1, 4, 1}, CoreShape{CoreKind::ladder, 4, 1, 2},
        CoreShape{CoreKind::ladder, 5, 6, 3}, CoreShape{CoreKind::ladder, 8, 16, 3},
        CoreShape{CoreKind::ladder, 16, 8, 4}, CoreShape{CoreKind::ladder, 32, 8, 5}}) {
    const verify::Report report = verify_shape(shape, 100);
    check_clean(report, 100);
    CHECK(report.first_permutation_cycles_max == 2 * shape.groups() + 3);
  }
}

TEST_CASE(
    "the min-hold core equals its golden model at every size, also when S does not divide N") {
  for (const CoreShape shape :
       {CoreShape{CoreKind::minhold, 1, 4, 1}, CoreShape{CoreKind::minhold, 4, 1, 2},
        CoreShape{CoreKind::minhold, 5, 6, 3}, CoreShape{CoreKind::minhold, 8, 16, 8},
        CoreShape{CoreKind::minhold, 16, 8, 4}}) {
    const verify::Report report = verify_shape(shape, 100);
    check_clean(report, 100);
    CHECK(report.first_permutation_cycles_max == shape.groups() + 2);
    CHECK(report.load_cycles == shape.ports);
  }
}

TEST_CASE("the ladder core equals its golden model with every run-time option") {
  const CoreShape shape{CoreKind::ladder, 8, 5, 3};
  for (const int top_offset : {0, 1, 4}) {
    for (const int floor : {0, 2, 4}) {
      for (const bool fill : {false, true}) {
        CoreInputs options;
        options.top_offset = top_offset;
        options.floor = floor;
        options.fill = fill;
        check_clean(verify_shape(shape, 60, demand::DemandClass::mixed, options), 60);
      }
    }
  }
}

TEST_CASE("cores with parity equal the golden models without, and tell of no flip") {
  for (CoreShape shape :
       {CoreShape{CoreKind::unit, 5, 6, 3}, CoreShape{CoreKind::ladder, 9, 7, 4},
        CoreShape{CoreKind::ladder, 8, 16, 3}, CoreShape{CoreKind::minhold, 5, 8, 2},
        CoreShape{CoreKind::minhold, 8, 16, 8}}) {
    shape.parity = true;
    check_clean(verify_shape(shape, 100), 100);
  }
  CoreShape shape{CoreKind::ladder, 8, 5, 3};
  shape.parity = true;
  shape.descend = true;
  shape.rows_per_clock = 4;
  check_clean(verify_shape(shape, 100), 100);
}

TEST_CASE("the ladder core whose empty waves descend equals its golden model at every size") {
  for (CoreShape shape :
       {CoreShape{CoreKind::ladder, 1, 4, 1}, CoreShape{CoreKind::ladder, 4, 1, 2},
        CoreShape{CoreKind::ladder, 5, 6, 3}, CoreShape{CoreKind::ladder, 8, 5, 8},
        CoreShape{CoreKind::ladder, 16, 8, 4}}) {
    shape.descend = true;
    const verify::Report report = verify_shape(shape, 100);
    check_clean(report, 100);
    CHECK(report.first_permutation_cycles_max == 2 * shape.groups() + 5);
  }
  CoreShape shape{CoreKind::ladder, 8, 5, 3};
  shape.descend = true;
  for (const int floor : {0, 2, 4}) {
    for (const bool fill : {false, true}) {
      CoreInputs options;
      options.top_offset = 1;
      options.floor = floor;
      options.fill = fill;
      check_clean(verify_shape(shape, 60, demand::DemandClass::mixed, options), 60);
    }
  }
}

TEST_CASE("the ladder core that loads several rows a clock equals its golden model at every size") {
  for (const bool descend : {false, true}) {
    for (const auto& [ports, rows] : {std::pair{2, 2}, {4, 4}, {6, 3}, {12, 4}, {15, 3}, {16, 2}}) {
      CoreShape shape{CoreKind::ladder, ports, 6, std::min(3, ports)};
      shape.descend = descend;
      shape.rows_per_clock = rows;
      const verify::Report report = verify_shape(shape, 60);
      check_clean(report, 60);
      CHECK(report.load_cycles == ports / rows);
    }
  }
}

TEST_CASE("the 64-port ladder cores equal their golden models") {
  CoreShape shape{CoreKind::ladder, 64, 8, 4};
  check_clean(verify_shape(shape, 20, demand::DemandClass::moe), 20);
  shape.descend = true;
  shape.rows_per_clock = 4;
  check_clean(verify_shape(shape, 20, demand::DemandClass::moe), 20);
}

// There all diagonals share their code, which Verilator 5.006 once made wrong (docs/cores.md).
TEST_CASE("a ladder with more ports than a machine word has bits equals its golden model") {
  check_clean(verify_shape({CoreKind::ladder, 76, 2, 8}, 5, demand::DemandClass::uniform), 5);
}

TEST_CASE("a ladder of 256 ports equals its golden model", "[full]") {
  CoreShape shape{CoreKind::ladder, 256, 8, 8};
  shape.descend = true;
  shape.rows_per_clock = 4;
  check_clean(verify_shape(shape, 1, demand::DemandClass::moe), 1);
}

TEST_CASE("the other 64-port cores equal their golden models", "[full]") {
  check_clean(verify_shape({CoreKind::unit, 64, 4, 4}, 20, demand::DemandClass::moe), 20);
  check_clean(verify_shape({CoreKind::minhold, 64, 4, 8}, 5, demand::DemandClass::moe), 5);
}

namespace {

// A core with one thing wrong, to see that verification sees it.
class Faulty final : public schedule::Core {
 public:
  enum class Fault { hold, column, early_done, heeds_ready };
  Faulty(const CoreShape& shape, Fault fault)
      : core_(schedule::make_golden_core(shape)), fault_(fault) {}

  const CoreShape& shape() const override { return core_->shape(); }
  void reset() override { core_->reset(); }
  const schedule::CoreOutputs& outputs() override { return core_->outputs(); }
  const schedule::CoreOutputs& step(const CoreInputs& in) override {
    CoreInputs seen = in;
    if (fault_ == Fault::heeds_ready) seen.ready = true;
    out_ = core_->step(seen);
    if (fault_ == Fault::hold && out_.valid && ++shown_ == 40) out_.hold *= 2;
    if (fault_ == Fault::column && out_.valid && ++shown_ == 40) out_.columns[0] = -1;
    if (fault_ == Fault::early_done && out_.busy && !out_.valid && ++shown_ == 400) {
      out_.done = true;
    }
    return out_;
  }

 private:
  std::unique_ptr<schedule::Core> core_;
  Fault fault_;
  int shown_ = 0;
  schedule::CoreOutputs out_;
};

}  // namespace

TEST_CASE("a core with one wrong answer is caught, with seed, clock, stimulus and both answers") {
  const CoreShape shape{CoreKind::ladder, 6, 6, 2};
  for (const auto fault : {Faulty::Fault::hold, Faulty::Fault::column, Faulty::Fault::early_done,
                           Faulty::Fault::heeds_ready}) {
    const auto golden = schedule::make_golden_core(shape);
    Faulty device(shape, fault);
    const auto report = verify::verify_core(*golden, device, {}, {50, 9}, {});
    CHECK(report.mismatches >= 1);
    for (const char* part : {"seed 9, case ", "clock ", "stimulus:", "expected:", "got:"}) {
      CHECK(report.first_mismatch.find(part) != std::string::npos);
    }
  }
}
