// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/custom_all_reduce.hpp"

#include <catch2/catch.hpp>

#include "jacquard/cost/node_collective.hpp"

namespace jacquard::cost {
namespace {

Device h100() {
  Device device;
  device.architecture = "hopper";
  device.link = base::BytesPerSecond{450e9};
  device.memory_bandwidth = base::BytesPerSecond{3352e9};
  return device;
}

Device b200() {
  Device device;
  device.architecture = "blackwell";
  device.processors = 148;
  device.link = base::BytesPerSecond{900e9};
  device.memory_bandwidth = base::BytesPerSecond{8e12};
  return device;
}

double us(const CustomAllReduce& work) { return custom_all_reduce(h100(), work).count() * 1e6; }

constexpr std::int64_t kMiB = 1 << 20;

}  // namespace

// SGLang's and vLLM's kernels on H100, of the AIConfigurator project (Apache-2.0).
TEST_CASE("engines' own all-reduces take about as long as they were measured to take") {
  CHECK(us({Software::vllm, 4, base::Bytes{4096}, true}) == Approx(4.6).epsilon(0.15));
  CHECK(us({Software::vllm, 2, base::Bytes{4 * kMiB}, true}) == Approx(20.3).epsilon(0.2));
  CHECK(us({Software::sglang, 8, base::Bytes{4 * kMiB}, true}) == Approx(34.3).epsilon(0.2));
  CHECK(us({Software::vllm, 8, base::Bytes{4096}, false}) == Approx(21.2).epsilon(0.15));
  CHECK(us({Software::trtllm, 4, base::Bytes{4096}, true}) == Approx(3.1).epsilon(0.15));
}

// The same project's rows of B200: vLLM 0.24, SGLang 0.5.10, TensorRT-LLM 1.3.0rc20.
TEST_CASE("engines' own all-reduces start later over NVLink 5") {
  const struct {
    CustomAllReduce work;
    double us;
  } rows[] = {
      {{Software::vllm, 2, base::Bytes{256}, true}, 6.6},
      {{Software::vllm, 4, base::Bytes{4096}, true}, 7.1},
      {{Software::vllm, 8, base::Bytes{512 << 10}, true}, 26.1},
      {{Software::vllm, 4, base::Bytes{4 * kMiB}, true}, 30.0},
      {{Software::vllm, 8, base::Bytes{16 * kMiB}, true}, 63.2},
      {{Software::sglang, 4, base::Bytes{4 * kMiB}, true}, 43.7},
      {{Software::sglang, 8, base::Bytes{8 * kMiB}, true}, 80.4},
      {{Software::trtllm, 4, base::Bytes{4096}, true}, 5.3},
      {{Software::trtllm, 8, base::Bytes{4 * kMiB}, true}, 39.4},
      {{Software::vllm, 8, base::Bytes{4096}, false}, 21.7},
  };
  for (const auto& row : rows) {
    CAPTURE(row.work.gpus, row.work.bytes.count(), row.us);
    CHECK(custom_all_reduce(b200(), row.work).count() * 1e6 == Approx(row.us).epsilon(0.15));
  }
}

TEST_CASE("above an engine's limit NCCL reduces") {
  for (const std::int64_t bytes : {16 * kMiB, 1024 * kMiB}) {
    const base::Seconds nccl =
        node_collective(h100(), {workload::CollectiveKind::all_reduce, 8, base::Bytes{bytes}});
    CHECK(us({Software::any, 8, base::Bytes{bytes}, true}) == nccl.count() * 1e6);
  }
}

TEST_CASE("a kernel started by the host is no faster than a captured one") {
  for (const int gpus : {2, 4, 8}) {
    for (std::int64_t bytes = 256; bytes <= 1024 * kMiB; bytes *= 2) {
      CHECK(us({Software::any, gpus, base::Bytes{bytes}, false}) >=
            us({Software::any, gpus, base::Bytes{bytes}, true}));
    }
  }
}

TEST_CASE("an all-reduce of one GPU or of no bytes takes no time") {
  CHECK(us({Software::any, 1, base::Bytes{kMiB}, false}) == 0);
  CHECK(us({Software::any, 8, base::Bytes{0}, false}) == 0);
}

}  // namespace jacquard::cost
