#include "core/capture/launch_capture.h"

#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/json_fields.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr const char* kindNames[] = {"device", "pinned", "managed", "variable", "constant"};
constexpr uint64_t mostParameterBytes = 32764;  ///< what a kernel may take since CUDA 12.1
constexpr uint64_t mostMemoryBytes = uint64_t{1} << 46;
constexpr uint64_t mostSharedBytes = uint64_t{1} << 20;

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

uint64_t hashFrom(const json& value) {
  const std::string bytes = bytesFromHex(value.get<std::string>());
  if (bytes.size() != 8) malformed("the hash of a source has another length");
  uint64_t hash = 0;
  for (const char byte : bytes) hash = hash << 8 | static_cast<unsigned char>(byte);
  return hash;
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

void fieldsOf(auto& fields, Of<Tolerance> auto& tolerance) {
  fields("absolute", tolerance.absolute);
  fields("relative", tolerance.relative);
}

void fieldsOf(auto& fields, Of<CapturedSource> auto& source) {
  fields("path", source.path);
  fields.through("hash", source.hash, hexText, hashFrom);
}

void fieldsOf(auto& fields, Of<CapturedProgram> auto& program) {
  fields("path", program.path);
  fields("compiler_flags", program.compilerFlags);
  fields("arguments", program.arguments);
  fields("working_folder", program.workingFolder);
  fields("arch", program.arch);
  fields("toolkit", program.toolkit);
  fields("sources", program.sources);
}

void fieldsOf(auto& fields, Of<CapturedKernel> auto& kernel) {
  fields("name", kernel.name);
  fields("mangled_name", kernel.mangledName);
  fields("signature", kernel.signature);
  fields("at", kernel.at);
  fields("parameter_sizes", kernel.parameterSizes);
  fields("unit", kernel.unit);
}

void fieldsOf(auto& fields, Of<CapturedArgument> auto& argument) {
  fields("offset", argument.offset);
  fields("size", argument.size);
  fields.through("bytes", argument.bytes, hexOf, [](const json& text) { return bytesFromHex(text); });
}

void fieldsOf(auto& fields, Of<CapturedMemory> auto& piece) {
  fields("kind", named(piece.kind, kindNames));
  fields("name", piece.name);
  fields("address", piece.address);
  fields("size", piece.size);
  fields("unit", piece.unit);
  fields("element_type", piece.elementType);
  fields("at", piece.at);
  fields("before", piece.before);
  fields.unlike("after", piece.after, piece.before);  // most memory is not changed by a launch
  fields.sparse("tolerance", piece.tolerance);
}

void fieldsOf(auto& fields, Of<LaunchCapture> auto& capture) {
  fields("producer", capture.producer);
  fields("program", capture.program);
  fields("kernel", capture.kernel);
  fields.object("launch", [&](auto& launch) {
    launch("at", capture.at);
    launch("of_kernel", capture.kernelLaunch);
    launch("of_program", capture.programLaunch);
    launch("grid", capture.grid);
    launch("block", capture.block);
    launch("dynamic_shared", capture.dynamicSharedBytes);
    launch("cooperative", capture.cooperative);
  });
  fields("arguments", capture.arguments);
  fields("memory", capture.memory);
  fields("outputs_poisoned", capture.outputsPoisoned);
  fields("notes", capture.notes);
}

json tolerancePairs(const std::map<std::string, Tolerance>& tolerances) {
  json pairs = json::object();
  for (const auto& [name, tolerance] : tolerances) pairs[name] = {tolerance.absolute, tolerance.relative};
  return pairs;
}

std::map<std::string, Tolerance> tolerancesFromPairs(const json& pairs) {
  std::map<std::string, Tolerance> tolerances;
  for (const auto& [name, pair] : pairs.items()) tolerances[name] = {pair.at(0), pair.at(1)};
  return tolerances;
}

WARPWRIGHT_JSON_BY_FIELDS(Tolerance)
WARPWRIGHT_JSON_BY_FIELDS(CapturedProgram)

json toJson(const LaunchCapture& capture) {
  return capture;
}

std::optional<uint64_t> CapturedArgument::bits() const {
  if (bytes.size() > sizeof(uint64_t)) return std::nullopt;
  uint64_t number = 0;
  for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
    number = number << 8 | static_cast<unsigned char>(*byte);
  return number;
}

uint64_t LaunchCapture::memoryBytes() const {
  uint64_t bytes = 0;
  for (const CapturedMemory& piece : memory) bytes += piece.size;
  return bytes;
}

Result<LaunchCapture> launchCaptureFromJson(const json& object) {
  return readJson<LaunchCapture>(object, "its description is malformed: ", ErrorKind::input);
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
