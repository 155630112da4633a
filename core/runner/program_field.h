#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace warpwright {

/// What a pre-execution program is handed for one field of its `Arguments`: one of the kernel's arguments, or a device variable.
struct ProgramField {
  std::string name;
  bool isBuffer = false;           ///< memory: its address and how far it goes; else a number of `bytes` bytes
  int argument = -1;               ///< the kernel's argument that it is, or that points to it; -1: something else
  std::string variable;            ///< the device variable that the buffer is; empty: none
  uint32_t bytes = 0;
};

nlohmann::json toJson(const ProgramField& field);
/// May throw nlohmann::json::exception.
ProgramField programFieldFromJson(const nlohmann::json& json);

}  // namespace warpwright
