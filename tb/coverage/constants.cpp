// SPDX-License-Identifier: Apache-2.0
#include "coverage/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "vectors/elaborate.hpp"

namespace jacquard::tb {
namespace {

constexpr const char* kElaborated = "device.il";

std::string yosys(const std::string& folder, const std::string& script) {
  base::write_file(folder + "/prove.ys", script);
  const tool::ProcessResult result = tool::run_process({"yosys", "prove.ys"}, folder);
  if (result.exit_code == 0) return result.output;
  std::string last = result.output.substr(0, result.output.find_last_not_of('\n') + 1);
  last = last.substr(last.rfind('\n') + 1);
  throw base::ConfigError({"yosys", "", "to prove bits constant", last, ""});
}

// The chain of an `else if` is one scope to a simulator and nested ones to Yosys.
std::string without_anonymous_blocks(const std::string& name) {
  static const std::regex anonymous(R"(genblk\d+\.)");
  return std::regex_replace(name, anonymous, "");
}

// Elaborates the device and gives Yosys' name of every signal, by the simulator's.
std::map<std::string, std::string> elaborate(const std::string& folder,
                                             const std::vector<std::string>& files,
                                             const Device& device) {
  yosys(folder, yosys_elaborate(device, files) + "proc\nflatten\nwrite_ilang " + kElaborated +
                    "\nselect -write wires.txt w:*\n");
  std::map<std::string, std::string> names;
  std::istringstream wires(base::read_file(folder + "/wires.txt"));
  std::string wire;
  while (std::getline(wires, wire)) {
    wire = wire.substr(wire.find('/') + 1);
    names[without_anonymous_blocks(wire)] = wire;
  }
  return names;
}

struct Claim {
  ConstantBit bit;
  std::string signal;  // as Yosys calls it

  std::string expression() const {
    return bit.width > 1 ? fmt::format("{}[{}]", signal, bit.bit) : signal;
  }
};

using BitValues = std::map<std::pair<std::string, int>, char>;

// The values that the last clock of a counterexample gives. Yosys prints neighbouring bits as one
// row: "clock \signal [high:low] decimal hexadecimal binary", without a range if those are all.
BitValues counterexample(const std::string& output) {
  static const std::regex row(R"(^ +\d+ +\\(\S+)( \[(\d+)(:(\d+))?\])? +\S+ +\S+ +([01x]+) *$)");
  BitValues values;
  std::istringstream text(output);
  std::string line;
  std::smatch found;
  while (std::getline(text, line)) {
    if (!std::regex_match(line, found, row)) continue;
    const std::string bits = found[6];
    const int width = static_cast<int>(bits.size());
    const int high = found[3].matched ? std::stoi(found[3]) : width - 1;
    for (int b = 0; b < width; ++b)
      values[{found[1], high - b}] = bits[static_cast<std::size_t>(b)];
  }
  return values;
}

}  // namespace

std::vector<ConstantBit> proved_constant(const std::string& folder,
                                         const std::vector<std::string>& files,
                                         const Device& device, std::vector<ConstantBit> bits) {
  const auto names = elaborate(folder, files, device);
  std::vector<Claim> claims;
  for (ConstantBit& bit : bits) {
    const auto name = names.find(bit.signal);
    if (name == names.end()) continue;  // nothing is proved of what Yosys does not know
    claims.push_back({std::move(bit), name->second});
  }
  // Long enough for what a reset leaves undefined to have passed through a wave's registers.
  const int settled = 3 + device.parameter("N");
  while (!claims.empty()) {
    std::string prove;
    for (const Claim& claim : claims) {
      prove +=
          fmt::format(" -prove {0} {1} -show {0}", claim.expression(), claim.bit.value ? 1 : 0);
    }
    const std::string output = yosys(
        folder, fmt::format("read_ilang {}\nsat -tempinduct -maxsteps 1 -set-at 1 rst_ni 0 -seq {}"
                            "{} {}\n",
                            kElaborated, settled, prove, device.module));
    if (output.find("Induction step proven: SUCCESS!") != std::string::npos) break;
    const auto values = counterexample(output);
    const auto refuted = std::remove_if(claims.begin(), claims.end(), [&](const Claim& claim) {
      const auto value = values.find({claim.signal, claim.bit.bit});
      return value != values.end() && value->second == (claim.bit.value ? '0' : '1');
    });
    JQ_CHECK(refuted != claims.end(), "a counterexample of Yosys refutes a claim");
    claims.erase(refuted, claims.end());
  }
  std::vector<ConstantBit> proved;
  for (Claim& claim : claims) proved.push_back(std::move(claim.bit));
  return proved;
}

}  // namespace jacquard::tb
