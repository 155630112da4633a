#include "core/base/json_text.h"
#include "core/finding/opportunity_json.h"

namespace warpwright {
namespace {

using nlohmann::json;

json toJson(const SourcePosition& at) {
  json object{{"line", at.line}};
  if (at.column != 0) object["column"] = at.column;
  if (!at.file.empty()) object["file"] = jsonText(at.file);
  return object;
}

json toJson(const Argument& argument) {
  if (const auto* words = std::get_if<std::string>(&argument)) return {{"text", jsonText(*words)}};
  if (const auto* word = std::get_if<Code>(&argument)) return {{"code", jsonText(word->text)}};
  if (const auto* number = std::get_if<int64_t>(&argument)) return {{"number", *number}};
  if (const auto* lines = std::get_if<LineList>(&argument)) {
    json object{{"lines", json::array()}};
    for (const SourcePosition& at : lines->at) object["lines"].push_back(toJson(at));
    if (lines->last != LineList().last) object["last"] = lines->last;
    if (lines->capital) object["capital"] = true;
    return object;
  }
  json messages = json::array();
  for (const Message& message : std::get<std::vector<Message>>(argument)) messages.push_back(partsJson(message));
  return {{"messages", messages}};
}

Argument argumentFromJson(const json& object) {
  if (object.contains("text")) return object.at("text").get<std::string>();
  if (object.contains("code")) return Code{object.at("code").get<std::string>()};
  if (object.contains("number")) return object.at("number").get<int64_t>();
  if (object.contains("lines")) {
    LineList lines;
    for (const json& at : object.at("lines")) {
      lines.at.push_back({at.value("file", ""), at.at("line").get<uint32_t>(), at.value("column", 0u)});
    }
    lines.last = object.value("last", lines.last);
    lines.capital = object.value("capital", false);
    return lines;
  }
  std::vector<Message> messages;
  for (const json& message : object.at("messages")) messages.push_back(messageFromParts(message));
  return messages;
}

}  // namespace

json partsJson(const Message& message) {
  json arguments = json::array();
  for (const Argument& argument : message.arguments) arguments.push_back(toJson(argument));
  return {{"text", jsonText(message.text)}, {"arguments", arguments}};
}

Message messageFromParts(const json& object) {
  Message message;
  message.text = object.at("text").get<std::string>();
  for (const json& argument : object.at("arguments")) message.arguments.push_back(argumentFromJson(argument));
  return message;
}

void messageField(FieldOutput& fields, const std::string& name, const Message& message) {
  fields.derived(name.c_str(), jsonText(toText(message)));
  if (!message.arguments.empty()) fields.derived((name + "_parts").c_str(), partsJson(message));
}

void messageField(FieldInput& fields, const std::string& name, Message& message) {
  std::string text;
  fields.defaulted(name.c_str(), text);
  const std::string partsName = name + "_parts";
  if (fields.has(partsName.c_str())) fields.through(partsName.c_str(), message, partsJson, messageFromParts);
  if (message != text) message = text;
}

}  // namespace warpwright
