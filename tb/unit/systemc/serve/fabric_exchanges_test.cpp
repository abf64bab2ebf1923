// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/fabric_exchanges.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "systemc/serve/traffic_run.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using base::Picoseconds;
using tb::Folder;

namespace {

// Mixtral 8x7B has 32 layers of 8 experts, of which a token takes 2, and 4,096 values a token.
constexpr int kNpus = 8;
constexpr int kExchanges = 64;

ServeConfig config_of(const std::string& fabric, const std::vector<std::string>& set = {}) {
  ServeConfig config;
  config.model = "mixtral-8x7b";
  config.system = "circuit_64";
  config.npus = kNpus;
  config.precision = "fp8";
  config.policy = Policy::continuous;
  config.fabric = fabric;
  for (const std::string& assignment : set) serve_fields().set(config, assignment);
  return config;
}

// Steps of which each NPU decodes so many tokens.
FabricFigures figures_of(const ServeConfig& config, const std::vector<int>& tokens, int steps = 1,
                         int workers = 1, double* busiest = nullptr) {
  FabricExchanges exchanges(setup_of(config), {7, workers, {}});
  std::vector<StepLoad> loads(kNpus);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t r = 0; r < kNpus; ++r) loads[r].decodes = tokens[r] + step;
    const ExpertStep answer = exchanges.carry({loads.data(), loads.size()});
    if (busiest != nullptr) *busiest = answer.busiest;
  }
  return exchanges.figures();
}

const std::vector<int> kEven(kNpus, 125);

// A log in which row i goes to column to(i) alone.
template <class To>
std::string log_in(const Folder& folder, To to) {
  std::string text;
  for (int i = 0; i < kNpus; ++i) {
    for (int j = 0; j < kNpus; ++j)
      text += (j == 0 ? "" : ",") + std::to_string(j == to(i) ? 9 : 0);
    text += "\n";
  }
  base::write_file(folder.path("log.csv"), text);
  return "expert_routing=" + folder.path("log.csv");
}

bool same(const FabricFigures& a, const FabricFigures& b) {
  return a.time == b.time && a.schedule_hash == b.schedule_hash && a.bytes == b.bytes &&
         a.decision == b.decision && a.guard == b.guard && a.wait == b.wait &&
         a.decisions == b.decisions && a.busiest == b.busiest && a.steps == b.steps;
}

}  // namespace

// 125 tokens to 2 experts are 250 copies: 4,096 values and 32 scales of 4 bytes there, 2 bytes a
// value back, at 50 GB/s, and 250 ns to the switch and 250 ns from it.
TEST_CASE("On an ideal fabric a permutation of tokens takes its bytes over the rate") {
  const Folder folder;
  const std::string log = log_in(folder, [](int i) { return (i + 3) % kNpus; });
  const FabricFigures ideal = figures_of(config_of("ideal", {log}), kEven);
  const std::int64_t there = 250 * (4096 + 32 * 4) * 20ll;
  const std::int64_t back = 250 * 4096 * 2 * 20ll;
  CHECK(ideal.time == Picoseconds{32 * (there + back + 2 * 500'000)});
  CHECK(ideal.bytes.count() == 32ll * kNpus * 250 * (4096 + 128 + 8192));
  CHECK(ideal.exchanges == kExchanges);
  CHECK(ideal.simulated == kExchanges);
  CHECK(ideal.bytes_lost.count() == 0);
}

TEST_CASE("Tokens whose experts lie with them are not carried") {
  const Folder folder;
  const FabricFigures figures =
      figures_of(config_of("ideal", {log_in(folder, [](int i) { return i; })}), kEven);
  CHECK(figures.time == Picoseconds{0});
  CHECK(figures.bytes.count() == 0);
}

TEST_CASE("The busiest NPU has the tokens of all where all choose its experts") {
  const Folder folder;
  double busiest = 0;
  figures_of(config_of("ideal", {log_in(folder, [](int) { return 2; })}), kEven, 1, 1, &busiest);
  CHECK(busiest == kNpus);
  figures_of(config_of("ideal", {log_in(folder, [](int i) { return kNpus - 1 - i; })}), kEven, 1, 1,
             &busiest);
  CHECK(busiest == 1);
}

TEST_CASE("A later decision delays a step by as much for each of its exchanges") {
  const auto at = [](const std::string& latency) {
    return figures_of(
        config_of("circuit", {"scheduler.timing=fixed", "scheduler.latency=" + latency}), kEven);
  };
  const FabricFigures early = at("1 us");
  const FabricFigures late = at("101 us");
  CHECK(late.time - early.time == Picoseconds{kExchanges * 100'000'000ll});
  CHECK(late.wait - early.wait == late.time - early.time);
  CHECK(late.guard == early.guard);
  CHECK(late.schedule_hash != 0);
}

// Of each layer's two exchanges the combine is known since the dispatch began.
TEST_CASE("A decision that overlaps with the dispatch delays only the dispatch") {
  const auto at = [](const std::string& latency) {
    return figures_of(config_of("circuit", {"decide=overlapped", "scheduler.timing=fixed",
                                            "scheduler.latency=" + latency}),
                      kEven);
  };
  CHECK(at("3 us").time - at("1 us").time == Picoseconds{kExchanges / 2 * 2'000'000ll});
}

TEST_CASE("A combine that turns its dispatch around waits for no decision") {
  const auto at = [](const std::string& latency) {
    return figures_of(config_of("circuit", {"decide=turned", "scheduler.timing=fixed",
                                            "scheduler.latency=" + latency}),
                      kEven);
  };
  CHECK(at("101 us").time - at("1 us").time == Picoseconds{kExchanges / 2 * 100'000'000ll});
}

// Tokens of every NPU go to every other, so shifts are whole. In the first step the first layer's
// dispatch finds a dark crossbar.
TEST_CASE("Each exchange keeps a setting of the one before, whoever simulates it") {
  const auto with = [](const std::string& keeps, int workers) {
    return figures_of(config_of("circuit", {"circuit.keep_settings=" + keeps,
                                            "scheduler.name=shifts", "scheduler.shape=2x2x2",
                                            "scheduler.timing=fixed", "circuit.guard=20 us"}),
                      kEven, 2, workers);
  };
  const FabricFigures pays = with("false", 1), keeps = with("true", 1);
  CHECK(pays.guard - keeps.guard == Picoseconds{(2 * kExchanges - 1) * 20'000'000ll});
  CHECK(keeps.time < pays.time);
  CHECK(keeps.bytes == pays.bytes);
  CHECK(keeps.bytes_lost.count() == 0);
  CHECK(same(keeps, with("true", 3)));
}

TEST_CASE("Schedules of other steps or layers, once mended, deliver each step's bytes") {
  const std::vector<int> uneven = {1, 30, 2, 0, 7, 90, 4, 11};
  const FabricFigures on_demand = figures_of(config_of("circuit"), uneven, 3);
  for (const std::string decide : {"last", "predicted", "overlapped", "turned", "held"}) {
    CAPTURE(decide);
    const ServeConfig config = config_of("circuit", {"decide=" + decide});
    const FabricFigures figures = figures_of(config, uneven, 3);
    CHECK(figures.bytes == on_demand.bytes);
    CHECK(figures.bytes_lost.count() == 0);
    CHECK(figures.schedule_hash != on_demand.schedule_hash);
    CHECK(same(figures, figures_of(config, uneven, 3, 3)));
    CHECK(same(figures, figures_of(config_of("circuit", {"decide=" + decide, "scheduler.kind=rtl"}),
                                   uneven, 3)));
  }
}

TEST_CASE("Where every step is alike, the last step's schedule leaves nothing to decide") {
  const Folder folder;
  const std::string log = log_in(folder, [](int i) { return (i + 3) % kNpus; });
  const auto at = [&](const std::string& decide, const std::string& latency) {
    FabricExchanges exchanges(
        setup_of(config_of("circuit", {log, "decide=" + decide, "scheduler.timing=fixed",
                                       "scheduler.latency=" + latency})),
        {7, 1, {}});
    std::vector<StepLoad> loads(kNpus);
    for (StepLoad& load : loads) load.decodes = 125;
    exchanges.carry({loads.data(), loads.size()});
    return exchanges.carry({loads.data(), loads.size()}).exchanges;
  };
  for (const std::string decide : {"last", "predicted"}) {
    CHECK(at(decide, "50 us") == at(decide, "0 s"));
    CHECK(at(decide, "50 us") == at("on_demand", "0 s"));
  }
}

TEST_CASE("To decide before the demand on a fabric that decides nothing is refused") {
  CHECK(tb::input_fault_of([] {
          figures_of(config_of("packet", {"decide=last"}), kEven);
        }).expected == "on_demand, as --fabric packet decides nothing");
}

TEST_CASE("RTL and its golden model carry steps alike, to the picosecond") {
  const std::vector<int> uneven = {1, 30, 2, 0, 7, 90, 4, 11};
  const auto by = [&](const std::string& kind) {
    return figures_of(config_of("circuit", {"scheduler.kind=" + kind}), uneven, 3);
  };
  const FabricFigures rtl = by("rtl");
  CHECK(same(rtl, by("software")));
  CHECK(rtl.decisions == 3 * kExchanges);
}

TEST_CASE("Every fabric delivers the bytes of the same tokens, and none beats the ideal one") {
  const std::vector<int> uneven = {9, 30, 2, 0, 7, 20, 4, 11};
  const FabricFigures ideal = figures_of(config_of("ideal"), uneven);
  for (const char* fabric : {"circuit", "packet"}) {
    CAPTURE(fabric);
    const FabricFigures figures = figures_of(config_of(fabric), uneven);
    CHECK(figures.bytes == ideal.bytes);
    CHECK(figures.bytes_lost.count() == 0);
    CHECK(figures.time > ideal.time);
  }
}

TEST_CASE("Steps do not depend on the number of workers, nor on an interruption") {
  const Folder folder;
  const std::string journal = folder.path("steps.jsonl");
  const ServeConfig plain = config_of("circuit");
  const ServeConfig kept = config_of("circuit", {"journal=" + journal});
  const FabricFigures once = figures_of(plain, kEven, 3);
  CHECK(same(once, figures_of(plain, kEven, 3, 3)));
  CHECK(same(once, figures_of(kept, kEven, 3, 2)));
  const std::string whole = base::read_file(journal);
  base::write_file(journal, whole.substr(0, whole.size() * 5 / 9));
  CHECK(same(once, figures_of(kept, kEven, 3, 2)));
  CHECK(base::read_file(journal) == whole);

  const std::vector<int> others(kNpus, 124);
  CHECK_THROWS_WITH(figures_of(kept, others, 3),
                    Catch::Contains("steps.jsonl: expected a journal of these requests"));
  CHECK_THROWS_AS(figures_of(config_of("packet", {"journal=" + journal}), kEven),
                  base::ConfigError);
  CHECK(base::read_file(journal) == whole);
}

TEST_CASE("Layers that are not simulated take the mean of those that are") {
  const Folder folder;
  const std::string log = log_in(folder, [](int i) { return (i + 1) % kNpus; });
  const FabricFigures all = figures_of(config_of("ideal", {log}), kEven);
  const FabricFigures some = figures_of(config_of("ideal", {log, "exchange_layers=3"}), kEven);
  CHECK(some.time == all.time);
  CHECK(some.exchanges == kExchanges);
  CHECK(some.simulated == 6);
}

TEST_CASE("Around one switch a model of experts has requests on each NPU and no stages") {
  const Deployment laws = setup_of(config_of("")).deployment;
  CHECK(laws.attention_dp == kNpus);
  CHECK(laws.expert_ep == kNpus);
  ServeConfig dense = config_of("");
  dense.model = "llama3-8b";
  CHECK(setup_of(dense).deployment.pp == 1);
}

// 256 experts and 32 copies on 72 GPUs: the fewest that fill them alike.
TEST_CASE("A rack whose node is its switch has experts and copies on all GPUs") {
  ServeConfig config = config_of("ideal");
  config.model = "deepseek-r1";
  config.system = "gb200_nvl72";
  config.npus = 0;
  const Setup rack = setup_of(config);
  CHECK(rack.deployment.expert_ep == 72);
  CHECK(rack.deployment.redundant_experts == 32);
  REQUIRE(rack.one_switch);
  CHECK(rack.one_switch->rate == base::BytesPerSecond{900'000'000'000});  // configs/systems
  CHECK(rack.one_switch->delay == Picoseconds{500'000});
  config.npus = 64;
  CHECK(setup_of(config).deployment.redundant_experts == 0);
  config.fabric = "";
  config.npus = 0;
  CHECK(setup_of(config).deployment.redundant_experts == 0);
}

TEST_CASE("Parallel switches share a port's rate, and RTL decides for each as its model does") {
  const auto with = [](const std::string& kind, const std::string& switches,
                       const std::string& division = "settings") {
    return figures_of(
        config_of("circuit", {"scheduler.kind=" + kind, "circuit.guard=100 ns",
                              "circuit.switches=" + switches, "circuit.division=" + division}),
        kEven, 2);
  };
  const FabricFigures one = with("software", "1"), two = with("software", "2");
  CHECK(two.bytes == one.bytes);
  CHECK(two.bytes_lost.count() == 0);
  // No bytes come sooner than at the rate of all links together: the bound is that of one switch.
  CHECK(two.wait > Picoseconds{0});
  const auto bound = [](const FabricFigures& f) {
    return static_cast<double>((f.time - f.wait).count());
  };
  CHECK(bound(two) == Approx(bound(one)).epsilon(1e-4));
  CHECK(same(two, with("rtl", "2")));
  // Dealt out, there is one decision for both. To one switch it is the same as ever.
  const FabricFigures dealt = with("software", "2", "dealt");
  CHECK(dealt.bytes == one.bytes);
  CHECK(dealt.bytes_lost.count() == 0);
  CHECK(dealt.decisions == one.decisions);
  CHECK(two.decisions == 2 * one.decisions);
  CHECK(bound(dealt) == Approx(bound(one)).epsilon(1e-4));
  CHECK(same(dealt, with("rtl", "2", "dealt")));
  CHECK(same(one, with("software", "1", "dealt")));
}

namespace {

// Steps of 72 GPUs that decode some tokens each, with two layers simulated.
FabricFigures figures_of_rack(const std::vector<std::string>& set, int steps) {
  ServeConfig config = config_of("circuit", set);
  config.model = "deepseek-r1";
  config.system = "gb200_nvl72";
  config.npus = 0;
  config.exchange_layers = 2;
  FabricExchanges exchanges(setup_of(config), {7, 1, {}});
  std::vector<StepLoad> loads(72);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t r = 0; r < loads.size(); ++r) {
      loads[r].decodes = static_cast<int>(r % 7) * 3 + step;
    }
    exchanges.carry({loads.data(), loads.size()});
  }
  CHECK(exchanges.figures().bytes_lost.count() == 0);
  return exchanges.figures();
}

void require_rtl_as_model(const std::vector<std::string>& core, int steps) {
  std::vector<std::string> rtl = core, model = core;
  rtl.emplace_back("scheduler.kind=rtl");
  model.emplace_back("scheduler.kind=software");
  CHECK(same(figures_of_rack(rtl, steps), figures_of_rack(model, steps)));
}

}  // namespace

TEST_CASE("Around 72 ports RTL decides as its model does, to the picosecond") {
  require_rtl_as_model({"scheduler.name=shift", "scheduler.shape=8x9"}, 3);
}

// Its model takes the compiler half a minute.
TEST_CASE("Around 72 ports the ladder in RTL decides as its model does", "[full]") {
  require_rtl_as_model({"scheduler.name=ladder"}, 10);
}

TEST_CASE("A switch has no more ports than its system's file says, and a device alone has none") {
  ServeConfig rack = config_of("circuit");
  rack.model = "deepseek-r1";
  rack.system = "vr_nvl72";
  rack.npus = 144;
  CHECK_THROWS_WITH(setup_of(rack), Catch::Contains("--npus: expected at most 72 with --fabric") &&
                                        Catch::Contains("found 144") &&
                                        Catch::Contains("Switch(144)"));
  rack.fabric = "";
  CHECK_NOTHROW(setup_of(rack));
  ServeConfig alone = config_of("circuit");
  alone.system = "h200_sxm";
  CHECK_THROWS_WITH(figures_of(alone, kEven),
                    Catch::Contains("--system: expected NPUs around one switch"));
}

// 256 experts and 32 copies are 4 on each of 72 GPUs; 8 experts and 56 copies one on each of 64.
TEST_CASE("Where nobody gave --ep, what does not divide is said of the NPUs or the copies") {
  ServeConfig config = config_of("");
  config.model = "deepseek-v3";
  config.system = "gb200_one_switch";
  config.npus = 0;
  CHECK_THROWS_WITH(setup_of(config),
                    Catch::Contains("--npus: expected a divisor of the model's 256 experts, found "
                                    "72 (--redundant-experts 32 or --npus 64 would do"));
  config.redundant_experts = 31;
  CHECK_THROWS_WITH(setup_of(config), Catch::Contains("--redundant-experts: expected as many") &&
                                          Catch::Contains("found 31 (32 would do)"));
  config.redundant_experts = 32;
  CHECK_NOTHROW(setup_of(config));
  ServeConfig few = config_of("circuit");
  few.npus = 64;
  CHECK_THROWS_WITH(setup_of(few),
                    Catch::EndsWith("(--redundant-experts 56 or --npus 8 would do)"));
  few.redundant_experts = 56;
  CHECK_NOTHROW(setup_of(few));
}

// An exchange lasts some microseconds: of a port that dies within a second it sees nothing.
TEST_CASE("Exchanges that met a fault are counted where faults are asked for") {
  const auto struck = [](const std::vector<std::string>& faults) {
    return figures_of(config_of("circuit", faults), kEven).struck;
  };
  CHECK(!struck({}));
  CHECK(struck({"faults.dead_ports=1", "faults.dies_within=1000 s"}) == 0);
  CHECK(struck({"faults.dead_ports=1", "faults.dies_within=0 s", "faults.policy=spare"}) ==
        kExchanges);
  CHECK(struck({"faults.stragglers=2", "faults.late_by=1 us"}) == kExchanges);
  CHECK(struck({"faults.stuck_after=0"}) == kExchanges);
}

TEST_CASE("What a fabric cannot carry is refused, and both sides are named") {
  const Folder folder;
  const auto refused = [](ServeConfig config, const char* words) {
    CHECK_THROWS_WITH(figures_of(config, kEven), Catch::Contains(words));
  };
  ServeConfig dense = config_of("ideal");
  dense.model = "llama3-8b";
  refused(dense, "--fabric: expected a model with experts, found llama3-8b");
  ServeConfig nodes = config_of("ideal");
  nodes.system = "tpu_v4_4x4x4";
  nodes.tp = 1;
  nodes.dp = nodes.ep = 8;
  refused(nodes, "--system: expected NPUs around one switch");
  ServeConfig parts = config_of("ideal", {"dp=8", "tp=1", "ep=4"});
  refused(parts, "--ep: expected 8 with --fabric");
  ServeConfig stages = config_of("ideal", {"pp=2", "dp=4", "tp=1", "ep=4"});
  refused(stages, "--pp: expected 1 with --fabric");
  base::write_file(folder.path("log.csv"), "0,1,1\n1,0,1\n1,1,0\n");
  refused(config_of("ideal", {"expert_routing=" + folder.path("log.csv")}), "8");
  refused(config_of("circuit", {"scheduler.timing=measured"}), "auto, cycles or fixed in a job");
}
