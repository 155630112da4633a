#include "analysis/engine/job/compiled_units.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <nlohmann/json.hpp>

#include "analysis/engine/lower/source_names.h"
#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright::engine {
namespace {

using nlohmann::json;

const std::string magic = "WWUNITS1";
constexpr size_t digits = 16;

/// Bitcode of LLVM holds for its own version only.
const std::string made = "LLVM " + std::to_string(LLVM_VERSION_MAJOR) + "." + std::to_string(LLVM_VERSION_MINOR);

/// Takes pieces out of a text, front to back.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : left_(text) {}
  std::string_view take(size_t bytes) {
    complete_ = complete_ && bytes <= left_.size();
    const std::string_view piece = complete_ ? left_.substr(0, bytes) : std::string_view();
    if (complete_) left_.remove_prefix(bytes);
    return piece;
  }
  bool complete() const { return complete_; }

 private:
  std::string_view left_;
  bool complete_ = true;
};

Error unreadable(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::worker, file.string() + " holds no compiled program: " + why + ".", std::nullopt};
}

Result<HostUnit> hostUnitOf(std::string name, std::string_view bitcode, const std::filesystem::path& file) {
  HostUnit unit;
  unit.name = std::move(name);
  unit.context = std::make_unique<llvm::LLVMContext>();
  auto module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, unit.name), *unit.context);
  if (!module) return unreadable(file, llvm::toString(module.takeError()));
  unit.module = std::move(*module);
  return unit;
}

}  // namespace

Status writeUnits(const CompiledUnits& units, const std::filesystem::path& file) {
  json device = json::array(), host = json::array();
  std::string body;
  const auto add = [&](json& list, const std::string& name, const std::string& bitcode) {
    list.push_back({{"name", name}, {"bytes", bitcode.size()}});
    body += bitcode;
  };
  for (const DeviceUnit& unit : units.device) add(device, unit.name, unit.bitcode);
  for (const HostUnit& unit : units.host) add(host, unit.name, bitcodeOf(*unit.module));
  const json head = {{"made", made},
                     {"relocatable", units.relocatable},
                     {"notes", units.notes},
                     {"headers", ownHeaders()},
                     {"device", device},
                     {"host", host},
                     {"hash", hexText(hashText(body))}};
  const std::string text = head.dump(-1, ' ', false, json::error_handler_t::replace);
  return writeFileAtomically(file, magic + hexText(text.size()) + text + body);
}

Result<CompiledUnits> readUnits(const std::filesystem::path& file) {
  const Result<std::string> bytes = readFile(file);
  if (!bytes.ok()) return bytes.error();
  Pieces pieces(*bytes);
  if (pieces.take(magic.size()) != magic) return unreadable(file, "another format");
  CompiledUnits units;
  try {
    const size_t length = std::stoull(std::string(pieces.take(digits)), nullptr, 16);
    const json head = json::parse(pieces.take(length));
    if (head.at("made") != made)
      return unreadable(file, "made by " + head.at("made").get<std::string>() + ", this is " + made);
    units.relocatable = head.at("relocatable").get<bool>();
    units.notes = head.at("notes").get<std::vector<std::string>>();
    const size_t start = magic.size() + digits + length;
    if (head.at("hash") != hexText(hashText(std::string_view(*bytes).substr(start))))
      return unreadable(file, "it is damaged");
    for (const json& unit : head.at("device")) {
      units.device.push_back(
          {unit.at("name").get<std::string>(), std::string(pieces.take(unit.at("bytes").get<size_t>()))});
    }
    for (const json& unit : head.at("host")) {
      const std::string_view bitcode = pieces.take(unit.at("bytes").get<size_t>());
      if (!pieces.complete()) break;
      Result<HostUnit> host = hostUnitOf(unit.at("name").get<std::string>(), bitcode, file);
      if (!host.ok()) return host.error();
      units.host.push_back(std::move(host.value()));
    }
    alsoOwnHeaders(head.at("headers").get<std::string>());
  } catch (const std::exception& problem) {
    return unreadable(file, problem.what());
  }
  if (!pieces.complete()) return unreadable(file, "it is cut short");
  return units;
}

}  // namespace warpwright::engine
