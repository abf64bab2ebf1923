// SPDX-License-Identifier: Apache-2.0
#include <protozero/pbf_writer.hpp>

#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {
namespace {

using protozero::pbf_writer;

std::int64_t signed_of(const AttributeScalar& value) { return std::get<std::int64_t>(value); }
std::uint64_t unsigned_of(const AttributeScalar& value) { return std::get<std::uint64_t>(value); }

void add_scalar(pbf_writer& out, int field, AttributeType type, const AttributeScalar& v) {
  const auto tag = static_cast<protozero::pbf_tag_type>(field);
  switch (type) {
    case AttributeType::none:
      break;
    case AttributeType::double_:
      out.add_double(tag, std::get<double>(v));
      break;
    case AttributeType::float_:
      out.add_float(tag, static_cast<float>(std::get<double>(v)));
      break;
    case AttributeType::int32:
      out.add_int32(tag, static_cast<std::int32_t>(signed_of(v)));
      break;
    case AttributeType::int64:
      out.add_int64(tag, signed_of(v));
      break;
    case AttributeType::uint32:
      out.add_uint32(tag, static_cast<std::uint32_t>(unsigned_of(v)));
      break;
    case AttributeType::uint64:
      out.add_uint64(tag, unsigned_of(v));
      break;
    case AttributeType::sint32:
      out.add_sint32(tag, static_cast<std::int32_t>(signed_of(v)));
      break;
    case AttributeType::sint64:
      out.add_sint64(tag, signed_of(v));
      break;
    case AttributeType::fixed32:
      out.add_fixed32(tag, static_cast<std::uint32_t>(unsigned_of(v)));
      break;
    case AttributeType::fixed64:
      out.add_fixed64(tag, unsigned_of(v));
      break;
    case AttributeType::sfixed32:
      out.add_sfixed32(tag, static_cast<std::int32_t>(signed_of(v)));
      break;
    case AttributeType::sfixed64:
      out.add_sfixed64(tag, signed_of(v));
      break;
    case AttributeType::bool_:
      out.add_bool(tag, unsigned_of(v) != 0);
      break;
    case AttributeType::string:
      out.add_string(tag, std::get<std::string>(v));
      break;
    case AttributeType::bytes:
      out.add_bytes(tag, std::get<std::string>(v));
      break;
  }
}

// A list's elements one by one rather than packed: every reader must take both, and one way serves
// all types.
void add_attribute(pbf_writer& node, protozero::pbf_tag_type tag,
                   const ChakraAttribute& attribute) {
  pbf_writer out(node, tag);
  out.add_string(1, attribute.name);
  if (!attribute.doc.empty()) out.add_string(2, attribute.doc);
  if (attribute.field == 0) return;
  const AttributeType type = element_type(attribute.field);
  if (!is_list(attribute.field)) {
    add_scalar(out, attribute.field, type, attribute.values.front());
    return;
  }
  const auto field = static_cast<protozero::pbf_tag_type>(attribute.field);
  if (attribute.values.empty()) {
    out.add_bytes(field, "");  // a writer of a message into which nothing goes drops it
    return;
  }
  pbf_writer list(out, field);
  for (const AttributeScalar& value : attribute.values) add_scalar(list, 1, type, value);
}

void add_text(pbf_writer& out, protozero::pbf_tag_type tag, const std::string& text) {
  if (!text.empty()) out.add_string(tag, text);
}

void add_tensors(pbf_writer& node, protozero::pbf_tag_type tag, const ChakraTensors& tensors) {
  if (tensors.values.empty() && tensors.shapes.empty() && tensors.types.empty()) return;
  pbf_writer out(node, tag);
  add_text(out, 1, tensors.values);
  add_text(out, 2, tensors.shapes);
  add_text(out, 3, tensors.types);
}

void append_message(std::string& file, const std::string& message) {
  protozero::write_varint(std::back_inserter(file), message.size());
  file += message;
}

std::string message_of(const ChakraNode& node) {
  std::string message;
  pbf_writer out(message);
  out.add_uint64(1, node.id);
  add_text(out, 2, node.name);
  out.add_enum(3, static_cast<std::int32_t>(node.type));
  if (!node.ctrl_deps.empty()) {
    out.add_packed_uint64(4, node.ctrl_deps.begin(), node.ctrl_deps.end());
  }
  if (!node.data_deps.empty()) {
    out.add_packed_uint64(5, node.data_deps.begin(), node.data_deps.end());
  }
  if (node.start_micros != 0) out.add_uint64(6, node.start_micros);
  if (node.duration_micros != 0) out.add_uint64(7, node.duration_micros);
  add_tensors(out, 8, node.inputs);
  add_tensors(out, 9, node.outputs);
  for (const ChakraAttribute& attribute : node.attributes) add_attribute(out, 10, attribute);
  return message;
}

}  // namespace

std::string write_chakra(const ChakraTrace& trace) {
  std::string file;
  std::string metadata;
  {
    pbf_writer out(metadata);
    add_text(out, 1, trace.metadata.version);
    for (const ChakraAttribute& attribute : trace.metadata.attributes) {
      add_attribute(out, 2, attribute);
    }
  }
  append_message(file, metadata);
  for (const ChakraNode& node : trace.nodes) append_message(file, message_of(node));
  return file;
}

}  // namespace jacquard::interop
