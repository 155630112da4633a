#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/base/source_range.h"

namespace warpwright {

/// Content of a range of memory: numbers of the capture file's chunks, in order. Only the last may be short.
using MemoryImage = std::vector<uint32_t>;

/// How far an element may be from the reference and still count as the same. Without one, elements are compared bit by
/// bit. For floating-point elements only: others stay bitwise. Two NaNs are the same, whatever their bits; a NaN and a
/// number never are; infinities only where they are equal.
struct Tolerance {
  double absolute = 0, relative = 0;  ///< |a - b| <= absolute, or <= relative * max(|a|, |b|)
};

/// {"absolute", "relative"}. Reading may throw nlohmann::json::exception.
void to_json(nlohmann::json& json, const Tolerance& tolerance);
void from_json(const nlohmann::json& json, Tolerance& tolerance);
/// As requests name them by buffer: {"result": [absolute, relative]}. Reading may throw, too.
nlohmann::json tolerancePairs(const std::map<std::string, Tolerance>& tolerances);
std::map<std::string, Tolerance> tolerancesFromPairs(const nlohmann::json& json);

/// One file that the captured code was compiled from.
struct CapturedSource {
  std::string path;
  uint64_t hash = 0;  ///< hashText of its text then
};

/// Which program was captured, and how it was compiled.
struct CapturedProgram {
  std::string path;  ///< .cu file, folder or compile_commands.json
  std::vector<std::string> compilerFlags, arguments;
  std::string workingFolder, arch, toolkit;
  std::vector<CapturedSource> sources;  ///< of the kernel and of its launch, at least
};

struct CapturedKernel {
  std::string name;         ///< without parameters: "dynproc_kernel"
  std::string mangledName;  ///< what a replay looks for
  std::string signature;    ///< "dynproc_kernel(int, int*, int*, int*, int, int, int, int)"
  SourcePosition at;        ///< of its definition
  std::vector<uint64_t> parameterSizes;
  uint32_t unit = 0;  ///< which translation unit of the program defines it
};

/// One argument of the launch. Arguments lie at their offsets in the kernel's parameter memory, as cuKernelGetParamInfo
/// gives them.
struct CapturedArgument {
  uint64_t offset = 0, size = 0;
  std::string bytes;

  /// The bytes as one number, the lowest first; nothing: there are more than eight.
  std::optional<uint64_t> bits() const;
};

/// A piece of device memory: an allocation, or a __device__ or __constant__ variable.
struct CapturedMemory {
  enum class Kind : uint8_t { device, pinned, managed, variable, constant };
  Kind kind = Kind::device;
  std::string name;  ///< as the user knows it: "gpuWall"; of a variable, its mangled name
  uint64_t address = 0, size = 0;
  uint32_t unit = 0;          ///< of a variable: the translation unit that defines it
  std::string elementType;    ///< "float"; empty: not known
  SourcePosition at;          ///< where it was allocated or declared
  MemoryImage before, after;  ///< content at the launch, and the reference after it
  std::optional<Tolerance> tolerance;

  bool isVariable() const { return kind == Kind::variable || kind == Kind::constant; }
};

/// One launch of one kernel with all it may touch: what a replay needs to run it again, and what it should compute.
struct LaunchCapture {
  std::string producer;  ///< "engine" or "gpu"
  CapturedProgram program;
  CapturedKernel kernel;
  SourcePosition at;           ///< of the launch
  uint64_t kernelLaunch = 0;   ///< which launch of this kernel, from 0
  uint64_t programLaunch = 0;  ///< which launch of the program, from 0
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  bool cooperative = false;  ///< blocks may wait for each other
  std::vector<CapturedArgument> arguments;
  std::vector<CapturedMemory> memory;  ///< by address; no two overlap
  /// In `before`, what the launch overwrites without reading it holds other values than the reference: see FORMAT.md.
  bool outputsPoisoned = false;
  std::vector<std::string> notes;

  uint64_t memoryBytes() const;  ///< of all pieces
};

void to_json(nlohmann::json& json, const CapturedProgram& program);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, CapturedProgram& program);
nlohmann::json toJson(const LaunchCapture& capture);
/// Errors: fields missing or mistyped, and all that `validate` finds.
Result<LaunchCapture> launchCaptureFromJson(const nlohmann::json& json);
/// What a replay relies on: sizes and shapes that a GPU can have, arguments inside parameter memory, memory that
/// neither overlaps nor wraps around. `chunks`, `chunkBytes`: of the file.
Status validate(const LaunchCapture& capture, const std::vector<uint32_t>& chunkSizes, uint32_t chunkBytes);

}  // namespace warpwright
