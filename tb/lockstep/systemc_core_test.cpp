// SPDX-License-Identifier: Apache-2.0
// The scheduler module, driven by the SystemC kernel, against the core it holds.
#include "systemc/arbiter/systemc_core.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using schedule::CoreInputs;
using schedule::CoreKind;
using schedule::CoreOutputs;
using schedule::CoreShape;
using systemc::SystemCCore;

namespace {

verify::Report verify_device(schedule::Core& device, std::int64_t count) {
  const auto golden = schedule::make_golden_core(device.shape());
  return verify::verify_core(*golden, device, {}, {count, 7}, {});
}

void check_clean(const verify::Report& report, std::int64_t count) {
  INFO(report.first_mismatch);
  CHECK(report.cases == count);
  CHECK(report.mismatches == 0);
}

// A core deaf to one of its input pins.
class Deaf final : public schedule::Core {
 public:
  enum class To { ready, abort, start_options, last_entry };
  Deaf(const CoreShape& shape, To pin) : core_(schedule::make_golden_core(shape)), pin_(pin) {}

  const CoreShape& shape() const override { return core_->shape(); }
  void reset() override { core_->reset(); }
  const CoreOutputs& outputs() override { return core_->outputs(); }
  const CoreOutputs& step(const CoreInputs& in) override {
    CoreInputs heard = in;
    if (pin_ == To::ready) heard.ready = true;
    if (pin_ == To::abort) heard.abort = false;
    if (pin_ == To::start_options) heard.top_offset = heard.floor = 0;
    if (pin_ == To::last_entry && heard.load) heard.row.back() = 0;
    return core_->step(heard);
  }

 private:
  std::unique_ptr<schedule::Core> core_;
  To pin_;
};

}  // namespace

TEST_CASE("a golden core behind the module's pins answers every clock as the bare one") {
  for (const CoreShape shape :
       {CoreShape{CoreKind::unit, 1, 4, 1}, CoreShape{CoreKind::unit, 5, 6, 3},
        CoreShape{CoreKind::unit, 16, 5, 4}, CoreShape{CoreKind::ladder, 5, 6, 3},
        CoreShape{CoreKind::ladder, 16, 8, 4}, CoreShape{CoreKind::ladder, 64, 4, 16},
        CoreShape{CoreKind::shift, 12, 4, 4}, CoreShape{CoreKind::shift, 128, 4, 4},
        CoreShape{CoreKind::few, 9, 5, 1}, CoreShape{CoreKind::choose, 9, 5, 3}}) {
    const std::int64_t count = shape.ports >= 64 ? 3 : 40;
    SystemCCore device(schedule::make_golden_core(shape));
    check_clean(verify_device(device, count), count);
  }
}

TEST_CASE("every run-time option reaches the core through the pins") {
  const CoreShape shape{CoreKind::ladder, 5, 5, 2};
  for (const int top_offset : {0, 1, 4}) {
    for (const int floor : {0, 2}) {
      for (const bool fill : {false, true}) {
        CoreInputs options;
        options.top_offset = top_offset;
        options.floor = floor;
        options.fill = fill;
        SystemCCore device(schedule::make_golden_core(shape));
        const auto golden = schedule::make_golden_core(shape);
        check_clean(verify::verify_core(*golden, device, options, {12, 7}, {}), 12);
      }
    }
  }
}

TEST_CASE("the module takes the Verilated scheduler as it takes the model") {
  const CoreShape shape{CoreKind::ladder, 8, 5, 3};
  SystemCCore device(rtl::make_rtl_core(shape, 7));
  check_clean(verify_device(device, 40), 40);
}

TEST_CASE("a core behind the pins that is deaf to one of them is caught") {
  const CoreShape shape{CoreKind::ladder, 6, 6, 2};
  CoreInputs options;
  options.top_offset = 2;
  options.floor = 1;
  for (const auto pin :
       {Deaf::To::ready, Deaf::To::abort, Deaf::To::start_options, Deaf::To::last_entry}) {
    SystemCCore device(std::make_unique<Deaf>(shape, pin));
    const auto golden = schedule::make_golden_core(shape);
    CHECK(verify::verify_core(*golden, device, options, {20, 7}, {}).mismatches >= 1);
  }
}

TEST_CASE("the pins show a permutation as long as it is not taken, and a reset withdraws it") {
  const CoreShape shape{CoreKind::unit, 2, 4, 1};
  SystemCCore core(schedule::make_golden_core(shape));
  CoreInputs in;
  in.load = true;
  in.row = {0, 3};  // only input 0 to output 1, ...
  core.step(in);
  in.row = {0, 0};
  core.step(in);
  in.load = false;
  in.start = true;
  in.ready = false;
  core.step(in);
  in.start = false;
  int waited = 0;
  while (!core.outputs().valid && ++waited < 100) core.step(in);
  for (int clock = 0; clock < 5; ++clock) {
    const CoreOutputs& out = core.step(in);
    CHECK(out.valid);
    CHECK(out.hold == 1);
    CHECK(out.columns == schedule::Matching{1, schedule::kUnmatched});  // ... so that is all
  }
  core.reset();
  CHECK(core.outputs().load_ready);
  CHECK_FALSE(core.outputs().valid);
  CHECK_FALSE(core.outputs().busy);
}

TEST_CASE("two simulations advance in turn, each with its own clock, and may end in any order") {
  const CoreShape shape{CoreKind::unit, 5, 6, 3};
  auto first = std::make_unique<SystemCCore>(schedule::make_golden_core(shape));
  SystemCCore second(schedule::make_golden_core(shape), {base::Picoseconds{400}, ""});
  check_clean(verify::verify_core(*first, second, {}, {20, 7}, {}), 20);
  first.reset();
  check_clean(verify_device(second, 20), 20);
}

TEST_CASE("a waveform shows every pin, and the module's clock at the period asked for") {
  const std::string path = "systemc_core_test.vcd";
  const CoreShape shape{CoreKind::ladder, 5, 6, 3};
  {
    SystemCCore device(schedule::make_golden_core(shape), {base::Picoseconds{800}, path});
    check_clean(verify_device(device, 2), 2);
  }
  const std::string wave = base::read_file(path);
  std::remove(path.c_str());
  CHECK(wave.find("1 ps") != std::string::npos);
  for (const char* pin :
       {" clk ",    " rst_n ",      " load_valid ", " load_ready ", " start ",
        " abort ",  " fill ",       " busy ",       " done ",       " valid ",
        " ready ",  " top_offset ", " floor ",      " hold ",       " guard ",
        " shifts ", " load_row_0 ", " load_row_4 ", " columns_0 ",  " columns_4 "}) {
    INFO(pin);
    CHECK(wave.find(pin) != std::string::npos);
  }
  CHECK(wave.find("_5 ") == std::string::npos);
  CHECK(wave.find("\n#400\n") != std::string::npos);  // the first rising edge, ...
  CHECK(wave.find("\n#800\n") != std::string::npos);  // ... the first falling one
  CHECK(wave.find("\n#600\n") == std::string::npos);
}

TEST_CASE("a waveform that cannot be written is the user's mistake") {
  const auto make = [](const std::string& path) {
    SystemCCore core(schedule::make_golden_core({CoreKind::unit, 2, 4, 1}),
                     {base::Picoseconds{1000}, path});
  };
  CHECK_THROWS_AS(make("no-such-folder/a.vcd"), base::ConfigError);
  CHECK_THROWS_AS(make("a.fst"), base::ConfigError);
  CHECK_THROWS_AS(make(".vcd"), base::ConfigError);
}
