// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/nic.hpp"

#include <algorithm>
#include <systemc>

#include "jacquard/base/at.hpp"
#include "systemc/circuit/bulk.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

std::int64_t bytes_in(const std::vector<Parcel>& parcels) {
  std::int64_t bytes = 0;
  for (const Parcel& parcel : parcels) bytes += parcel.bytes.count;
  return bytes;
}

}  // namespace

class Nic::Sender final : public sc_core::sc_module {
 public:
  Sender(const sc_core::sc_module_name& name, Nic& nic) : sc_core::sc_module(name), nic_(nic) {
    SC_HAS_PROCESS(Sender);
    SC_METHOD(send);
    sensitive << next;
    dont_initialize();
  }
  sc_core::sc_event next;

 private:
  void send() { nic_.send(); }
  Nic& nic_;
};

Nic::Nic(int index, base::Span<const std::int64_t> owes, std::vector<Message> awaits,
         const Framing& framing, LossSink& losses, Shuffle& shuffle)
    : index_(index), framing_(framing), losses_(losses), shuffle_(shuffle) {
  incoming_.reserve(awaits.size());
  for (const Message& awaited : awaits) incoming_.push_back({awaited});
  voqs_.reserve(owes.size());
  for (const std::int64_t bytes : owes) voqs_.emplace_back(bytes);
}

Nic::~Nic() = default;

void Nic::connect(Link& up) {
  ups_.push_back({&up});
  if (sender_) return;
  sender_ = std::make_unique<Sender>(("npu_" + std::to_string(index_)).c_str(), *this);
}

void Nic::connect(BulkWay& bulk, int links) {
  bulk_ = &bulk;
  ups_.resize(static_cast<std::size_t>(links));
}

void Nic::grant(const Grant& grant) {
  JQ_CHECK(grant.at >= now(), "a grant is for a time to come");
  if (bulk_ != nullptr) {
    send_in_bulk(grant);
    return;
  }
  queue({grant, granted_++});
}

void Nic::queue(Numbered grant) {
  const auto before = [](const Numbered& a, const Numbered& b) {
    return a.grant.at != b.grant.at ? a.grant.at < b.grant.at : a.number < b.number;
  };
  const auto place = std::upper_bound(grants_.begin(), grants_.end(), grant, before);
  const bool first = place == grants_.begin();
  const base::Picoseconds at = grant.grant.at;
  grants_.insert(place, std::move(grant));
  if (first) sender_->next.notify(until(at));
}

void Nic::send() {
  if (shuffle_.postpones()) {
    sender_->next.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Numbered front = std::move(grants_.front());
  const Grant& grant = front.grant;
  grants_.pop_front();
  if (!grants_.empty()) sender_->next.notify(until(grants_.front().grant.at));
  Uplink& up = base::at(ups_, grant.link);
  // Where settings are given less time than an NPU may be late, one grant may run into the next.
  if (now() < up.busy_until) {
    Numbered later = front;
    later.grant.at = up.busy_until;
    queue(std::move(later));
    return;
  }
  if (!grant.portions.empty()) {
    send_portions(grant);
    return;
  }
  const ByteRange bytes = base::at(voqs_, grant.destination).take(grant.payload);
  if (bytes.count == 0) return;
  Transfer transfer;
  transfer.destination = grant.destination;
  transfer.bytes = bytes;
  launch(transfer, grant.link);
  // What a fault left in pieces goes in pieces, as long as the grant lasts.
  const std::int64_t left = grant.payload - bytes.count - framing_.mtu.count();
  if (left > 0 && waiting(grant.destination) > 0) {
    queue({{up.busy_until, grant.destination, left, {}, grant.link}, front.number});
  }
}

// As send() and launch() do when its time has come: nothing else takes from the VOQ before.
void Nic::send_in_bulk(const Grant& grant) {
  Uplink& up = base::at(ups_, grant.link);
  const bool alone = ups_.size() == 1;
  if (!alone && (!grant.portions.empty() || std::max(last_grant_, up.busy_until) > grant.at)) {
    throw NotInBulk{};
  }
  last_grant_ = grant.at;
  const base::Picoseconds head = std::max(grant.at, up.busy_until);
  if (!grant.portions.empty()) {
    parcels_.clear();
    take_portions(grant, head, parcels_);
    const std::int64_t bytes = bytes_in(parcels_);
    if (bytes == 0) return;
    bulk_->carry(index_, grant.destination, grant.link, parcels_, head, occupy(up, head, bytes));
    return;
  }
  const ByteRange bytes = base::at(voqs_, grant.destination).take(grant.payload);
  if (bytes.count == 0) return;
  bulk_->carry(index_, grant.destination, grant.link, bytes, head, occupy(up, head, bytes.count));
}

// What there is of each portion at that time: its own, and then what has come for it.
void Nic::take_portions(const Grant& grant, base::Picoseconds at, std::vector<Parcel>& parcels) {
  for (const Portion& portion : grant.portions) {
    std::int64_t room = portion.payload;
    const ByteRange own = base::at(voqs_, portion.destination).take(room);
    if (own.count > 0) parcels.push_back({index_, portion.destination, own});
    room -= own.count;
    if (room > 0) stored_.take(portion.destination, room, at, parcels);
  }
}

// All portions as one message.
void Nic::send_portions(const Grant& grant) {
  auto parcels = std::make_shared<std::vector<Parcel>>();
  take_portions(grant, now(), *parcels);
  Transfer transfer;
  transfer.destination = grant.destination;
  transfer.bytes.count = bytes_in(*parcels);
  if (transfer.bytes.count == 0) return;
  transfer.parcels = std::move(parcels);
  launch(std::move(transfer), grant.link);
}

// The link up is busy with a message of so many bytes. Returns when its last bit leaves.
base::Picoseconds Nic::occupy(Uplink& up, base::Picoseconds head, std::int64_t bytes) {
  up.busy_until = head + framing_.time(bytes);
  up.sending += up.busy_until - head;
  ++sends_;
  return up.busy_until;
}

void Nic::launch(Transfer transfer, int link) {
  Uplink& up = base::at(ups_, link);
  transfer.source = index_;
  transfer.head = now();
  transfer.tail = occupy(up, transfer.head, transfer.bytes.count);
  transfer.stamp(index_);
  if (keeps_) {
    sent_.push_back({transfer.destination, transfer.head, transfer.tail,
                     base::Bytes{transfer.bytes.count}, link});
  }
  up.link->send(transfer);
}

void Nic::give_back(int destination, ByteRange bytes) { returned_.push_back({destination, bytes}); }

// In an order that does not depend on who was notified first.
void Nic::reclaim() {
  std::sort(returned_.begin(), returned_.end(), [](const Returned& a, const Returned& b) {
    return a.destination != b.destination ? a.destination < b.destination
                                          : a.bytes.first < b.bytes.first;
  });
  for (const Returned& r : returned_) {
    base::at(voqs_, r.destination).put_back(r.bytes);
  }
  returned_.clear();
}

std::int64_t Nic::waiting(int destination) const { return base::at(voqs_, destination).waiting(); }

bool Nic::has_waiting() const {
  return std::any_of(voqs_.begin(), voqs_.end(), [](const Voq& q) { return q.waiting() > 0; });
}

void Nic::arrive(int, const Transfer& transfer) {
  if (transfer.destination != index_) {
    losses_.lost(transfer, transfer.bytes, Why::wrong_setting);
    return;
  }
  if (keeps_) arrived_.push_back(transfer);
  last_arrival_ = std::max(last_arrival_, transfer.tail);
  const Passage passage{transfer.head, transfer.tail, transfer.bytes.count};
  if (!transfer.parcels) {
    take_in(transfer.source, transfer.bytes, passage, 0);
    return;
  }
  keep_parcels(*transfer.parcels, passage);
}

// Those for this NPU have come; the others are to be sent on.
void Nic::keep_parcels(const std::vector<Parcel>& parcels, const Passage& passage) {
  std::int64_t before = 0;
  for (const Parcel& parcel : parcels) {
    if (parcel.destination == index_) {
      take_in(parcel.source, parcel.bytes, passage, before);
    } else {
      stored_.put(parcel, passage.tail + forward_);
    }
    before += parcel.bytes.count;
  }
}

void Nic::receive(int source, ByteRange bytes, base::Picoseconds head, base::Picoseconds tail) {
  last_arrival_ = std::max(last_arrival_, tail);
  take_in(source, bytes, {head, tail, bytes.count}, 0);
}

void Nic::receive(const std::vector<Parcel>& parcels, base::Picoseconds head,
                  base::Picoseconds tail) {
  if (tail < last_arrival_) throw NotInBulk{};
  last_arrival_ = tail;
  keep_parcels(parcels, {head, tail, bytes_in(parcels)});
}

// `before`: bytes of the passage that come before these.
void Nic::take_in(int from, ByteRange bytes, const Passage& passage, std::int64_t before) {
  Incoming& in = base::at(incoming_, from);
  JQ_CHECK(in.received.add(bytes), "no byte comes twice");
  const std::int64_t data = std::min(bytes.count, in.awaited.data - bytes.first);
  if (data <= 0) return;  // acknowledgements
  // By parallel switches later bytes may come sooner.
  in.finish = std::max(in.finish, data_end(passage, before + data));
}

// When so many bytes of a passage are in: acknowledgements follow data.
base::Picoseconds Nic::data_end(const Passage& passage, std::int64_t bytes) const {
  if (bytes >= passage.bytes) return passage.tail;
  return std::min(passage.tail, passage.head + framing_.time(bytes));
}

bool Nic::has_received_all() const {
  return std::all_of(incoming_.begin(), incoming_.end(),
                     [](const Incoming& in) { return in.received.complete(in.awaited.all); });
}

base::Picoseconds Nic::sending(int link) const { return base::at(ups_, link).sending; }

std::int64_t Nic::received(int source) const {
  return base::at(incoming_, source).received.count();
}

std::optional<base::Picoseconds> Nic::finished(int source) const {
  const Incoming& in = base::at(incoming_, source);
  if (!in.received.covers(in.awaited.data)) return std::nullopt;
  return in.finish;
}

}  // namespace jacquard::systemc
