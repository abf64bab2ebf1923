// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "systemc/circuit/framing.hpp"
#include "systemc/circuit/link.hpp"
#include "systemc/circuit/losses.hpp"
#include "systemc/circuit/relay_store.hpp"
#include "systemc/circuit/voq.hpp"

namespace jacquard::systemc {

class BulkWay;

// What a circuit may carry for a destination that is further on.
struct Portion {
  int destination = 0;
  std::int64_t payload = 0;
};

// Leave to send: at `at`, to `destination`, as much as fits in `payload` bytes. Over several hops:
// these portions.
struct Grant {
  base::Picoseconds at{0};
  int destination = 0;
  std::int64_t payload = 0;
  std::vector<Portion> portions = {};
  int link = 0;  // of those to parallel switches
};

// Data that left an NPU.
struct Sent {
  int destination = 0;
  base::Picoseconds from{0};
  base::Picoseconds to{0};
  base::Bytes payload{0};
  int link = 0;
};

// What one NPU has for another: data, and after them in the same queue acknowledgements.
struct Message {
  std::int64_t data = 0;
  std::int64_t all = 0;  // bytes of both
};

// An NPU's network interface: a virtual output queue per destination, from which it sends what it
// is granted, and what it has received from each source. What was meant for another is lost. It has
// a link to each of the parallel switches, and sends on all of them at the same time.
class Nic final : public TransferSink {
 public:
  // `owes`: bytes for each destination; `awaits`: what comes from each source.
  Nic(int index, base::Span<const std::int64_t> owes, std::vector<Message> awaits,
      const Framing& framing, LossSink& losses, Shuffle& shuffle);
  ~Nic() override;

  // To one link more, by which messages go when their time has come; or, with so many links, past
  // all events.
  void connect(Link& up);
  void connect(BulkWay& bulk, int links);
  void keep_transfers() { keeps_ = true; }  // sent and received
  // Of schedules over several hops: from the last bit of what is to go on to its first on its way.
  void set_forward(base::Picoseconds forward) { forward_ = forward; }

  // Requires a time not before now; those of one link in their order. Grants of one time take from
  // a VOQ in the order in which they came. In bulk: throws NotInBulk.
  void grant(const Grant& grant);
  // What a fault lost. It waits apart until reclaim(), and is not sent before.
  void give_back(int destination, ByteRange bytes);
  void reclaim();

  // What its VOQs hold now: the row of the demand it reports.
  std::int64_t waiting(int destination) const;
  bool has_waiting() const;

  void arrive(int port, const Transfer& transfer) override;
  // In bulk: a message from `source`, with the times of its first and last bit here.
  void receive(int source, ByteRange bytes, base::Picoseconds head, base::Picoseconds tail);
  // The same over several hops. Throws NotInBulk where it overtakes what came before.
  void receive(const std::vector<Parcel>& parcels, base::Picoseconds head, base::Picoseconds tail);

  int index() const { return index_; }
  bool has_received_all() const;
  std::int64_t received(int source) const;  // bytes of data and acknowledgements
  // When the last byte of data from `source` had come; absent while some have not.
  std::optional<base::Picoseconds> finished(int source) const;
  base::Picoseconds last_arrival() const { return last_arrival_; }  // of anything
  base::Picoseconds sending(int link) const;
  std::int64_t sends() const { return sends_; }
  const std::vector<Sent>& sent() const { return sent_; }            // in time order, if kept
  const std::vector<Transfer>& arrived() const { return arrived_; }  // likewise

 private:
  class Sender;  // the process that sends, where messages go by events

  // All of a source side by side: a fabric has as many as pairs, and each message looks one up.
  struct Incoming {
    Message awaited;
    Received received = {};
    base::Picoseconds finish{0};
  };
  struct Uplink {
    Link* link = nullptr;  // none in bulk
    base::Picoseconds busy_until{0};
    base::Picoseconds sending{0};  // in all
  };
  struct Numbered {
    Grant grant;
    std::int64_t number;
  };

  // Of what comes in one go: its times, and its bytes.
  struct Passage {
    base::Picoseconds head, tail;
    std::int64_t bytes;
  };

  void send();
  void queue(Numbered grant);
  void send_in_bulk(const Grant& grant);
  void send_portions(const Grant& grant);
  void take_portions(const Grant& grant, base::Picoseconds at, std::vector<Parcel>& parcels);
  void keep_parcels(const std::vector<Parcel>& parcels, const Passage& passage);
  base::Picoseconds occupy(Uplink& up, base::Picoseconds head, std::int64_t bytes);
  void launch(Transfer transfer, int link);
  void take_in(int from, ByteRange bytes, const Passage& passage, std::int64_t before);
  base::Picoseconds data_end(const Passage& passage, std::int64_t bytes) const;

  struct Returned {
    int destination;
    ByteRange bytes;
  };

  int index_;
  const Framing& framing_;
  LossSink& losses_;
  Shuffle& shuffle_;
  std::vector<Uplink> ups_;
  std::unique_ptr<Sender> sender_;
  BulkWay* bulk_ = nullptr;
  std::vector<Voq> voqs_;
  std::vector<Incoming> incoming_;  // by source
  std::vector<Returned> returned_;
  RelayStore stored_;
  base::Picoseconds forward_{0};
  std::deque<Numbered> grants_;  // by their time, then by their number
  std::int64_t granted_ = 0;
  base::Picoseconds last_grant_{0};  // in bulk
  base::Picoseconds last_arrival_{0};
  std::vector<Parcel> parcels_;  // in bulk: of the message that is sent
  std::int64_t sends_ = 0;
  bool keeps_ = false;
  std::vector<Sent> sent_;
  std::vector<Transfer> arrived_;
};

}  // namespace jacquard::systemc
