// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/rtl/coverage.hpp"
#include "jacquard/rtl/model_stopped.hpp"
#include "jacquard/rtl/shim/abi.hpp"

namespace jacquard::rtl {

// A model's shared object and one instance of it, driven through the ABI of shim/abi.hpp.
class LoadedInstance {
 public:
  LoadedInstance(const std::string& path, std::uint32_t seed, const std::string& trace)
      : library_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), &::dlclose) {
    if (library_ == nullptr) {
      throw base::ConfigError({path, "", "an RTL model that loads", ::dlerror(),
                               "remove it from the cache to have it built again"});
    }
    if (!trace.empty()) {
      base::write_file(trace, "");  // the FST writer would fail in silence
      waveform_.emplace([&] { return only_a_file(trace); });
      if (!waveform_->path().empty()) {
        hierarchy_.emplace([&] { return trace + ".hier"; });  // the FST writer's own
      }
    }
    const auto create = find<abi::New>("jq_new");
    delete_ = find<abi::Delete>("jq_delete");
    dump_ = find<abi::Dump>("jq_dump");
    model_ = create(seed, trace.empty() ? nullptr : trace.c_str());
  }
  ~LoadedInstance() { delete_(model_); }
  LoadedInstance(const LoadedInstance&) = delete;
  LoadedInstance& operator=(const LoadedInstance&) = delete;

  // Whether the coming clocks are written to the trace, if there is one.
  void dump(bool on) { dump_(model_, on ? 1 : 0); }

 protected:
  template <class Function>
  Function find(const char* name) const {
    void* symbol = ::dlsym(library_.get(), name);
    JQ_CHECK(symbol != nullptr, "a built model exports the shim's functions");
    return reinterpret_cast<Function>(symbol);
  }
  void* model() const { return model_; }

 private:
  static std::string only_a_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) ? path : "";
  }

  std::unique_ptr<void, int (*)(void*)> library_;
  std::optional<base::Leftover> waveform_;
  std::optional<base::Leftover> hierarchy_;
  abi::Delete delete_;
  abi::Dump dump_;
  void* model_;
};

// One of our own cores.
template <class In, class Out>
class LoadedModel : public LoadedInstance {
 public:
  LoadedModel(const std::string& path, std::uint32_t seed, const std::string& trace)
      : LoadedInstance(path, seed, trace),
        show_(find<abi::Show<Out>>("jq_show")),
        clock_(find<abi::Clock<In>>("jq_clock")) {}

  void show(Out& out) const { show_(model(), &out); }
  void clock(const In& in) { clock_(model(), &in); }

 private:
  abi::Show<Out> show_;
  abi::Clock<In> clock_;
};

// A user's RTL.
template <class In, class Out>
class LoadedUserModel : public LoadedInstance {
 public:
  LoadedUserModel(const std::string& path, std::uint32_t seed, const std::string& trace,
                  Coverage* coverage)
      : LoadedInstance(path, seed, trace),
        cycle_(find<abi::Cycle<In, Out>>("jq_cycle")),
        coverage_(coverage) {
    if (coverage_ == nullptr) return;
    bits_.emplace(coverage_->instance());
    find<abi::Watch>("jq_watch")(
        model(),
        [](void* bits, const char* text, std::size_t size) {
          static_cast<ToggleReader*>(bits)->feed({text, size});
        },
        &*bits_);
  }
  ~LoadedUserModel() {
    if (coverage_ == nullptr) return;
    find<abi::Count>("jq_count")(model(), coverage_->counts_file().c_str());
    coverage_->add(*bits_);
  }

  // Throws ModelStopped.
  void cycle(const In& in, Out& out) {
    if (const char* why = cycle_(model(), &in, &out)) throw ModelStopped{why};
  }

 private:
  abi::Cycle<In, Out> cycle_;
  Coverage* coverage_;
  std::optional<ToggleReader> bits_;
};

}  // namespace jacquard::rtl
