// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutation/mutants.hpp"
#include "vectors/bench.hpp"
#include "vectors/device.hpp"

namespace jacquard::tb {

// The RTL module under mutation and the devices whose vectors should kill its mutants.
struct Subject {
  std::string module;           // rtl/*/<module>.sv
  std::vector<Device> devices;  // in the order in which they are tried
  std::vector<Device> proofs;   // smaller ones, on which a survivor must be proved equivalent
};

// One for every RTL module.
std::vector<Subject> subjects();

enum class Fate {
  killed,      // a wrong output, an X, or no end
  equivalent,  // proved
  survived,
  invalid  // does not compile: not counted, another is drawn
};

struct Trial {
  Mutant mutant;
  std::string description;
  Fate fate = Fate::survived;
  std::string how;  // which device killed it and what it said
  std::string log;  // of the proofs
};

// A folder with the sources and the vectors of a subject's devices, in which its mutants are tried,
// one at a time.
class Workshop {
 public:
  Workshop(const Subject& subject, const std::string& folder, std::int64_t clocks);

  const std::string& source() const { return source_; }
  // `prove_seconds` limits each proof of a mutant that no vector kills.
  Trial attempt(const Mutant& mutant, int prove_seconds) const;
  // True if the prover, given a mutant that was killed, tells it from the original on any device.
  bool prover_refutes(const Mutant& mutant, int prove_seconds) const;

 private:
  void write(const Mutant& mutant) const;
  bool kill(Trial& trial) const;

  const Subject& subject_;
  std::string folder_;
  std::vector<std::string> files_;  // of the RTL
  std::string source_;
};

}  // namespace jacquard::tb
