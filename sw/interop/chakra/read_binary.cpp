// SPDX-License-Identifier: Apache-2.0
// The protocol buffers of a .et file, without generated code: a length before each message, first
// the metadata, then the nodes. Unknown fields are skipped, as the format's own readers do.
#include <fmt/format.h>

#include <algorithm>
#include <protozero/pbf_reader.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/text.hpp"
#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

// A fault inside a message: the message's reader adds the place.
struct Fault {
  std::string expected;
  std::string found;
};

constexpr const char* kForeign = "is this a Chakra execution trace (.et)?";

std::string text_of(pbf_reader& reader, const char* what) {
  const protozero::data_view view = reader.get_view();
  std::string text(view.data(), view.size());
  if (!is_utf8(text)) throw Fault{std::string(what) + " in UTF-8", "other bytes"};
  return text;
}

void require(const pbf_reader& reader, pbf_wire_type type, const char* what) {
  if (reader.wire_type() == type) return;
  throw Fault{
      fmt::format("{} (field {}) as wire type {}", what, reader.tag(), static_cast<int>(type)),
      fmt::format("wire type {}", static_cast<int>(reader.wire_type()))};
}

std::uint64_t number_of(pbf_reader& reader, const char* what) {
  require(reader, pbf_wire_type::varint, what);
  return reader.get_uint64();
}

std::string string_of(pbf_reader& reader, const char* what) {
  require(reader, pbf_wire_type::length_delimited, what);
  return text_of(reader, what);
}

// Repeated numbers come packed into one field or one by one.
void numbers_of(pbf_reader& reader, const char* what, std::vector<std::uint64_t>& numbers) {
  if (reader.wire_type() == pbf_wire_type::varint) {
    numbers.push_back(reader.get_uint64());
    return;
  }
  require(reader, pbf_wire_type::length_delimited, what);
  for (const std::uint64_t number : reader.get_packed_uint64()) numbers.push_back(number);
}

pbf_wire_type wire_type_of(AttributeType type) {
  switch (type) {
    case AttributeType::double_:
    case AttributeType::fixed64:
    case AttributeType::sfixed64:
      return pbf_wire_type::fixed64;
    case AttributeType::float_:
    case AttributeType::fixed32:
    case AttributeType::sfixed32:
      return pbf_wire_type::fixed32;
    case AttributeType::string:
    case AttributeType::bytes:
      return pbf_wire_type::length_delimited;
    default:
      return pbf_wire_type::varint;
  }
}

// One value where the reader stands: a whole field, or an element of a packed list.
AttributeScalar scalar_of(pbf_reader& reader, AttributeType type) {
  switch (type) {
    case AttributeType::double_:
      return reader.get_double();
    case AttributeType::float_:
      return static_cast<double>(reader.get_float());
    case AttributeType::int32:
      return std::int64_t{reader.get_int32()};
    case AttributeType::int64:
      return reader.get_int64();
    case AttributeType::uint32:
      return std::uint64_t{reader.get_uint32()};
    case AttributeType::sint32:
      return std::int64_t{reader.get_sint32()};
    case AttributeType::sint64:
      return reader.get_sint64();
    case AttributeType::fixed32:
      return std::uint64_t{reader.get_fixed32()};
    case AttributeType::fixed64:
      return std::uint64_t{reader.get_fixed64()};
    case AttributeType::sfixed32:
      return std::int64_t{reader.get_sfixed32()};
    case AttributeType::sfixed64:
      return std::int64_t{reader.get_sfixed64()};
    case AttributeType::bool_:
      return std::uint64_t{reader.get_bool()};
    case AttributeType::string:
      return text_of(reader, "a string value");
    case AttributeType::bytes:
      return reader.get_bytes();
    default:
      return reader.get_uint64();
  }
}

template <class Range, class Scalar = typename Range::iterator::value_type>
void append(std::vector<AttributeScalar>& values, const Range& range) {
  using Wide =
      std::conditional_t<std::is_floating_point_v<Scalar>, double,
                         std::conditional_t<std::is_signed_v<Scalar>, std::int64_t, std::uint64_t>>;
  for (const auto value : range) values.push_back(static_cast<Wide>(value));
}

void append_packed(pbf_reader& reader, AttributeType type, std::vector<AttributeScalar>& values) {
  switch (type) {
    case AttributeType::double_:
      return append(values, reader.get_packed_double());
    case AttributeType::float_:
      return append(values, reader.get_packed_float());
    case AttributeType::int32:
      return append(values, reader.get_packed_int32());
    case AttributeType::int64:
      return append(values, reader.get_packed_int64());
    case AttributeType::uint32:
      return append(values, reader.get_packed_uint32());
    case AttributeType::sint32:
      return append(values, reader.get_packed_sint32());
    case AttributeType::sint64:
      return append(values, reader.get_packed_sint64());
    case AttributeType::fixed32:
      return append(values, reader.get_packed_fixed32());
    case AttributeType::fixed64:
      return append(values, reader.get_packed_fixed64());
    case AttributeType::sfixed32:
      return append(values, reader.get_packed_sfixed32());
    case AttributeType::sfixed64:
      return append(values, reader.get_packed_sfixed64());
    case AttributeType::bool_:
      for (const bool value : reader.get_packed_bool()) values.emplace_back(std::uint64_t{value});
      return;
    default:
      return append(values, reader.get_packed_uint64());
  }
}

std::vector<AttributeScalar> list_of(pbf_reader list, AttributeType type) {
  std::vector<AttributeScalar> values;
  const pbf_wire_type single = wire_type_of(type);
  while (list.next()) {
    if (list.tag() != 1) {
      list.skip();
    } else if (list.wire_type() == single) {
      values.push_back(scalar_of(list, type));
    } else {
      require(list, pbf_wire_type::length_delimited, "the values of a list");
      append_packed(list, type, values);
    }
  }
  return values;
}

ChakraAttribute attribute_of(pbf_reader reader) {
  ChakraAttribute attribute;
  while (reader.next()) {
    const auto field = static_cast<int>(reader.tag());
    if (field == 1) {
      attribute.name = string_of(reader, "an attribute's name");
    } else if (field == 2) {
      attribute.doc = string_of(reader, "an attribute's description");
    } else if (field < 3 || field > kLastAttributeField) {
      reader.skip();
    } else {
      const AttributeType type = element_type(field);
      attribute.field = field;
      if (is_list(field)) {
        require(reader, pbf_wire_type::length_delimited, "a list of values");
        attribute.values = list_of(reader.get_message(), type);
      } else {
        require(reader, wire_type_of(type), "an attribute's value");
        attribute.values = {scalar_of(reader, type)};
      }
    }
  }
  return attribute;
}

void add_attribute(pbf_reader& reader, std::vector<ChakraAttribute>& all) {
  require(reader, pbf_wire_type::length_delimited, "an attribute");
  ChakraAttribute attribute = attribute_of(reader.get_message());
  const auto place = std::lower_bound(
      all.begin(), all.end(), attribute,
      [](const ChakraAttribute& a, const ChakraAttribute& b) { return a.name < b.name; });
  if (place != all.end() && place->name == attribute.name) {
    throw Fault{"each attribute once", config::brief(attribute.name.substr(0, 60)) + " twice"};
  }
  all.insert(place, std::move(attribute));
}

ChakraTensors tensors_of(pbf_reader& outer) {
  require(outer, pbf_wire_type::length_delimited, "the tensors of a node");
  ChakraTensors tensors;
  pbf_reader reader = outer.get_message();
  while (reader.next()) {
    switch (reader.tag()) {
      case 1:
        tensors.values = string_of(reader, "the values of tensors");
        break;
      case 2:
        tensors.shapes = string_of(reader, "the shapes of tensors");
        break;
      case 3:
        tensors.types = string_of(reader, "the types of tensors");
        break;
      default:
        reader.skip();
    }
  }
  return tensors;
}

void read_node(pbf_reader reader, ChakraNode& node) {
  while (reader.next()) {
    switch (reader.tag()) {
      case 1:
        node.id = number_of(reader, "a node's id");
        break;
      case 2:
        node.name = string_of(reader, "a node's name");
        break;
      case 3: {
        const std::uint64_t type = number_of(reader, "a node's type");
        if (type >= kChakraNodeTypes) {
          throw Fault{fmt::format("a node's type in 0..{}", kChakraNodeTypes - 1),
                      std::to_string(type)};
        }
        node.type = static_cast<ChakraNodeType>(type);
        break;
      }
      case 4:
        numbers_of(reader, "control dependencies", node.ctrl_deps);
        break;
      case 5:
        numbers_of(reader, "data dependencies", node.data_deps);
        break;
      case 6:
        node.start_micros = number_of(reader, "a start time");
        break;
      case 7:
        node.duration_micros = number_of(reader, "a duration");
        break;
      case 8:
        node.inputs = tensors_of(reader);
        break;
      case 9:
        node.outputs = tensors_of(reader);
        break;
      case 10:
        add_attribute(reader, node.attributes);
        break;
      default:
        reader.skip();
    }
  }
}

ChakraMetadata metadata_of(pbf_reader reader) {
  ChakraMetadata metadata;
  while (reader.next()) {
    switch (reader.tag()) {
      case 1:
        metadata.version = string_of(reader, "the version");
        break;
      case 2:
        add_attribute(reader, metadata.attributes);
        break;
      default:
        reader.skip();
    }
  }
  return metadata;
}

// Cuts one message after another off a file.
class Messages {
 public:
  Messages(const std::string& bytes, const std::string& source)
      : bytes_(bytes), source_(source), at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool more() const { return at_ != end_; }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - bytes_.data()); }

  // Calls read(message); what goes wrong in it is reported with `where()`, asked for afterwards.
  template <class Read, class Where>
  void next(Read&& read, Where&& where) {
    const std::size_t begin = offset();
    const auto fail = [&](const std::string& expected, const std::string& found) {
      throw base::ConfigError(
          {source_, fmt::format("byte {}, {}", begin, where()), expected, found, kForeign});
    };
    try {
      const std::uint64_t size = protozero::decode_varint(&at_, end_);
      const auto left = static_cast<std::uint64_t>(end_ - at_);
      if (size > left) {
        fail(fmt::format("a message of {} bytes", size), fmt::format("{} until the end", left));
      }
      const pbf_reader message(at_, static_cast<std::size_t>(size));
      at_ += size;
      read(message);
    } catch (const Fault& fault) {
      fail(fault.expected, fault.found);
    } catch (const protozero::exception& error) {
      fail("a message in protocol buffers", error.what());
    }
  }

 private:
  const std::string& bytes_;
  const std::string& source_;
  const char* at_;
  const char* end_;
};

}  // namespace

ChakraTrace parse_chakra(const std::string& bytes, const std::string& source) {
  ChakraTrace trace;
  trace.source = source;
  if (bytes.empty()) {
    throw base::ConfigError({source, "", "a Chakra execution trace", "an empty file", ""});
  }
  Messages messages(bytes, source);
  messages.next([&](const pbf_reader& m) { trace.metadata = metadata_of(m); },
                [] { return std::string("metadata"); });
  while (messages.more()) {
    ChakraNode node;
    node.offset = messages.offset();
    messages.next([&](const pbf_reader& m) { read_node(m, node); },
                  [&] {
                    const bool unread = node.id == 0 && node.name.empty();
                    return unread ? fmt::format("node number {}", trace.nodes.size() + 1)
                                  : describe(node);
                  });
    trace.nodes.push_back(std::move(node));
  }
  return trace;
}

}  // namespace jacquard::interop
