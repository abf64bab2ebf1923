// SPDX-License-Identifier: Apache-2.0
// Mode authors against what the authors' published cost model returned for random arguments: their
// pod's figures on its main branch, their simulator's on the branch of that name. Products there
// take 2 M N K / FLOP/s, as their own comment has it; prologue and steady state are added up. Two
// of their functions could not run: the broadcast took its bandwidth before it was set, the skew
// wanted 16 bits as its precision.
#include <catch2/catch.hpp>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

struct Call {
  std::string chip;
  std::string algorithm;
  std::string dataflow;
  std::string mesh;
  std::string shape;
  int slices;
  std::string fold;
  double seconds;
};

Chip chip_of(const std::string& set) {
  return gemm::chip_of(set == "pod" ? "tpu-v4" : "tpu-v4-authors", config::Place{"test", ""});
}

Request request_of(const Call& call) {
  Request r;
  r.algorithm = algorithm_named(call.algorithm, "test");
  r.dataflow = dataflow_named(call.dataflow, "test");
  r.mesh = parse_mesh(call.mesh, "test");
  r.shape = parse_shape(call.shape, "test");
  r.slices = call.slices;
  return r;
}

double seconds_of(const Call& call) {
  MeshNetwork network;
  if (!call.fold.empty()) fold_named(network, call.fold, "test");
  return cost_of(request_of(call), chip_of(call.chip), Mode::authors, network).time.count();
}

}  // namespace

TEST_CASE("mode authors gives what the authors' cost functions return", "[gemm]") {
  const std::vector<Call> calls = {
      {"pod", "meshslice", "os", "15x2", "207065x25379x38041", 8, "column=3x5",
       0.05217555241718077},
      {"pod", "meshslice", "ls", "8x8", "19722x45125x227419", 5, "row=2x4", 0.0870524514467591},
      {"pod", "meshslice", "rs", "1x8", "64971x117105x32497", 8, "", 0.23815900874249793},
      {"pod", "collective", "os", "1x8", "24486x291916x69885", 1, "row=2x4", 0.48813667296391894},
      {"pod", "collective", "ls", "8x4", "293800x94816x54094", 1, "", 0.4366707077353045},
      {"pod", "collective", "rs", "16x2", "195307x51145x287239", 1, "", 0.9236893160305333},
      {"pod", "summa", "os", "8x1", "108045x260328x278838", 1, "", 8.029004252101517},
      {"pod", "summa", "ls", "3x8", "237663x189637x157228", 1, "row=2x4", 2.2403896160042396},
      {"pod", "summa", "rs", "2x1", "157481x275418x259647", 1, "", 43.7365750695429},
      {"pod", "cannon", "os", "16x16", "151026x38442x61964", 1, "", 0.051224962752668635},
      {"pod", "cannon", "ls", "8x8", "86551x179399x79747", 1, "", 0.20071073446016374},
      {"pod", "cannon", "rs", "4x4", "20616x40759x292656", 1, "", 0.15845224249968964},
      {"pod", "1d-tp", "os", "1x8", "178384x183656x260464", 1, "", 8.017399807143109},
      {"pod", "fsdp", "os", "64x1", "36096x49088x141568", 1, "", 0.20132049602543722},
      {"pod", "1d-tp", "ls", "1x64", "34112x31872x162368", 1, "", 0.0348978205768794},
      {"simulator", "meshslice", "os", "32x8", "233708x149274x202329", 16, "column=4x8",
       0.21062672407351046},
      {"simulator", "meshslice", "ls", "8x1", "258901x30973x114467", 3, "column=2x4",
       0.8711076911914594},
      {"simulator", "meshslice", "rs", "32x5", "42311x87287x235567", 5, "", 0.04475888274659398},
      {"simulator", "collective", "os", "2x5", "288537x146036x217798", 1, "", 7.7360524179338075},
      {"simulator", "collective", "ls", "16x8", "121044x79190x43571", 1, "row=2x4",
       0.03512986549208031},
      {"simulator", "collective", "rs", "1x32", "95664x137818x147876", 1, "row=4x8",
       0.4579624830864108},
      {"simulator", "summa", "os", "8x8", "167108x65857x270329", 1, "", 0.373057603487326},
      {"simulator", "summa", "ls", "32x16", "28371x239476x293283", 1, "column=4x8",
       0.0798344596320929},
      {"simulator", "summa", "rs", "8x16", "210011x32699x99998", 1, "column=2x4",
       0.0937184590900096},
      {"simulator", "cannon", "os", "1x1", "27628x53740x186", 1, "", 0.0021757490927295773},
      {"simulator", "cannon", "ls", "8x8", "281406x53260x190700", 1, "", 0.38894231218780406},
      {"simulator", "cannon", "rs", "8x8", "36928x109091x197312", 1, "", 0.11933260399041405},
      {"simulator", "1d-tp", "os", "1x4", "132316x182196x190988", 1, "", 8.651912012630193},
      {"simulator", "fsdp", "os", "64x1", "64448x60480x255936", 1, "", 0.44622896025437203},
      {"simulator", "1d-tp", "ls", "1x64", "251904x253696x163520", 1, "", 1.8210878037701566},
  };
  for (const Call& call : calls) {
    INFO(call.chip << " " << call.algorithm << " " << call.dataflow << " " << call.mesh << " "
                   << call.shape << " " << call.fold);
    CHECK(seconds_of(call) == Approx(call.seconds).epsilon(1e-12));
  }
}

TEST_CASE("an all-gather over 32 chips as 4 x 8 takes half the time in mode authors", "[gemm]") {
  // The shard that takes 13.3 ms over 31 hops: 25 MB at 60 GB/s.
  Request r;
  r.algorithm = Algorithm::collective;
  r.mesh = {1, 32, 1};
  r.shape = {12'500'000, 1, 32};
  const Chip chip = gemm::chip_of("tpu-v4-authors", config::Place{"test", ""});
  MeshNetwork folded;
  fold_named(folded, "row=4x8", "test");
  const GemmCost flat = cost_of(r, chip, Mode::authors);
  const GemmCost fold = cost_of(r, chip, Mode::authors, folded);
  CHECK(flat.transfer.count() == Approx(31 * 25e6 / 60e9));
  CHECK(fold.transfer.count() == Approx(31 * 12.5e6 / 60e9));
  CHECK(fold.sync.count() == Approx(10 * 6e-6));
}

TEST_CASE("mode authors refuses what the authors have no form of", "[gemm]") {
  const auto refused = [](const Call& call) -> std::string {
    try {
      seconds_of(call);
    } catch (const base::ConfigError& error) {
      return error.what();
    }
    return "";
  };
  using Catch::Contains;
  CHECK_THAT(refused({"pod", "wang", "os", "4x4", "64x64x64", 1, "", 0}), Contains("--algorithm"));
  CHECK_THAT(refused({"pod", "2.5d", "os", "4x4", "64x64x64", 1, "", 0}), Contains("--algorithm"));
  CHECK_THAT(refused({"pod", "cannon", "os", "4x2", "64x64x64", 1, "", 0}), Contains("--mesh"));
  CHECK_THAT(refused({"pod", "1d-tp", "os", "4x2", "64x64x64", 1, "", 0}), Contains("--mesh"));
  CHECK_THAT(refused({"pod", "meshslice", "os", "4x2", "64x64x64", 0, "", 0}),
             Contains("--slices"));
  CHECK_THAT(refused({"pod", "meshslice", "os", "4x8", "64x64x64", 1, "row=2x2x2", 0}),
             Contains("--fold"));
}
