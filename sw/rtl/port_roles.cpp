// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/port_roles.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "jacquard/rtl/pins.hpp"

namespace jacquard::rtl {
namespace {

constexpr bool kIn = true, kOut = false, kNeeded = true, kMay = false;

constexpr const char* kAsked =
    "req reqs request requests req_vec request_vector valid vld v in_valid inp_valid valids";
constexpr const char* kGranted =
    "gnt gnts grant grants gnt_vec grant_vec grant_vector grant_onehot gnt_onehot nxt_gnt next_gnt "
    "yumi ready rdy in_ready inp_ready ack";
constexpr const char* kTaken =
    "ready rdy gnt ready_and ready_then out_ready oup_ready consumer_ready";
constexpr const char* kShown =
    "valid vld v req gnt_valid grant_valid grant_v out_valid oup_valid any";
constexpr const char* kDest = "dest dst sel sel_io out_port port dest_port select destination";
constexpr const char* kData = "data din in_data inp_data payload d";
constexpr const char* kOutData = "data dout out_data oup_data payload q";
constexpr const char* kIndex =
    "idx index sel tag grant_encoded gnt_idx grant_idx grant_index gnt_id grant_id selected select";

const Role kAsks{"req", kIn, Count::requesters, Field::bit, kNeeded, kAsked, "a requester asks"};
const Role kGrants{"gnt", kOut, Count::requesters, Field::bit, kMay, kGranted, "it is granted"};
const Role kReady{"ready", kIn, Count::outputs, Field::bit, kMay, kTaken, "an output takes"};
const Role kYumi{"yumi",
                 kIn,
                 Count::outputs,
                 Field::bit,
                 kMay,
                 "yumi accept taken",
                 "ready, where something is offered"};
const Role kValid{
    "valid", kOut, Count::outputs, Field::bit, kMay, kShown, "an output is offered something"};
const Role kWords{"data", kIn, Count::requesters, Field::data, kMay, kData, "a requester's word"};
const Role kWordsOut{
    "data_out", kOut, Count::outputs, Field::data, kMay, kOutData, "the granted requester's word"};
const Role kAck{"ack",
                kIn,
                Count::requesters,
                Field::bit,
                kMay,
                "ack acknowledge release",
                "the granted requester is done"};
const Role kPrevious{"previous",
                     kIn,
                     Count::requesters,
                     Field::bit,
                     kMay,
                     "gnt grant last_gnt prev_gnt last_grant prev_grant",
                     "the grant of the clock before (a register that the harness adds)"};
const Role kStart{"start",
                  kIn,
                  Count::one,
                  Field::bit,
                  kMay,
                  "start go",
                  "the requests may be looked at, until done"};
const Role kDone{
    "done", kOut, Count::one, Field::bit, kMay, "done finished", "the grants are the answer"};

const std::vector<Role> kNTo1{
    kAsks,
    kGrants,
    kReady,
    kYumi,
    kValid,
    kWords,
    kWordsOut,
    kAck,
    kPrevious,
    kStart,
    kDone,
    {"index", kOut, Count::one, Field::requester, kMay, kIndex, "the granted requester's number"},
    {"weight", kIn, Count::requesters, Field::data, kMay, "weight weights", "its weight"}};

const std::vector<Role> kAllocator{
    kAsks,
    kGrants,
    kReady,
    kYumi,
    kValid,
    kWords,
    kWordsOut,
    kAck,
    kStart,
    kDone,
    {"dest", kIn, Count::requesters, Field::output, kNeeded, kDest, "the output it asks for"},
    {"select", kOut, Count::outputs_by_inputs, Field::bit, kMay,
     "grants_oi_one_hot grant_matrix select xbar_sel", "the input that an output is connected to"}};

const std::vector<Role> kMatrix{kAsks, kGrants, kReady, kYumi, kAck, kStart, kDone};

const std::vector<Role> kArbiter{
    {"req", kIn, Count::requesters, Field::bit, kNeeded, kAsked, "input i asks for output j",
     "req_i"},
    {"prio", kIn, Count::one, Field::output, kMay, "prio priority", "the diagonal to serve first",
     "prio_i"},
    {"valid_i", kIn, Count::one, Field::bit, kMay, "valid req_valid", "req is a request",
     "valid_i"},
    {"gnt", kOut, Count::requesters, Field::bit, kNeeded, kGranted, "it is granted", "gnt_o"},
    {"valid_o", kOut, Count::one, Field::bit, kMay, "valid gnt_valid grant_valid",
     "gnt is an answer", "valid_o"}};

const std::vector<Role> kCrossbar{
    {"req", kIn, Count::inputs, Field::bit, kNeeded, kAsked, "an input has a word"},
    {"gnt", kOut, Count::inputs, Field::bit, kNeeded, kGranted, "it is taken"},
    {"dest", kIn, Count::inputs, Field::output, kMay, kDest, "the output it goes to"},
    {"data", kIn, Count::inputs, Field::data, kNeeded, kData, "the word"},
    {"valid", kOut, Count::outputs, Field::bit, kNeeded, kShown, "an output has a word"},
    {"ready", kIn, Count::outputs, Field::bit, kMay, kTaken, "it is taken"},
    {"yumi", kIn, Count::outputs, Field::bit, kMay, "yumi accept taken",
     "ready, where there is a word"},
    {"data_out", kOut, Count::outputs, Field::data, kNeeded, kOutData, "the word"}};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

int Role::counted(const SwitchShape& shape) const {
  switch (count) {
    case Count::one:
      return 1;
    case Count::requesters:
      return shape.requesters();
    case Count::inputs:
      return shape.inputs;
    case Count::outputs:
      return shape.outputs;
    case Count::outputs_by_inputs:
      return shape.outputs * shape.inputs;
  }
  return 0;
}

int Role::field_bits(const SwitchShape& shape, int port_bits) const {
  const int fields = counted(shape);
  if (fields == 0 || port_bits == 0 || port_bits % fields != 0) return 0;
  const int bits = port_bits / fields;
  switch (field) {
    case Field::bit:
      return bits == 1 ? 1 : 0;
    case Field::requester:
      return bits >= port_width(shape.requesters()) ? bits : 0;
    case Field::output:
      return bits >= port_width(shape.outputs) ? bits : 0;
    case Field::data:
      return bits;
  }
  return 0;
}

base::Span<const Role> roles_of(RtlKind kind) {
  switch (kind) {
    case RtlKind::arbiter:
      return kArbiter;
    case RtlKind::n_to_1:
      return kNTo1;
    case RtlKind::allocator:
      return kAllocator;
    case RtlKind::matrix:
      return kMatrix;
    case RtlKind::crossbar:
      break;
  }
  return kCrossbar;
}

const Role* role_named(RtlKind kind, const std::string& name) {
  for (const Role& role : roles_of(kind)) {
    if (role.name == name) return &role;
  }
  return nullptr;
}

bool is_one_of(const char* names, const std::string& name) {
  std::istringstream words(names);
  for (std::string word; words >> word;) {
    if (word == name) return true;
  }
  return false;
}

std::string plain_name(const std::string& port) {
  std::string name = port;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* end : {"_i", "_o", "_in", "_out"}) {
    if (ends_with(name, end)) {
      name.resize(name.size() - std::string(end).size());
      break;
    }
  }
  for (const char* begin : {"s_axis_t", "m_axis_t", "s_axis_", "m_axis_", "i_", "o_", "s_", "m_"}) {
    if (name.rfind(begin, 0) == 0) return name.substr(std::string(begin).size());
  }
  return name;
}

bool is_clock_name(const std::string& name) {
  return is_one_of("clk clock aclk clk_core ck", plain_name(name));
}

bool is_reset_name(const std::string& name, bool& high) {
  const std::string plain = plain_name(name);
  high = is_one_of("rst reset arst srst areset sreset rst_sync", plain);
  return high || is_one_of(
                     "rst_n rst_ni rstn resetn aresetn arst_n arstn reset_n nreset n_rst rst_l "
                     "reset_l rst_b reset_b nrst",
                     plain);
}

bool is_tied_name(const std::string& name, bool& ones) {
  const std::string plain = plain_name(name);
  ones = is_one_of(
      "en enable ena ce clk_en clken grants_en keep tkeep strb last tlast req_chk update", plain);
  return ones || is_one_of(
                     "clr clear flush clr_arb test testmode test_mode test_en scan_mode "
                     "scan_en rr id tid user tuser dest prio",
                     plain);
}

std::vector<std::string> count_parameters(Count count) {
  if (count == Count::outputs) return {"NumOut", "NumOup", "M_COUNT", "o_els_p", "OUTPUTS", "M"};
  return {"N",          "NumIn",    "NumInp",      "NumReq",     "PORTS",   "NUM_PORTS",
          "S_COUNT",    "inputs_p", "i_els_p",     "AGENTS_NUM", "INPUTS",  "N_OF_INPUTS",
          "NUM_REQ",    "NREQ",     "NumRequests", "N_REQ",      "width_p", "num_in_p",
          "NUM_INPUTS", "NUM_REQS", "NumPorts"};
}

}  // namespace jacquard::rtl
