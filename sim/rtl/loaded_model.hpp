// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <memory>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/rtl/shim/abi.hpp"

namespace jacquard::rtl {

// A model's shared object and one instance of it, driven through the ABI of shim/abi.hpp.
template <class In, class Out>
class LoadedModel {
 public:
  LoadedModel(const std::string& path, std::uint32_t seed, const std::string& trace)
      : library_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), &::dlclose) {
    if (library_ == nullptr) {
      throw base::ConfigError({path, "", "an RTL model that loads", ::dlerror(),
                               "remove it from the cache to have it built again"});
    }
    if (!trace.empty()) base::write_file(trace, "");  // the FST writer would fail in silence
    const auto create = find<abi::New>("jq_new");
    delete_ = find<abi::Delete>("jq_delete");
    show_ = find<abi::Show<Out>>("jq_show");
    clock_ = find<abi::Clock<In>>("jq_clock");
    model_ = create(seed, trace.empty() ? nullptr : trace.c_str());
  }
  ~LoadedModel() { delete_(model_); }
  LoadedModel(const LoadedModel&) = delete;
  LoadedModel& operator=(const LoadedModel&) = delete;

  void show(Out& out) const { show_(model_, &out); }
  void clock(const In& in) { clock_(model_, &in); }

 private:
  template <class Function>
  Function find(const char* name) const {
    void* symbol = ::dlsym(library_.get(), name);
    JQ_CHECK(symbol != nullptr, "a built model exports the shim's functions");
    return reinterpret_cast<Function>(symbol);
  }

  std::unique_ptr<void, int (*)(void*)> library_;
  abi::Delete delete_;
  abi::Show<Out> show_;
  abi::Clock<In> clock_;
  void* model_;
};

}  // namespace jacquard::rtl
