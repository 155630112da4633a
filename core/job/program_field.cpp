#include "core/job/program_field.h"

#include <cstring>

#include "core/base/json_fields.h"

namespace warpwright {

Result<std::vector<uint64_t>> fieldValues(const std::vector<ProgramField>& fields, const LaunchValues& launch) {
  std::vector<uint64_t> values;
  for (const ProgramField& field : fields) {
    uint64_t value = 0;
    if (field.argument >= 0) {
      const auto number = static_cast<size_t>(field.argument);
      if (number >= launch.arguments.size()) return inputError("The launch has too few arguments for the program.");
      const std::string_view given = launch.arguments[number];
      if (given.size() > sizeof value || (!field.isBuffer && given.size() < field.bytes)) {
        return inputError("Argument " + std::to_string(number) + " of `" + launch.kernel +
                          "` is no plain number or pointer: its "
                          "parts cannot be handed to the pre-execution program.");
      }
      std::memcpy(&value, given.data(), given.size());
    } else if (field.isBuffer) {
      const Result<uint64_t> address = launch.variable(field);
      if (!address.ok()) return address.error();
      value = *address;
    } else {
      return inputError("A part of an argument of `" + launch.kernel +
                        "` that is passed by value cannot be handed to the "
                        "pre-execution program.");
    }
    values.push_back(value);
    if (field.isBuffer) values.push_back(launch.bytesFrom(field, value));
  }
  return values;
}

void fieldsOf(auto& fields, Of<ProgramField> auto& field) {
  fields("name", field.name);
  fields("buffer", field.isBuffer);
  fields("argument", field.argument);
  fields("variable", field.variable);
  fields("bytes", field.bytes);
}

WARPWRIGHT_JSON_BY_FIELDS(ProgramField)

}  // namespace warpwright
