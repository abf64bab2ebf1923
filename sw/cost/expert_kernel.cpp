// SPDX-License-Identifier: Apache-2.0
// Constants: least squares (Cauchy loss) of the logarithm of 9,064 measured times on H100 and H200.
// See docs/cost.md.
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

bool contains(const std::string& name, const char* word) {
  return name.find(word) != std::string::npos;
}

}  // namespace

ExpertKernel kernel_of(Software software, NumberType type) {
  if (type == NumberType::int4) return ExpertKernel::marlin;
  if (type == NumberType::w4a16) return ExpertKernel::triton;
  if (software == Software::sglang) return ExpertKernel::triton;
  if (software != Software::vllm) return ExpertKernel::grouped;
  if (type == NumberType::bf16) return ExpertKernel::triton;
  return type == NumberType::fp8 ? ExpertKernel::untuned : ExpertKernel::grouped;
}

ExpertKernel kernel_named(const std::string& name, Software software, NumberType type) {
  if (contains(name, "marlin")) return ExpertKernel::marlin;
  if (contains(name, "triton")) return ExpertKernel::triton;
  if (contains(name, "flashinfer_cutlass") && type == NumberType::fp8) {
    return ExpertKernel::untuned;
  }
  if (contains(name, "cutlass") || contains(name, "deepgemm") || contains(name, "trtllm")) {
    return ExpertKernel::grouped;
  }
  return kernel_of(software, type);
}

ExpertConstants constants_of(ExpertKernel kernel, Software software, NumberType type) {
  switch (kernel) {
    case ExpertKernel::untuned:
      return {us(16.3), us(0), us(2.8), us(1.45), 0.32, 0.15, 0.14, 0.189};
    case ExpertKernel::triton:
      return triton(software, type);
    case ExpertKernel::marlin:
      return marlin(type);
    case ExpertKernel::grouped:
      break;
  }
  return grouped(software, type);
}

}  // namespace jacquard::cost
