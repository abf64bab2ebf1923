// SPDX-License-Identifier: Apache-2.0
// tb_vectors: writes the test vectors of one device to standard output.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "vectors/device.hpp"

int main(int argc, char** argv) {
  using namespace jacquard;
  CLI::App app("Test vectors: stimulus, expected outputs, and which of those bits are defined");
  std::string name;
  tb::DeviceOptions options;
  std::uint64_t seed = 1;
  std::int64_t clocks = 1000;
  app.add_option("device", name, "what to drive")
      ->required()
      ->check(CLI::IsMember(tb::device_names()));
  app.add_option("--ports", options.ports, "N")->check(CLI::Range(1, 64));
  app.add_option("--bits", options.bits, "B")->check(CLI::Range(1, 16));
  app.add_option("--diagonals-per-clock", options.diagonals_per_clock, "S");
  app.add_flag("!--fixed", options.rotate, "the arbiter's priority does not rotate");
  app.add_option("--width", options.word_bits, "WIDTH of the crossbar")->check(CLI::Range(16, 64));
  app.add_option("--guard-bits", options.guard_bits, "GUARD of the crossbar")
      ->check(CLI::Range(3, 16));
  app.add_option("--seed", seed, "of every random choice");
  app.add_option("--clocks", clocks, "how many lines");
  CLI11_PARSE(app, argc, argv);
  const tb::Vectors vectors = tb::make_vectors(tb::make_device(name, options), seed, clocks);
  std::fputs(vectors.text.c_str(), stdout);
  return 0;
}
