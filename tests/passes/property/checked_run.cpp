#include "tests/passes/property/checked_run.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/job/engine_job.h"
#include "tests/passes/property/random_kernel.h"

namespace warpwright::property {
namespace {

/// "k3" of "void k3<2>(int const*, …)".
std::string kernelOf(const std::string& shown) {
  const size_t end = shown.find_first_of("(<"), space = shown.rfind(' ', end);
  return space == std::string::npos ? shown.substr(0, end) : shown.substr(space + 1, end - space - 1);
}

/// Of the kernel that said something: "k3" of "k3:said", or of a launch of it, "k3_go1:said".
std::string nameBefore(const std::string& name, size_t colon) {
  return name.substr(0, std::min(colon, name.find('_')));
}

CheckedRun runNow(const std::filesystem::path& file, const std::string& text,
                  const std::vector<std::string>& assumptions) {
  EngineJob job;
  job.path = file;
  job.openTexts[file.string()] = text;
  job.toolkit = "none";
  job.compilerFlags = systemFlags(file);
  job.check = true;
  job.assumptions = assumptions;
  job.timeLimit = std::chrono::seconds(300);  // compiling them takes longest, and the machine may be busy
  job.workingFolder = file.parent_path();
  const Result<EngineRun> done = runOnEngine(job, nullptr, {});
  CheckedRun run;
  if (!done.ok()) {
    run.failure = done.error().message;
    return run;
  }
  if (done->failure) run.failure = done->failure->message;
  for (const EngineFinding& finding : done->findings) {
    const std::string kernel = kernelOf(finding.kernel);
    if (finding.kind == "leak") continue;
    if (finding.kind == "assumption") {
      run.broken.insert(finding.object);
      continue;
    }
    run.findings[kernel].push_back(finding.kind + ": " + finding.message);
    // Only where it tells of global memory does the message name blocks.
    const bool isGlobal = finding.message.find(" of block (") != std::string::npos;
    if (finding.kind == "race") (isGlobal ? run.globalRaces : run.races).insert(kernel);
  }
  std::istringstream lines(done->output);
  std::map<std::string, std::string> said;
  for (std::string name, hash; lines >> name >> hash;) {
    const size_t colon = name.find(':');
    if (colon == std::string::npos)
      run.results[name] = hash + said[name];
    else
      said[nameBefore(name, colon)] += " " + hash;
  }
  return run;
}

}  // namespace

std::vector<std::string> systemFlags(const std::filesystem::path& file) {
  return {"-isystem", (file.parent_path() / "system").string()};
}

void writeSystemHeader(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path() / "system/attack";
  std::filesystem::create_directories(folder);
  (void)writeFileAtomically(folder / "library.h", systemHeader());
}

CheckedRun checkedRun(const std::filesystem::path& file, const std::string& text,
                      const std::vector<std::string>& assumptions) {
  const char* folder = std::getenv("WARPWRIGHT_PROPERTY_CACHE");
  if (!folder) return runNow(file, text, assumptions);
  uint64_t key = hashText(text);
  for (const std::string& assumption : assumptions) key = hashText(assumption, key);
  const std::filesystem::path kept = std::filesystem::path(folder) / (hexText(key) + ".json");
  CheckedRun run;
  if (const Result<std::string> known = readFile(kept); known.ok()) {
    const nlohmann::json json = nlohmann::json::parse(*known, nullptr, false);
    if (json.is_array() && json.size() == 5) {
      json[0].get_to(run.results);
      json[1].get_to(run.findings);
      json[2].get_to(run.races);
      json[3].get_to(run.globalRaces);
      json[4].get_to(run.broken);
      return run;
    }
  }
  run = runNow(file, text, assumptions);
  if (!run.failure.empty()) return run;
  const nlohmann::json json = {run.results, run.findings, run.races, run.globalRaces, run.broken};
  (void)writeFileAtomically(kept, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return run;
}

}  // namespace warpwright::property
