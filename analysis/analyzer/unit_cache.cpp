#include "analysis/analyzer/unit_cache.h"

#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/finding_grounds.h"
#include "analysis/frontend/compile_command_json.h"
#include "analysis/frontend/source_files.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/proof/wording.h"
#include "analysis/resources/kernel_registers.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/json_text.h"
#include "core/base/version.h"
#include "core/session/packed_text.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using frontend::CompileCommand;
using nlohmann::json;
using Facts = std::map<std::string, std::string>;

constexpr const char* format = "units-2";  // of what is kept
constexpr size_t keptBetweenTidying = 64;

/// What compilers, and the search for them, read of the environment.
constexpr const char* variables[] = {"CPATH",
                                     "C_INCLUDE_PATH",
                                     "CPLUS_INCLUDE_PATH",
                                     "CUDA_HOME",
                                     "CUDA_PATH",
                                     "COMPILER_PATH",
                                     "GCC_EXEC_PREFIX",
                                     "CCC_OVERRIDE_OPTIONS",
                                     "WARPWRIGHT_RESOURCES",
                                     "WARPWRIGHT_CLANG_RESOURCES"};

std::string nameOf(std::string_view kind, std::string_view content) {
  const ContentHash hash = hashContent(content);
  return hexText(hash[0]) + hexText(hash[1]) + '.' + std::string(kind);
}

/// A program or library: it changes when it is installed anew.
json identityOf(const fs::path& file) {
  struct stat info{};
  if (::stat(file.c_str(), &info) != 0) return nullptr;
  return {jsonBytes(file.string()), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

std::string thisTool() {
  json tool = {{"version", versionText()},
               {"worker", identityOf(programPath("warpwright-analysis-worker"))},
               {"resources", jsonBytes(resourceFolder().string())},
               {"libraries", json::array()}};
  std::error_code failed;
  for (fs::directory_iterator it(resourceFolder() / "devices", failed), end; !failed && it != end; it.increment(failed))
    tool["devices"][it->path().filename().string()] = identityOf(it->path());
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* all) {
        const std::string path = info->dlpi_name ? info->dlpi_name : "";
        for (const char* part : {"/libclang", "/libLLVM", "/libz3"}) {
          if (path.find(part) != std::string::npos) static_cast<json*>(all)->push_back(identityOf(path));
        }
        return 0;
      },
      &tool["libraries"]);
  return tool.dump();
}

json toolkitOf(const AnalyzeOptions& options) {
  if (options.parse.headers == frontend::HeaderMode::own) return "own";
  const auto toolkit = frontend::findToolkit(options.parse.toolkit);
  if (!toolkit.ok()) return nullptr;
  const fs::path root = *toolkit ? **toolkit : fs::path();
  const resources::DeviceTools tools = resources::findDeviceTools(root);
  return {{"asked", static_cast<int>(options.parse.headers)},
          {"root", jsonBytes(root.string())},
          {"header", identityOf(root / "include/cuda.h")},
          {"ptxas", tools.ptxas ? identityOf(*tools.ptxas) : json()},
          {"math", tools.math ? identityOf(*tools.math) : json()}};
}

bool mayTellMore(const UnitFindings& findings) {
  return std::ranges::any_of(findings.kernels, [](const UnitFindings::Kernel& kernel) {
    return std::ranges::any_of(kernel.found, [](const UnitFindings::Found& found) {
      return proof::mayFinish(found.finding.reason) ||
             std::ranges::any_of(found.finding.evidence,
                                 [](const Evidence& evidence) { return proof::mayFinish(evidence.text); });
    });
  });
}

void forgetTimes(UnitFindings& findings) {
  findings.summary.parseSeconds = findings.summary.proofSeconds = 0;
  for (UnitFindings::Kernel& kernel : findings.kernels) {
    for (UnitFindings::Found& found : kernel.found) found.finding.proofSeconds = 0;
  }
}

json factsJson(const Facts& facts) {
  json list = json::array();
  for (const auto& [key, value] : facts) list.push_back({jsonBytes(key), jsonBytes(value)});
  return list;
}

Facts factsFrom(const json& list) {
  Facts facts;
  for (const json& one : list) facts.emplace_hint(facts.end(), bytesFromJson(one.at(0)), bytesFromJson(one.at(1)));
  return facts;
}

}  // namespace

UnitCache::UnitCache(fs::path folder, std::string tool)
    : disk_(std::move(folder)), tool_(tool.empty() ? thisTool() : std::move(tool)) {}

void UnitCache::lookAt(const AnalyzeOptions& options, std::vector<CompileCommand> units) {
  json asked = {{"format", format}, {"tool", tool_}, {"toolkit", toolkitOf(options)}, {"launches", json::array()}};
  for (const std::string& launch : options.launches) asked["launches"].push_back(jsonBytes(launch));
  for (const char* variable : variables) {
    const char* value = std::getenv(variable);
    asked["environment"][variable] = value ? jsonBytes(value) : json();
  }
  asked["device"] = options.device;
  asked["compares_code"] = {options.comparesCode, options.comparesLater};
  if (options.allowsReassociation) asked["allows"] = "reassociation";
  if (options.passes) asked["passes"] = *options.passes;
  for (const Family family : options.families) asked["families"].push_back(static_cast<int>(family));
  if (!options.kernel.empty()) asked["kernel"] = jsonBytes(options.kernel);
  const std::lock_guard lock(mutex_);
  asked_ = asked.dump();
  answers_ = std::make_unique<ProjectAnswers>(std::move(units), options.flags);
  shared_.clear();
}

std::string UnitCache::keyOf(const CompileCommand& unit) const {
  return asked_ + frontend::unitsJson({unit}).dump();
}

std::optional<UnitFindings> UnitCache::find(const CompileCommand& unit,
                                            const std::map<std::string, std::string>& openTexts) {
  const std::string key = keyOf(unit);
  const auto packed = disk_.find(nameOf("unit", key));
  if (!packed) return std::nullopt;
  const Result<std::string> kept = unpackText(*packed);
  if (!kept.ok()) return std::nullopt;
  const size_t end = kept->find('\n');
  if (end == std::string::npos || !stillHolds(kept->substr(0, end), key, openTexts)) return std::nullopt;
  const json said = json::parse(kept->begin() + static_cast<ptrdiff_t>(end) + 1, kept->end(), nullptr, false);
  Result<UnitFindings> findings = unitFindingsFromJson(said);
  return findings.ok() ? std::optional(std::move(findings.value())) : std::nullopt;
}

bool UnitCache::stillHolds(const std::string& grounds, const std::string& key,
                           const std::map<std::string, std::string>& openTexts) {
  try {
    const json object = json::parse(grounds);
    if (bytesFromJson(object.at("key")) != key || !hold(factsFrom(object.at("files")), openTexts)) return false;
    if (!holdShared(object.at("shared").get<std::string>(), openTexts)) return false;
    for (const auto& [folder, names] : factsFrom(object.at("listings"))) {
      if (frontend::FileStates::listingOf(folder) != names) return false;
    }
    const std::lock_guard lock(mutex_);
    return std::ranges::all_of(factsFrom(object.at("questions")),
                               [&](const auto& one) { return answers_->to(one.first) == one.second; });
  } catch (const json::exception&) {
    return false;
  }
}

bool UnitCache::hold(const Facts& files, const std::map<std::string, std::string>& openTexts) {
  return std::ranges::all_of(files, [&](const auto& one) {
    const auto open = openTexts.find(frontend::normalPath(one.first));
    const std::string now =
        open != openTexts.end() ? frontend::FileStates::ofText(one.first, open->second) : states_->of(one.first);
    return now == one.second;
  });
}

bool UnitCache::holdShared(const std::string& name, const std::map<std::string, std::string>& openTexts) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = shared_.find(name); known != shared_.end()) return known->second;
  }
  const auto packed = disk_.find(name);
  const Result<std::string> kept = packed ? unpackText(*packed) : inputError("It is gone.");
  if (!kept.ok()) return false;
  const bool holds = hold(factsFrom(json::parse(*kept)), openTexts);
  const std::lock_guard lock(mutex_);
  return shared_[name] = holds;
}

void UnitCache::keep(const CompileCommand& unit, const frontend::ReadRecord& reads, const UnitFindings& findings) {
  if (!reads.isWhole() || findings.failed || mayTellMore(findings)) return;
  Facts own, shared;
  for (auto& [path, state] : reads.files()) {
    const bool isOwn =
        state.starts_with('f') && fs::path(path).lexically_normal().string().starts_with(unit.root.string() + "/");
    (isOwn ? own : shared).emplace(path, state);
  }
  const std::string common = factsJson(shared).dump(), key = keyOf(unit), name = nameOf("files", common);
  const json grounds = {{"key", jsonBytes(key)},
                        {"files", factsJson(own)},
                        {"shared", name},
                        {"listings", factsJson(reads.listings())},
                        {"questions", factsJson(reads.questions())}};
  UnitFindings timeless = findings;
  forgetTimes(timeless);
  if (!disk_.holds(name)) disk_.keep(name, packText(common));
  disk_.keep(nameOf("unit", key), packText(grounds.dump() + '\n' + toJson(timeless).dump()));
  const std::lock_guard lock(mutex_);
  if (kept_++ % keptBetweenTidying == 0) disk_.makeRoom();
}

std::shared_ptr<UnitCache> userUnitCache() {
  const fs::path folder = userCacheFolder();
  return folder.empty() ? nullptr : std::make_shared<UnitCache>(folder);
}

}  // namespace warpwright::analysis
