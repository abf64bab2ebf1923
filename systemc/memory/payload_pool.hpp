// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tlm>
#include <vector>

namespace jacquard::systemc {

// The memory manager of an initiator: payloads of type T come back here when nobody holds them, so
// a simulation soon stops to allocate. It outlives them.
template <class T>
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  // One that the caller holds.
  T& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<T>());
      all_.back()->set_mm(this);
      free_.push_back(all_.back().get());
    }
    T& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    return payload;
  }

  std::size_t allocated() const { return all_.size(); }

  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<T*>(payload));
  }

 private:
  std::vector<std::unique_ptr<T>> all_;
  std::vector<T*> free_;
};

}  // namespace jacquard::systemc
