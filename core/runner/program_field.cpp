#include "core/runner/program_field.h"

#include <nlohmann/json.hpp>

namespace warpwright {

using nlohmann::json;

json toJson(const ProgramField& field) {
  return {{"name", field.name}, {"buffer", field.isBuffer}, {"argument", field.argument}, {"variable", field.variable}, {"bytes", field.bytes}};
}

ProgramField programFieldFromJson(const json& object) {
  return {object.at("name").get<std::string>(), object.at("buffer").get<bool>(), object.at("argument").get<int>(),
          object.at("variable").get<std::string>(), object.at("bytes").get<uint32_t>()};
}

}  // namespace warpwright
