// SPDX-License-Identifier: Apache-2.0
// Constants: least squares (Cauchy loss) of the logarithm of 9,064 measured times on H100 and H200,
// and of 4,193 on B200. See docs/cost.md.
#include "jacquard/cost/expert_kernel.hpp"

namespace jacquard::cost {
namespace {

using workload::NumberType;

constexpr base::Seconds us(double value) { return base::Seconds{value * 1e-6}; }

ExpertConstants grouped(Software software, NumberType type) {
  switch (type) {
    case NumberType::fp32:
    case NumberType::bf16:
      return {us(18.6), us(0.69), us(0.85), us(0.114), 2.23, 0.13};
    case NumberType::fp8:
    case NumberType::nvfp4:
      return {us(19.5), us(0.745), us(3.5), us(0.19), 2.14, 0.17};
    case NumberType::fp8_block:
      if (software == Software::vllm) {
        return {us(23.6), us(0), us(0), us(0.34), 5.2, 0.23, 0.59};
      }
      return {us(19.7), us(0.16), us(0), us(0.39), 7.25, 0.11};
    case NumberType::w4a16:
    case NumberType::int4:
      break;
  }
  return {us(56.5), us(0.87), us(31.1), us(0), 6.9, 1.75};
}

ExpertConstants triton(Software software, NumberType type) {
  switch (type) {
    case NumberType::fp32:
    case NumberType::bf16:
      return {us(22.8), us(0), us(16.5), us(0), 0, 1.66, 0.64};
    case NumberType::fp8:
    case NumberType::nvfp4:
    case NumberType::fp8_block:
      return {us(31.6), us(0), us(15.4), us(0.034), 1.85, 0.43, 0.49};
    case NumberType::w4a16:
    case NumberType::int4:
      break;
  }
  if (software == Software::trtllm) return grouped(software, type);
  return {us(41.0), us(1.4), us(0), us(0), 1.1, 0.21, 0.67};
}

ExpertConstants marlin(NumberType type) {
  if (type == NumberType::int4) return {us(23.3), us(0.62), us(27.3), us(0), 2.25, 2.29, 0.77};
  return {us(31.8), us(0.83), us(38.6), us(0), 3.95, 2.0, 0.6};
}

ExpertConstants hopper(ExpertKernel kernel, Software software, NumberType type) {
  switch (kernel) {
    case ExpertKernel::untuned:
      return {us(16.3), us(0), us(2.8), us(1.45), 0.32, 0.15, 0.14, 0.189};
    case ExpertKernel::triton:
      return triton(software, type);
    case ExpertKernel::marlin:
      return marlin(type);
    case ExpertKernel::grouped:
    case ExpertKernel::generated:
      break;
  }
  return grouped(software, type);
}

ExpertConstants blackwell_grouped(NumberType type) {
  switch (type) {
    case NumberType::fp32:
    case NumberType::bf16:
      return {us(18.6), us(0.71), us(4.2), us(0.13), 1.91, 0.087, 0.9, 0.85};
    case NumberType::fp8:
      return {us(22.3), us(0.83), us(2.0), us(0.134), 1.82, 0.20, 0.95, 0.863};
    case NumberType::fp8_block:
      return {us(26.6), us(0), us(0), us(0.46), 1.87, 0.106, 0.927, 0.767};
    case NumberType::nvfp4:
      return {us(32.1), us(0.71), us(0), us(0.46), 2.23, 0.176, 0.9, 0.735};
    case NumberType::w4a16:
    case NumberType::int4:
      break;
  }
  return grouped(Software::trtllm, type);
}

ExpertConstants generated(NumberType type) {
  if (type == NumberType::nvfp4) return {us(14.0), us(0.62), us(0), us(0), 0, 0.452, 0.7, 0.694};
  return {us(10.0), us(1.05), us(11.6), us(0), 0.55, 0.25, 0.81, 0.766, true};
}

// Those of Blackwell that were measured; others are as on Hopper.
ExpertConstants blackwell(ExpertKernel kernel, Software software, NumberType type) {
  if (kernel == ExpertKernel::generated) return generated(type);
  if (kernel == ExpertKernel::triton && type == NumberType::w4a16) {
    return {us(11.4), us(4.17), us(4.3), us(0), 7.56, 0.347, 0.282, 0.196};
  }
  return kernel == ExpertKernel::grouped ? blackwell_grouped(type) : hopper(kernel, software, type);
}

bool contains(const std::string& name, const char* word) {
  return name.find(word) != std::string::npos;
}

}  // namespace

ExpertKernel kernel_of(const Device& device, Software software, NumberType type) {
  if (device.architecture == "blackwell") {
    const bool four_bits = type == NumberType::nvfp4 || type == NumberType::w4a16;
    if (four_bits && software != Software::any) return ExpertKernel::generated;
    if (type != NumberType::int4) return ExpertKernel::grouped;
  }
  if (type == NumberType::int4) return ExpertKernel::marlin;
  if (type == NumberType::w4a16) return ExpertKernel::triton;
  if (software == Software::sglang) return ExpertKernel::triton;
  if (software != Software::vllm) return ExpertKernel::grouped;
  if (type == NumberType::bf16) return ExpertKernel::triton;
  return type == NumberType::fp8 ? ExpertKernel::untuned : ExpertKernel::grouped;
}

ExpertKernel kernel_named(const std::string& name, const Device& device, Software software,
                          NumberType type) {
  if (contains(name, "marlin")) return ExpertKernel::marlin;
  if (contains(name, "triton")) return ExpertKernel::triton;
  const bool four_bits = type == NumberType::nvfp4 || type == NumberType::w4a16;
  const bool generated = contains(name, "trtllm") && four_bits;
  if (generated || contains(name, "min_latency")) return ExpertKernel::generated;
  // TensorRT-LLM's measurements of its usual kernels.
  if (contains(name, "torch_flow")) {
    return type == NumberType::w4a16 ? ExpertKernel::triton : ExpertKernel::grouped;
  }
  if (contains(name, "flashinfer_cutlass") && type == NumberType::fp8) {
    return ExpertKernel::untuned;
  }
  if (contains(name, "cutlass") || contains(name, "deepgemm") || contains(name, "trtllm")) {
    return ExpertKernel::grouped;
  }
  return kernel_of(device, software, type);
}

ExpertConstants constants_of(const Device& device, ExpertKernel kernel, Software software,
                             NumberType type) {
  return device.architecture == "blackwell" ? blackwell(kernel, software, type)
                                            : hopper(kernel, software, type);
}

}  // namespace jacquard::cost
