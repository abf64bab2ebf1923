// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/flash_kernel.hpp"

#include <algorithm>

#include "jacquard/cost/elementwise.hpp"

namespace jacquard::cost {
namespace {

constexpr double kMicro = 1e-6;
constexpr double kPico = 1e-12;

// FlashAttention-2, fitted on A100.
FlashKernel flash2(const FlashChoice& choice) {
  FlashKernel k;
  k.tile = {64, choice.head_size > 128 ? 64.0 : 128.0};
  k.packing = FlashKernel::Packing::single_query;
  k.resident = 2;
  k.most_splits = 128;
  k.peak_share = 0.95;
  k.score = 85 * kPico;
  k.page = 39 * kPico;
  k.backward_share = 0.95;
  k.backward_score = 250 * kPico;
  k.bandwidth_share = 0.71;
  k.tile_floor = 1.17 * kMicro;
  k.rows_floor = 1.0 * kMicro;
  k.combine = 4.1 * kMicro;
  k.combine_split = 0.196 * kMicro;
  k.pack = 1.86 * kMicro;
  k.pack_batch = 6.1 * kMicro;
  k.cached_floor = 7.25 * kMicro;
  k.write_latency = 4.5 * kMicro;
  k.write_share = 0.75;
  return k;
}

// The same at the higher clock of Ada and of Blackwell's graphics chips; fitted on RTX 4090.
FlashKernel flash2_graphics(const FlashChoice& choice) {
  constexpr double kClock = 0.635;
  FlashKernel k = flash2(choice);
  k.bandwidth_share = 0.86;
  for (double* time :
       {&k.score, &k.page, &k.backward_score, &k.tile_floor, &k.rows_floor, &k.combine,
        &k.combine_split, &k.pack, &k.pack_batch, &k.cached_floor, &k.write_latency}) {
    *time *= kClock;
  }
  return k;
}

double keys_of_tile(const FlashChoice& choice) {
  if (choice.fp8) return choice.head_size <= 128 ? 160 : 128;
  if (choice.head_size <= 128) return 128;
  return choice.head_size <= 192 ? 96 : 80;
}

// FlashAttention-3, fitted on H100 and H200.
FlashKernel flash3(const FlashChoice& choice) {
  FlashKernel k;
  const bool tall = choice.head_size <= 64 && !choice.single_query;
  k.tile = {tall ? 192.0 : 128.0, keys_of_tile(choice)};
  k.peak_share = 0.969;
  k.score = 25 * kPico;
  k.page = 4 * kPico;
  k.backward_share = 0.72;
  k.backward_score = 25 * kPico;
  k.bandwidth_share = 0.82;
  k.tile_floor = 1.47 * kMicro;
  k.tile_head = 0.94 * kMicro;
  k.rows_floor = 1.57 * kMicro;
  k.rows_head = 0.11 * kMicro;
  k.combine = 1.25 * kMicro;
  k.cached_floor = 7.97 * kMicro;
  k.write_latency = 2.68 * kMicro;
  k.write_share = 0.60;
  if (!choice.fp8) return k;
  k.fp8_products = true;
  k.peak_share = 0.306;  // of the fp8 peak: values are transposed on the way
  k.score = 0;
  k.page = 0;
  k.tile_floor = 0.78 * kMicro;
  k.tile_head = 1.32 * kMicro;
  k.rows_floor = 1.38 * kMicro;
  k.rows_head = 1.16 * kMicro;
  k.combine = 1.57 * kMicro;
  k.cached_floor = 8.87 * kMicro;
  k.write_latency = 4.43 * kMicro;
  k.write_share = 0.354;
  return k;
}

// TensorRT-LLM's decoding on Hopper reads keys of one byte in tiles of few rows, at a share of the
// bandwidth that its published throughputs imply.
FlashKernel xqa(const FlashChoice& choice) {
  FlashKernel k = flash3({choice.head_size, true, false});
  k.tile.rows = 64;
  k.bandwidth_share = 0.70;
  return k;
}

// Heads above 256 on Hopper, where FlashAttention-4 stands in.
FlashKernel flash4_wide(const FlashChoice& choice) {
  FlashKernel k = flash3(choice);
  k.tile = {64, 64};
  k.peak_share = 0.42;
  k.score = 25 * kPico;
  k.page = 4 * kPico;
  k.tile_floor = 7.4 * kMicro;
  k.tile_head = 0;
  k.rows_floor = 0;
  k.rows_head = 0;
  k.cached_floor = 2.2 * kMicro;
  return k;
}

// Blackwell: FlashAttention-4's tiles and rates in training; the rest is fitted on B200, where
// serving engines run TensorRT-LLM's kernels (vLLM 0.24 through FlashInfer).
FlashKernel flash4(const FlashChoice& choice) {
  FlashKernel k;
  k.fp8_products = choice.fp8;
  k.peak_share = 0.97;
  k.score = 15 * kPico;
  k.backward_share = 0.74;
  k.backward_score = 15 * kPico;
  k.bandwidth_share = 0.84;
  k.write_latency = (choice.fp8 ? 4.1 : 1.95) * kMicro;
  k.write_share = choice.fp8 ? 0.137 : 0.42;
  if (choice.single_query) {
    k.tile = {128, 128};
    k.tile_floor = 0.46 * kMicro;
    k.tile_head = 0.27 * kMicro;
    k.rows_floor = 3.9 * kMicro;
    k.combine = 0.98 * kMicro;
    k.cached_floor = (choice.fp8 ? 8.1 : 7.55) * kMicro;
    return k;
  }
  const bool wide = choice.head_size > 256;
  k.packing = FlashKernel::Packing::single_query;
  k.tile = {wide ? 128.0 : 256.0, 128};
  if (wide) k.peak_share = 0.42;
  if (choice.fp8 && !wide) k.peak_share = 0.95;
  k.page = (choice.fp8 ? 15.5 : 11) * kPico;
  k.tile_floor = 1.2 * kMicro;
  k.rows_floor = 0.87 * kMicro;
  k.cached_floor = 8.1 * kMicro;
  return k;
}

// An accelerator whose processors are few and wide: no loss by tiles.
FlashKernel plain() {
  FlashKernel k;
  k.peak_share = 0.6;
  k.backward_share = 0.6;
  k.bandwidth_share = 0.8;
  k.cached_floor = kKernelFloor.count();
  return k;
}

FlashKernel kernel_of(const std::string& architecture, const FlashChoice& choice) {
  if (architecture == "ampere") return flash2(choice);
  if (architecture == "ada" || architecture == "blackwell_rtx") return flash2_graphics(choice);
  if (architecture == "hopper") {
    if (choice.head_size > 256) return flash4_wide(choice);
    const bool trtllm = choice.software == Software::trtllm;
    return trtllm && choice.single_query && choice.fp8 ? xqa(choice) : flash3(choice);
  }
  if (architecture == "blackwell") return flash4(choice);
  return plain();
}

}  // namespace

FlashKernel flash_kernel(const Device& device, const FlashChoice& choice) {
  FlashKernel k = kernel_of(device.architecture, choice);
  if (device.sustained > 0) {
    k.peak_share = std::min(k.peak_share, device.sustained);
    k.backward_share = std::min(k.backward_share, device.sustained);
  }
  return k;
}

namespace {

// Fitted on H200, SGLang's FlashAttention-3.
FlashKernel latent_hopper(FlashKernel k) {
  k.peak_share = 0.71;
  k.bandwidth_share = 0.85;
  k.tile_floor = 5.65 * kMicro;
  k.tile_head = 0;
  k.rows_floor = 2.07 * kMicro;
  k.rows_head = 0;
  k.combine = 2.85 * kMicro;
  k.cached_floor = 4.86 * kMicro;
  k.write_latency = 0.71 * kMicro;
  return k;
}

// Fitted on B200, TensorRT-LLM's kernel under SGLang.
FlashKernel latent_blackwell(FlashKernel k, bool fp8) {
  k.tile.keys = 256;
  k.peak_share = fp8 ? 0.76 : 0.63;
  k.score = 0;
  k.page = 0;
  k.bandwidth_share = fp8 ? 0.74 : 0.65;
  k.tile_floor = 2.3 * kMicro;
  k.rows_floor = 5.25 * kMicro;
  k.combine = 1.9 * kMicro;
  k.combine_split = 0.134 * kMicro;
  k.cached_floor = (fp8 ? 6.4 : 4.4) * kMicro;
  k.write_latency = 0.71 * kMicro;
  return k;
}

}  // namespace

FlashKernel latent_flash_kernel(const Device& device, bool fp8) {
  const bool blackwell = device.architecture == "blackwell";
  FlashKernel k = flash_kernel(device, {128, false, fp8 && blackwell});
  k.packing = FlashKernel::Packing::always;
  k.tile = {64, 64};
  k.resident = 1;
  if (device.architecture == "hopper") return latent_hopper(k);
  return blackwell ? latent_blackwell(k, fp8) : k;
}

}  // namespace jacquard::cost
