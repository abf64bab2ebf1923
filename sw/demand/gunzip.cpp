// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/gunzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::demand {
namespace {

constexpr int kGzipOnly = 15 + 16;  // zlib's window bits: largest window, gzip header

class Gunzip {
 public:
  Gunzip(ReadBytes packed, const std::string& name)
      : packed_(std::move(packed)), place_{name, ""}, block_(1 << 16) {
    fill();
    gzip_ = held_ >= 2 && block_[0] == 0x1f && block_[1] == 0x8b;
    if (gzip_) JQ_CHECK(inflateInit2(&stream_, kGzipOnly) == Z_OK, "zlib starts");
  }
  ~Gunzip() {
    if (gzip_) inflateEnd(&stream_);
  }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  std::size_t read(char* out, std::size_t size) {
    return gzip_ ? inflated(out, size) : plain(out, size);
  }

 private:
  // At least two bytes if there are so many, to tell gzip by its magic number.
  void fill() {
    while (held_ < 2) {
      const std::size_t got =
          packed_(reinterpret_cast<char*>(block_.data()) + held_, block_.size() - held_);
      if (got == 0) break;
      held_ += got;
    }
  }

  std::size_t plain(char* out, std::size_t size) {
    if (at_ == held_) return packed_(out, size);
    const std::size_t got = std::min(size, held_ - at_);
    std::memcpy(out, block_.data() + at_, got);
    at_ += got;
    return got;
  }

  std::size_t inflated(char* out, std::size_t size) {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size && !done_) {
      if (at_ == held_) {
        at_ = 0;
        held_ = packed_(reinterpret_cast<char*>(block_.data()), block_.size());
        if (held_ == 0) place_.fail("a whole gzip file", "one that is cut off");
      }
      stream_.next_in = block_.data() + at_;
      stream_.avail_in = static_cast<uInt>(held_ - at_);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      at_ = held_ - stream_.avail_in;
      if (status == Z_STREAM_END) {
        next_member();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        place_.fail("a sound gzip file", stream_.msg == nullptr ? "damage" : stream_.msg);
      }
    }
    return size - stream_.avail_out;
  }

  void next_member() {
    if (at_ == held_) {
      at_ = 0;
      held_ = packed_(reinterpret_cast<char*>(block_.data()), block_.size());
    }
    done_ = held_ == at_;
    if (!done_) JQ_CHECK(inflateReset(&stream_) == Z_OK, "zlib starts again");
  }

  ReadBytes packed_;
  config::Place place_;
  std::vector<Bytef> block_;
  std::size_t at_ = 0;  // of what is unread in block_
  std::size_t held_ = 0;
  bool gzip_ = false;
  bool done_ = false;
  z_stream stream_{};
};

}  // namespace

ReadBytes unpack_gzip(ReadBytes packed, const std::string& name) {
  const auto state = std::make_shared<Gunzip>(std::move(packed), name);
  return [state](char* out, std::size_t size) { return state->read(out, size); };
}

}  // namespace jacquard::demand
