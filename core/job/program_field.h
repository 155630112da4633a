#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright {

/// What a pre-execution program is handed for one field of its `Arguments`: one of the kernel's arguments, or a device
/// variable.
struct ProgramField {
  std::string name;
  bool isBuffer = false;  ///< memory: its address and how far it goes; else a number of `bytes` bytes
  int argument = -1;      ///< the kernel's argument that it is, or that points to it; -1: something else
  std::string variable;   ///< the device variable that the buffer is; empty: none
  uint32_t bytes = 0;
};

/// What a launch has for the fields of a program.
struct LaunchValues {
  std::string kernel;                                                        ///< its name
  std::vector<std::string_view> arguments;                                   ///< the bytes of each
  std::function<Result<uint64_t>(const ProgramField&)> variable;             ///< where a device variable lies
  std::function<uint64_t(const ProgramField&, uint64_t address)> bytesFrom;  ///< how far memory goes on from an address
};

/// The numbers that a program is handed: one a field, of a buffer its address and its bytes. Errors: a field that is no
/// whole argument (named); those of `variable`.
Result<std::vector<uint64_t>> fieldValues(const std::vector<ProgramField>& fields, const LaunchValues& launch);

void to_json(nlohmann::json& json, const ProgramField& field);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, ProgramField& field);

}  // namespace warpwright
