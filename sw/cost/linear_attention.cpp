// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/linear_attention.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/multiprocessors.hpp"

namespace jacquard::cost {
namespace {

using workload::LinearAttentionWork;

// Fitted on A100 and H100, see docs/cost.md. Rates are bytes/s of one processor.
struct Convolution {
  double floor;
  double rate;
  double channel;  // of a sequence, on one processor; 0: a block takes many channels
  double update_floor;
};
constexpr Convolution kTokens{2.6e-6, 17.3e9, 0, 1.75e-6};
constexpr Convolution kChannels{4.0e-6, 18.9e9, 118e-9, 3.9e-6};
constexpr Convolution kChannelsAmpere{5.7e-6, 11.5e9, 335e-9, 6.4e-6};

// Kernels that hand each other their values through memory.
struct Chunked {
  double start;
  double rate;
  double step;  // of a chunk behind another
};
constexpr Chunked kPlain{17.3e-6, 19.5e9, 1.5e-6};
constexpr Chunked kMamba{17.3e-6, 16.3e9, 1.5e-6};  // its rate by the largest scans of B200
constexpr Chunked kWithStates{20.1e-6, 14.7e9, 3.2e-6};

// One kernel, in which a processor goes through the chunks of a head of a sequence.
constexpr double kFusedStart = 8.9e-6;
constexpr double kFusedRate = 3.74e12;  // flop/s of a processor

constexpr double kUpdateFloor = 3.6e-6;
constexpr double kTensorShare = 0.5;  // of the peak: what kFusedRate is of an H100's
constexpr double kGateBytes = 12;     // two values of bf16 read, two of fp32 written

bool ampere(const Device& d) { return d.architecture == "ampere"; }

double memory_rate(const Device& d) {
  return (ampere(d) ? 0.77 : 0.89) * d.memory_bandwidth.count();
}

double rate_of(const Device& d, double of_processor) {
  if (!has_multiprocessors(d)) return memory_rate(d);
  return std::min(of_processor * d.processors, memory_rate(d));
}

// Kernels of Hopper and later that vLLM takes from FlashInfer. They have no gradient.
bool is_fused(const Device& d, const LinearAttentionWork& w, Software software) {
  const bool later = d.architecture == "hopper" || d.architecture == "blackwell";
  return software == Software::vllm && later && w.delta && !w.backward;
}

const Convolution& convolution_of(const Device& d, Software software) {
  if (ampere(d)) return kChannelsAmpere;
  if (!has_multiprocessors(d)) return kTokens;
  return software == Software::trtllm ? kChannels : kTokens;
}

// How often the gradient of Mamba's scan moves what the scan does, by mamba_ssm's kernels: states
// (computed again, and their gradients) 12 times for 4, values 12 for 3, keys and queries 12 for 4.
constexpr double kMambaBackStates = 3;
constexpr double kMambaBackValues = 4;
constexpr double kMambaBackRate = 0.45;  // of the scan's: fitted on Nemotron 3 Nano on GB200

// What the kernels between them move: each reads its operands and writes its results, in bf16 but
// for products of a chunk with itself (fp32 and bf16) and Mamba's states (fp32).
double moved_bytes(const LinearAttentionWork& w, bool with_states) {
  const double chunk = chunk_of(w);
  const double state = w.key_size * w.value_size;
  const double chunks = std::ceil(w.queries / chunk);
  if (w.delta) {
    const double times = w.backward ? 3 : 1;  // as parts_of() has it
    const double token = 2 * (7 * w.key_size + 6 * w.value_size);
    const double passed = with_states ? 2 * state * w.state_bytes : 0;
    return times * w.batch * w.heads *
           (w.queries * token + chunks * (2 * 2 * state + 12 * chunk * chunk) + passed);
  }
  const double values = (w.backward ? kMambaBackValues : 1) * w.queries * 2 * 3 * w.value_size;
  const double states = w.backward ? kMambaBackStates : 1;
  const double group = w.queries * 2 * 4 * w.key_size + chunks * 8 * chunk * chunk;
  return w.batch *
         (states * w.key_heads * group + w.heads * (values + states * chunks * 16 * state));
}

double fused_seconds(const Device& d, const LinearAttentionWork& w) {
  const workload::Amounts all = parts_of(w).state;
  const double chunks = std::ceil(w.queries / chunk_of(w));
  const double step = all.flops / (w.batch * w.heads * w.queries) * chunk_of(w) / kFusedRate;
  const double turns = std::ceil(w.batch * w.heads / d.processors);
  return std::max(turns * (kFusedStart + chunks * step), all.bytes / memory_rate(d));
}

double chunked_seconds(const Device& d, const LinearAttentionWork& w, Software software) {
  const bool with_states = software == Software::sglang;
  const Chunked& k = with_states ? kWithStates : w.delta ? kPlain : kMamba;
  const double times = w.backward ? 3 : 1;
  const double steps = std::ceil(w.queries / chunk_of(w)) * k.step;
  const double share = w.backward && !w.delta ? kMambaBackRate : 1;
  const double moved = moved_bytes(w, with_states) / rate_of(d, share * k.rate);
  const double peak = kTensorShare * peak_of(d, workload::NumberType::bf16).count();
  return times * k.start + std::max({times * steps, moved, parts_of(w).state.flops / peak});
}

}  // namespace

base::Seconds short_convolution_time(const Device& d, const LinearAttentionWork& w,
                                     Software software) {
  const double bytes = parts_of(w).convolution.bytes;
  if (bytes <= 0) return base::Seconds{0};
  const Convolution& k = convolution_of(d, software);
  if (w.decode) return base::Seconds{k.update_floor + bytes / memory_rate(d)};
  const double channels = 2 * w.key_heads * w.key_size + w.heads * w.value_size;
  const double blocks = w.batch * channels / d.processors * k.channel;
  return base::Seconds{(w.backward ? 2 : 1) * k.floor +
                       std::max(bytes / rate_of(d, k.rate), blocks)};
}

base::Seconds linear_state_time(const Device& d, const LinearAttentionWork& w, Software software) {
  const double bytes = parts_of(w).state.bytes;
  if (w.heads <= 0 || w.queries <= 0 || bytes <= 0) return base::Seconds{0};
  if (w.decode) return base::Seconds{kUpdateFloor + bytes / memory_rate(d)};
  return base::Seconds{is_fused(d, w, software) ? fused_seconds(d, w)
                                                : chunked_seconds(d, w, software)};
}

base::Seconds linear_attention_time(const Device& d, const LinearAttentionWork& w,
                                    Software software) {
  base::Seconds time = short_convolution_time(d, w, software) + linear_state_time(d, w, software);
  // Mamba's gates, and those of a decoder's update, are computed where they are used.
  if (w.delta && !w.decode) {
    const double bytes = w.batch * w.queries * w.heads * kGateBytes;
    time = time + elementwise_time(d, {0, (w.backward ? 2 : 1) * bytes});
  }
  return time;
}

}  // namespace jacquard::cost
