#pragma once

#include <string>

#include "core/base/json_fields.h"
#include "core/base/message.h"
#include "core/finding/opportunity.h"

/// How places and messages are written in JSON. Included by .cpp files only, for nlohmann's whole header.
namespace warpwright {

struct KernelResources;

/// {"file", "line", "column"} of a file that people may write by hand: what is missing stays unknown.
void placeFields(auto& fields, Of<SourcePosition> auto& at) {
  fields.defaulted("file", utf8(at.file));
  fields.defaulted("line", at.line);
  fields.defaulted("column", at.column);
}

/// {"file", "line", "column", "end_line", "end_column"}
void fieldsOf(auto& fields, Of<SourceRange> auto& range) {
  placeFields(fields, range.begin);
  fields.defaulted("end_line", range.endLine);
  fields.defaulted("end_column", range.endColumn);
}
/// The same; null where the range is not known.
void to_json(nlohmann::json& json, const SourceRange& range);
void from_json(const nlohmann::json& json, SourceRange& range);

/// {"text": "%1 at %2 …", "arguments": [{"code": "x"}, {"lines": [{"line": 43}]}]}: a message with what it speaks of.
/// Throws nlohmann::json::exception where it is something else, as all that reads does: callers catch at their edge.
nlohmann::json partsJson(const Message& message);
Message messageFromParts(const nlohmann::json& json);
/// A message as the member `name`, as it reads, and with what it speaks of as `name`_parts, where that is anything.
void messageField(FieldOutput& fields, const std::string& name, const Message& message);
/// What that wrote; the words alone where there are no parts, or where those say something else. Missing: empty.
void messageField(FieldInput& fields, const std::string& name, Message& message);

void to_json(nlohmann::json& json, const Opportunity& opportunity);
void from_json(const nlohmann::json& json, Opportunity& opportunity);
void to_json(nlohmann::json& json, const KernelResources& resources);
void from_json(const nlohmann::json& json, KernelResources& resources);

/// The member `name`, or null where it is missing.
const nlohmann::json& member(const nlohmann::json& json, const char* name);

}  // namespace warpwright
