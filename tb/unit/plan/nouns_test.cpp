// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/plan/evaluate.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "support/source_tree.hpp"

namespace jacquard::plan {
namespace {

const config::Place kPlace{"a.json", ""};

template <class T>
std::string fault(const config::FieldTable<T>& table, const std::string& text) {
  try {
    T t;
    table.read(t, config::parse_json(text, "a.json"), kPlace);
    require_complete(t, kPlace);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string model_fault(const std::string& text) { return fault(model_fields(), text); }
std::string cluster_fault(const std::string& text) {
  return fault(systems::cluster_fields(), text);
}

// Every key with a number of the widest that its table takes.
Request widest() {
  Request r;
  r.model.bottom = r.model.top = {100'000, 1 << 24, 1 << 16, 1 << 16};
  r.model.embedding = {1'000'000'000, 1'000'000'000'000'000, 1 << 24, 1e6};
  r.model.blocks = {100'000, 1 << 24, 1 << 24, 0, 1 << 24, 1 << 24, 1 << 16, 1 << 16};
  r.model.dense_bytes = 4;
  r.model.embedding_bytes = 8;
  r.model.batch = std::int64_t{1} << 40;
  r.cluster.nodes = 1 << 20;
  r.cluster.devices = 1 << 10;
  r.cluster.peak4 = base::FlopsPerSecond(1.0);
  r.cluster.compute_utilisation = r.cluster.memory_utilisation = 1e-6;
  r.cluster.memory = base::Bytes(1);
  r.cluster.memory_bandwidth = base::BytesPerSecond(1.0);
  r.cluster.links = r.cluster.ports = 1;
  r.cluster.link_bandwidth = r.cluster.port_bandwidth = base::BytesPerSecond(1.0);
  r.cluster.link_utilisation = r.cluster.port_utilisation = 1e-6;
  return r;
}

}  // namespace

TEST_CASE("every model and cluster that ships is complete, and says where it is from") {
  for (const std::string& name : config::shipped_configs(kModels)) {
    INFO(name);
    const std::string path = config::find_config(kModels, name, kPlace);
    const Model model = config::read_config(model_fields(), path);
    CHECK_NOTHROW(require_complete(model, {path, ""}));
    CHECK(!model.source.empty());
  }
  for (const std::string& name : systems::cluster_names()) {
    INFO(name);
    const std::string path = config::find_config(systems::kSystems, name, kPlace);
    const Cluster cluster = config::read_config(systems::cluster_fields(), path);
    CHECK_NOTHROW(require_complete(cluster, {path, ""}));
    CHECK(!cluster.source.empty());
  }
}

TEST_CASE("a model without what it needs is refused at its key") {
  CHECK(model_fault("{}") ==
        "a.json#/blocks/layers: expected layers of bottom, top or blocks, found none");
  CHECK(model_fault(R"({"bottom": {"layers": 2}})") ==
        "a.json#/bottom/width: expected a number above 0, found none");
  CHECK(model_fault(R"({"bottom": {"layers": -1}})") ==
        "a.json#/bottom/layers: expected a whole number in 0..100000, found -1");
  CHECK(model_fault(R"({"top": {"layers": 1, "width": 8, "experts": 2, "active": 3}})") ==
        "a.json#/top/active: expected at most the 2 experts, found 3");
  CHECK(model_fault(R"({"top": {"layers": 1, "width": 8}, "embedding": {"tables": 4}})") ==
        "a.json#/embedding/rows: expected a number above 0, found none");
  CHECK(model_fault(R"({"top": {"layers": 1, "width": 8}, "dense_bytes": 3})") ==
        "a.json#/dense_bytes: expected 1 (int8), 2 (fp16) or 4 (TF32), found 3 (it chooses the "
        "peak too)");
  CHECK(model_fault(R"({"top": {"layers": 1, "width": 8}, "vocabulary": 9})") ==
        "a.json#/blocks/layers: expected blocks beside a vocabulary, found none");
  for (const char* text :
       {R"({"blocks": {"layers": 1}})", R"({"blocks": 3})", R"({"depth": 3})", R"({"batch": 1.5})",
        R"({"batch": 1e30})", R"({"embedding": {"pooling": -1}})", R"({"blocks": {"heads": 4}})"}) {
    INFO(text);
    CHECK(model_fault(text).rfind("a.json#/", 0) == 0);
  }
}

TEST_CASE("a cluster without what it needs is refused at its key") {
  const std::string device =
      R"("peak_tf32": "1 TFLOP/s", "memory": "1 GB", "memory_bandwidth": "1 GB/s")";
  CHECK(cluster_fault("{" + device + R"(, "devices": 1})").empty());
  CHECK(cluster_fault("{" + device + R"(, "devices": 8})") ==
        "a.json#/links: expected a number above 0, found none (a node has several devices)");
  CHECK(cluster_fault("{" + device + R"(, "devices": 1, "nodes": 2})") ==
        "a.json#/ports: expected a number above 0, found none (there are several nodes)");
  CHECK(cluster_fault("{" + device + R"(, "devices": 1, "compute_utilisation": 1e-9})") ==
        "a.json#/compute_utilisation: expected a number in 0.000001..1, found 1e-09");
  for (const char* text : {R"("nodes": 0)", R"("devices": 0)", R"("compute_utilisation": 1.5)",
                           R"("memory": "40")", R"("memory": 40)", R"("port_bandwidth": "9 GB")",
                           R"("all_reduce_inside": -0.1)", R"("racks": 4)"}) {
    INFO(text);
    CHECK(cluster_fault("{" + device + R"(, "links": 1, "link_bandwidth": "1 GB/s", )" + text + "}")
              .rfind("a.json#/", 0) == 0);
  }
}

TEST_CASE("the widest numbers give finite answers") {
  const Request request = widest();
  require_complete(request.model, kPlace);
  require_complete(request.cluster, kPlace);
  Evaluator evaluator(request);
  for (const char* text : {"mlp=tp transformer=tp emb=mp", "mlp=ddp transformer=ddp emb=ddp",
                           "mlp=fsdp,tp transformer=tp,ddp emb=mp,ddp"}) {
    const Answer a =
        evaluator.evaluate(parse_strategy(text, request.model, request.cluster, "test"));
    CHECK(a.refused.empty());
    CHECK(std::isfinite(a.times.time));
    CHECK(std::isfinite(a.memory.total()));
  }
}

TEST_CASE("docs/plan.md has the tables of a model's and a cluster's keys") {
  const std::string page = base::read_file(tb::in_source_tree("docs/plan.md"));
  const auto generated = [&](const std::string& name) {
    const std::string begin = "<!-- generated from the table: " + name + " -->\n";
    const auto from = page.find(begin);
    REQUIRE(from != std::string::npos);
    const auto first = from + begin.size();
    return page.substr(first, page.find("<!-- end of generated -->\n", first) - first);
  };
  // Different? Put the right side of the test's expansion there.
  CHECK(generated("planner_model") == model_fields().manual());
  CHECK(generated("cluster") == systems::cluster_fields().manual());
}

}  // namespace jacquard::plan
