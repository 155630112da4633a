#include "core/kernel/observed_launch.h"

#include <bit>
#include <charconv>
#include <limits>
#include <map>

#include "core/base/json_fields.h"
#include "core/base/symbol_name.h"

namespace warpwright {

using nlohmann::json;

namespace {

enum class NumberKind : uint8_t { none, truth, signedWhole, unsignedWhole, real };

/// What the bits of a type mean. Names of other types may stand for anything.
NumberKind kindOf(std::string type, uint32_t bytes) {
  for (const char* qualifier : {"const ", "volatile ", " const", " volatile"}) {
    const size_t length = std::char_traits<char>::length(qualifier);
    if (type.starts_with(qualifier)) type.erase(0, length);
    if (type.ends_with(qualifier)) type.resize(type.size() - length);
  }
  struct Known {
    NumberKind kind;
    uint32_t bytes;
  };
  using enum NumberKind;
  static const std::map<std::string, Known> known{{"bool", {truth, 1}},
                                                  {"char", {signedWhole, 1}},
                                                  {"signed char", {signedWhole, 1}},
                                                  {"unsigned char", {unsignedWhole, 1}},
                                                  {"short", {signedWhole, 2}},
                                                  {"unsigned short", {unsignedWhole, 2}},
                                                  {"int", {signedWhole, 4}},
                                                  {"unsigned int", {unsignedWhole, 4}},
                                                  {"unsigned", {unsignedWhole, 4}},
                                                  {"long", {signedWhole, 8}},
                                                  {"unsigned long", {unsignedWhole, 8}},
                                                  {"size_t", {unsignedWhole, 8}},
                                                  {"long long", {signedWhole, 8}},
                                                  {"unsigned long long", {unsignedWhole, 8}},
                                                  {"float", {real, 4}},
                                                  {"double", {real, 8}}};
  const auto found = known.find(type);
  return found == known.end() || found->second.bytes != bytes ? none : found->second.kind;
}

int64_t signedBits(uint64_t bits, uint32_t bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<int64_t>(bits << unused) >> unused;
}

template <typename Real>
std::string realText(Real value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

bool isNull(const ObservedArgument& argument) {
  return argument.type.ends_with('*') && argument.bits == uint64_t{0};
}

/// As programs read it: a number, true or false; null where there is none.
json valueJson(const ObservedArgument& argument) {
  if (!argument.bits) return nullptr;
  const uint64_t bits = *argument.bits;
  switch (kindOf(argument.type, argument.bytes)) {
    case NumberKind::truth:
      return (bits & 0xff) != 0;
    case NumberKind::signedWhole:
      return signedBits(bits, argument.bytes);
    case NumberKind::unsignedWhole:
      return bits;
    case NumberKind::real:
      if (argument.bytes == 4) return std::bit_cast<float>(static_cast<uint32_t>(bits));
      return std::bit_cast<double>(bits);
    case NumberKind::none:
      break;
  }
  return nullptr;
}

std::vector<std::optional<int64_t>> wholeNumbers(const std::vector<ObservedArgument>& arguments) {
  std::vector<std::optional<int64_t>> numbers;
  for (const ObservedArgument& argument : arguments) numbers.push_back(wholeNumber(argument));
  return numbers;
}

}  // namespace

std::string valueText(const ObservedArgument& argument) {
  if (isNull(argument)) return "null";
  if (!argument.bits) return {};
  const uint64_t bits = *argument.bits;
  switch (kindOf(argument.type, argument.bytes)) {
    case NumberKind::truth:
      return (bits & 0xff) != 0 ? "true" : "false";
    case NumberKind::signedWhole:
      return std::to_string(signedBits(bits, argument.bytes));
    case NumberKind::unsignedWhole:
      return std::to_string(bits);
    case NumberKind::real:
      return argument.bytes == 4 ? realText(std::bit_cast<float>(static_cast<uint32_t>(bits)))
                                 : realText(std::bit_cast<double>(bits));
    case NumberKind::none:
      break;
  }
  return {};
}

std::optional<int64_t> wholeNumber(const ObservedArgument& argument) {
  if (!argument.bits) return std::nullopt;
  switch (kindOf(argument.type, argument.bytes)) {
    case NumberKind::truth:
      return (*argument.bits & 0xff) != 0 ? 1 : 0;
    case NumberKind::signedWhole:
      return signedBits(*argument.bits, argument.bytes);
    case NumberKind::unsignedWhole:
      if (*argument.bits > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::nullopt;
      return static_cast<int64_t>(*argument.bits);
    case NumberKind::real:
    case NumberKind::none:
      break;
  }
  return std::nullopt;
}

void fieldsOf(auto& fields, Of<ObservedMemory> auto& memory) {
  fields.defaulted("name", utf8(memory.name));
  fields.defaulted("number", memory.number);
  fields.defaulted("size", memory.size);
  fields.defaulted("offset", memory.offset);
  fields.sparse("alignment", memory.alignment);
}

void fieldsOf(auto& fields, Of<ObservedArgument> auto& argument) {
  fields.defaulted("name", utf8(argument.name));
  fields.defaulted("type", utf8(argument.type));
  fields.defaulted("bytes", argument.bytes);
  fields.sparse("bits", argument.bits);
  if (fields.writes && argument.bits) fields.derived("value", valueJson(argument));
  fields.sparse("memory", argument.memory);
}

void fieldsOf(auto& fields, Of<ObservedLaunch> auto& launch) {
  fieldsOf(fields, launch.at);
  fields.derived("observed", true);
  fields.defaulted("count", launch.count);
  fields.derived("kernel", demangled(launch.kernel));
  fields.defaulted("mangled_name", launch.kernel);
  fields.defaulted("grid", launch.grid);
  fields.defaulted("block", launch.block);
  fields.defaulted("shared", launch.sharedBytes);
  fields.sparse("cooperative", launch.cooperative);
  fields.defaulted("stream", launch.stream);
  fields.derived("arguments", wholeNumbers(launch.arguments));
  fields.defaulted("values", launch.arguments);
}

void fieldsOf(auto& fields, Of<ObservedKernel> auto& kernel) {
  fields("name", kernel.name);
  fields.defaulted("defined_at", kernel.definedAt);
  fields.defaulted("launches", kernel.launches);
  fields.defaulted("others", kernel.others);
}

void fieldsOf(auto& fields, Of<ObservedRun> auto& run) {
  fields("program", utf8(run.program));
  fields.defaulted("arguments", utf8(run.arguments));
  fields.defaulted("exit", run.exitCode);
  fields.defaulted("launches", run.launches);
  fields.defaulted("seconds", run.seconds);
  fields.defaulted("notes", utf8(run.notes));
}

WARPWRIGHT_JSON_BY_FIELDS(ObservedLaunch)
WARPWRIGHT_JSON_BY_FIELDS(ObservedKernel)
WARPWRIGHT_JSON_BY_FIELDS(ObservedRun)

}  // namespace warpwright
