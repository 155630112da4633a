#include "core/capture/launch_capture.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr const char* kindNames[] = {"device", "pinned", "managed", "variable", "constant"};
constexpr uint64_t mostParameterBytes = 32764;  ///< what a kernel may take since CUDA 12.1
constexpr uint64_t mostMemoryBytes = uint64_t{1} << 46;
constexpr uint64_t mostSharedBytes = uint64_t{1} << 20;

json placeJson(const SourcePosition& at) {
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}};
}
SourcePosition placeFrom(const json& object) {
  return {object.at("file").get<std::string>(), object.at("line").get<uint32_t>(), object.at("column").get<uint32_t>()};
}

std::string hexOf(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[byte & 15];
  }
  return text;
}

/// Throws what nlohmann throws: `readLaunch` turns it into an error.
[[noreturn]] void malformed(const std::string& what) {
  throw json::other_error::create(599, what, nullptr);
}

int digitOf(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  malformed("a hexadecimal text holds another character");
}

std::string bytesFromHex(const std::string& text) {
  if (text.size() % 2 != 0) malformed("a hexadecimal text has an odd length");
  std::string bytes;
  for (size_t i = 0; i < text.size(); i += 2) bytes += static_cast<char>(digitOf(text[i]) * 16 + digitOf(text[i + 1]));
  return bytes;
}

json toJson(const CapturedMemory& piece) {
  json object = {{"kind", kindNames[static_cast<int>(piece.kind)]},
                 {"name", piece.name},
                 {"address", piece.address},
                 {"size", piece.size},
                 {"unit", piece.unit},
                 {"element_type", piece.elementType},
                 {"at", placeJson(piece.at)},
                 {"before", piece.before}};
  // Most memory is not changed by a launch.
  if (piece.after != piece.before) object["after"] = piece.after;
  if (piece.tolerance) {
    object["tolerance"] = {{"absolute", piece.tolerance->absolute}, {"relative", piece.tolerance->relative}};
  }
  return object;
}

CapturedMemory memoryFrom(const json& object) {
  CapturedMemory piece;
  const auto kind = object.at("kind").get<std::string>();
  const auto* found = std::find(std::begin(kindNames), std::end(kindNames), kind);
  if (found == std::end(kindNames)) malformed("there is no kind of memory `" + kind + "`");
  piece.kind = static_cast<CapturedMemory::Kind>(found - std::begin(kindNames));
  piece.name = object.at("name").get<std::string>();
  piece.address = object.at("address").get<uint64_t>();
  piece.size = object.at("size").get<uint64_t>();
  piece.unit = object.at("unit").get<uint32_t>();
  piece.elementType = object.at("element_type").get<std::string>();
  piece.at = placeFrom(object.at("at"));
  piece.before = object.at("before").get<MemoryImage>();
  piece.after = object.contains("after") ? object.at("after").get<MemoryImage>() : piece.before;
  if (object.contains("tolerance")) {
    piece.tolerance = Tolerance{object.at("tolerance").at("absolute").get<double>(),
                                object.at("tolerance").at("relative").get<double>()};
  }
  return piece;
}

LaunchCapture captureFrom(const json& object) {
  LaunchCapture capture;
  capture.producer = object.at("producer").get<std::string>();
  capture.program = capturedProgramFromJson(object.at("program"));
  const json& kernel = object.at("kernel");
  capture.kernel = {kernel.at("name").get<std::string>(),
                    kernel.at("mangled_name").get<std::string>(),
                    kernel.at("signature").get<std::string>(),
                    placeFrom(kernel.at("at")),
                    kernel.at("parameter_sizes").get<std::vector<uint64_t>>(),
                    kernel.at("unit").get<uint32_t>()};
  const json& launch = object.at("launch");
  capture.at = placeFrom(launch.at("at"));
  capture.kernelLaunch = launch.at("of_kernel").get<uint64_t>();
  capture.programLaunch = launch.at("of_program").get<uint64_t>();
  capture.grid = launch.at("grid").get<std::array<uint32_t, 3>>();
  capture.block = launch.at("block").get<std::array<uint32_t, 3>>();
  capture.dynamicSharedBytes = launch.at("dynamic_shared").get<uint64_t>();
  capture.cooperative = launch.at("cooperative").get<bool>();
  for (const json& argument : object.at("arguments")) {
    capture.arguments.push_back({argument.at("offset").get<uint64_t>(), argument.at("size").get<uint64_t>(),
                                 bytesFromHex(argument.at("bytes").get<std::string>())});
  }
  for (const json& piece : object.at("memory")) capture.memory.push_back(memoryFrom(piece));
  capture.outputsPoisoned = object.at("outputs_poisoned").get<bool>();
  capture.notes = object.at("notes").get<std::vector<std::string>>();
  return capture;
}

Status checkLaunch(const LaunchCapture& capture) {
  const auto& [gx, gy, gz] = capture.grid;
  const auto& [bx, by, bz] = capture.block;
  if (gx == 0 || gy == 0 || gz == 0 || gx > 0x7fffffff || gy > 65535 || gz > 65535) {
    return inputError("its grid is none that a launch can have");
  }
  if (bx == 0 || by == 0 || bz == 0 || bx > 1024 || by > 1024 || bz > 64 || uint64_t{bx} * by * bz > 1024) {
    return inputError("its block is none that a launch can have");
  }
  if (capture.dynamicSharedBytes > mostSharedBytes) return inputError("its launch has too much shared memory");
  if (capture.kernel.mangledName.empty()) return inputError("it names no kernel");
  if (capture.kernel.parameterSizes.size() != capture.arguments.size()) {
    return inputError("the kernel takes another number of arguments than it holds");
  }
  uint64_t end = 0;
  for (size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    const std::string which = "argument " + std::to_string(i);
    if (argument.size != capture.kernel.parameterSizes[i] || argument.bytes.size() != argument.size) {
      return inputError(which + " has another size than the kernel's parameter");
    }
    if (argument.offset < end || argument.offset > mostParameterBytes ||
        argument.size > mostParameterBytes - argument.offset) {
      return inputError(which + " does not lie in parameter memory");
    }
    end = argument.offset + argument.size;
  }
  return {};
}

bool isTolerance(double value) {
  return std::isfinite(value) && value >= 0;
}

/// The image's chunks are there, are whole but for the last, and are as long as the memory.
Status checkImage(const MemoryImage& image, uint64_t size, const std::vector<uint32_t>& chunkSizes,
                  uint32_t chunkBytes) {
  if (image.size() != (size + chunkBytes - 1) / chunkBytes) return inputError("has an image of another size");
  for (size_t i = 0; i < image.size(); ++i) {
    const uint64_t wanted = std::min<uint64_t>(chunkBytes, size - i * chunkBytes);
    if (image[i] >= chunkSizes.size()) return inputError("has an image that names a chunk the file does not have");
    if (chunkSizes[image[i]] != wanted) return inputError("has an image with a chunk of another size");
  }
  return {};
}

}  // namespace

json toJson(const CapturedProgram& program) {
  json sources = json::array();
  for (const CapturedSource& source : program.sources) {
    sources.push_back({{"path", source.path}, {"hash", hexText(source.hash)}});
  }
  return {{"path", program.path},
          {"compiler_flags", program.compilerFlags},
          {"arguments", program.arguments},
          {"working_folder", program.workingFolder},
          {"arch", program.arch},
          {"toolkit", program.toolkit},
          {"sources", sources}};
}

CapturedProgram capturedProgramFromJson(const json& object) {
  CapturedProgram program;
  program.path = object.at("path").get<std::string>();
  program.compilerFlags = object.at("compiler_flags").get<std::vector<std::string>>();
  program.arguments = object.at("arguments").get<std::vector<std::string>>();
  program.workingFolder = object.at("working_folder").get<std::string>();
  program.arch = object.at("arch").get<std::string>();
  program.toolkit = object.at("toolkit").get<std::string>();
  for (const json& source : object.at("sources")) {
    const std::string bytes = bytesFromHex(source.at("hash").get<std::string>());
    if (bytes.size() != 8) malformed("the hash of a source has another length");
    uint64_t hash = 0;
    for (const char byte : bytes) hash = hash << 8 | static_cast<unsigned char>(byte);
    program.sources.push_back({source.at("path").get<std::string>(), hash});
  }
  return program;
}

uint64_t LaunchCapture::memoryBytes() const {
  uint64_t bytes = 0;
  for (const CapturedMemory& piece : memory) bytes += piece.size;
  return bytes;
}

json toJson(const LaunchCapture& capture) {
  const CapturedKernel& kernel = capture.kernel;
  json arguments = json::array(), memory = json::array();
  for (const CapturedArgument& argument : capture.arguments) {
    arguments.push_back({{"offset", argument.offset}, {"size", argument.size}, {"bytes", hexOf(argument.bytes)}});
  }
  for (const CapturedMemory& piece : capture.memory) memory.push_back(toJson(piece));
  return {{"producer", capture.producer},
          {"program", toJson(capture.program)},
          {"kernel",
           {{"name", kernel.name},
            {"mangled_name", kernel.mangledName},
            {"signature", kernel.signature},
            {"at", placeJson(kernel.at)},
            {"parameter_sizes", kernel.parameterSizes},
            {"unit", kernel.unit}}},
          {"launch",
           {{"at", placeJson(capture.at)},
            {"of_kernel", capture.kernelLaunch},
            {"of_program", capture.programLaunch},
            {"grid", capture.grid},
            {"block", capture.block},
            {"dynamic_shared", capture.dynamicSharedBytes},
            {"cooperative", capture.cooperative}}},
          {"arguments", arguments},
          {"memory", memory},
          {"outputs_poisoned", capture.outputsPoisoned},
          {"notes", capture.notes}};
}

Result<LaunchCapture> launchCaptureFromJson(const json& object) {
  try {
    return captureFrom(object);
  } catch (const json::exception& problem) {
    return inputError(std::string("its description is malformed: ") + problem.what());
  }
}

Status validate(const LaunchCapture& capture, const std::vector<uint32_t>& chunkSizes, uint32_t chunkBytes) {
  if (Status launch = checkLaunch(capture); !launch.ok()) return launch;
  uint64_t end = 0, bytes = 0;
  for (const CapturedMemory& piece : capture.memory) {
    const std::string which = "the memory `" + piece.name + "` ";
    if (piece.size == 0 || piece.size > mostMemoryBytes || piece.address > UINT64_MAX - piece.size) {
      return inputError(which + "has a size or an address that no memory has");
    }
    if (piece.address < end) return inputError(which + "overlaps another, or is out of order");
    end = piece.address + piece.size;
    bytes += piece.size;
    if (bytes > mostMemoryBytes) return inputError("it holds more memory than any GPU has");
    if (piece.tolerance && (!isTolerance(piece.tolerance->absolute) || !isTolerance(piece.tolerance->relative))) {
      return inputError(which + "has a tolerance that is no number from 0 up");
    }
    for (const MemoryImage* image : {&piece.before, &piece.after}) {
      if (Status good = checkImage(*image, piece.size, chunkSizes, chunkBytes); !good.ok()) {
        return inputError(which + good.error().message);
      }
    }
  }
  return {};
}

}  // namespace warpwright
