#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/source_range.h"

/// What launches of a program were seen to be while it ran. It says what was, never what must be: no verdict may take
/// it for given, which is why it is no `Launch` of a kernel model.
namespace warpwright {

/// The device memory that a pointer argument led to.
struct ObservedMemory {
  std::string name;        ///< of the allocation or variable, as messages have it: "gpuWall"
  uint32_t number = 0;     ///< the same for all pointers of one launch into one allocation; from 0, as arguments stand
  uint64_t size = 0;       ///< bytes of the allocation
  uint64_t offset = 0;     ///< bytes from its start to where the pointer leads
  uint32_t alignment = 0;  ///< the power of two, at most 256, that the address was a multiple of and would be in any
                           ///< run; 0: not known, as of variables
  bool operator==(const ObservedMemory&) const = default;
};

/// What one launch passed for one parameter.
struct ObservedArgument {
  std::string name;    ///< of the parameter in the source; empty: not known
  std::string type;    ///< as the compiler writes it: "float const*"; empty: not known, as of `extern "C"` kernels
  uint32_t bytes = 0;  ///< size of the argument
  /// Its bytes, the lowest first, of a number, a truth value or a null pointer; of a type that is not known, too, where
  /// there are eight at most. Absent: of structures, and of pointers that lead somewhere.
  std::optional<uint64_t> bits;
  std::optional<ObservedMemory> memory;  ///< of a pointer to device memory; absent: it is none, or leads elsewhere
  bool operator==(const ObservedArgument&) const = default;
};

/// Launches of one kernel, or one instantiation of a kernel template, that were alike in all that is here.
struct ObservedLaunch {
  std::string kernel;  ///< mangled: the instantiation
  SourcePosition at;   ///< of the launch; not valid: not known
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t sharedBytes = 0;  ///< dynamic shared memory of a block
  bool cooperative = false;  ///< its blocks could wait for each other
  uint32_t stream = 0;       ///< 0: the default one; others are numbered as they are first launched into
  std::vector<ObservedArgument> arguments;
  uint64_t count = 1;  ///< how many launches there were
};

/// What was seen of one kernel or instantiation.
struct ObservedKernel {
  static constexpr size_t mostLaunches = 256;  ///< different ones that are kept

  std::string name;          ///< mangled
  SourcePosition definedAt;  ///< where the kernel's name stands
  std::vector<ObservedLaunch> launches;
  uint64_t others = 0;  ///< launches unlike all that are kept
};

/// A run of a program that was observed.
struct ObservedRun {
  std::string program;                 ///< what was run: a file, a folder or a compile_commands.json
  std::vector<std::string> arguments;  ///< of the program
  int exitCode = 0;
  uint64_t launches = 0;
  double seconds = 0;              ///< of the program, without what was compiled for it
  std::vector<std::string> notes;  ///< why it did not come to its end; kernels that the analysis does not know; others
};

/// The argument as people read it: "4096", "0.5", "true", "null"; empty where there is no such number.
std::string valueText(const ObservedArgument& argument);
/// The same as a whole number; absent: it is none, or too large.
std::optional<int64_t> wholeNumber(const ObservedArgument& argument);

/// {"file", "line", "column", "grid", "block", "shared", "observed": true, "count", …}: as in the launches of an
/// analysis (ARCHITECTURE.md). Reading may throw nlohmann::json::exception, as of all these.
void to_json(nlohmann::json& json, const ObservedLaunch& launch);
void from_json(const nlohmann::json& json, ObservedLaunch& launch);
void to_json(nlohmann::json& json, const ObservedKernel& kernel);
void from_json(const nlohmann::json& json, ObservedKernel& kernel);
void to_json(nlohmann::json& json, const ObservedRun& run);
void from_json(const nlohmann::json& json, ObservedRun& run);

}  // namespace warpwright
