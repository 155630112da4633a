// Cache policies on a real GPU: counters of PTX variants beside the engine's model, policies timed. Exit 77: no GPU or
// no nvcc here, skipped.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/subprocess.h"
#include "core/base/temporary_folder.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/job/gpu_job.h"

using namespace warpwright;
using nlohmann::json;

namespace {

int failures = 0;
void check(bool good, const std::string& what, const std::string& more = {}) {
  std::printf("%s %s %s\n", good ? "ok  " : "FAIL", what.c_str(), more.c_str());
  failures += good ? 0 : 1;
}

std::string run(const std::vector<std::string>& arguments) {
  SubprocessOptions options;
  options.command = {WARPWRIGHT_PROGRAM};
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.timeout = std::chrono::seconds(240);
  const Result<SubprocessEnd> end = runSubprocess(options, {});
  check(end.ok() && end->clean(), arguments[0], end.ok() ? end->errorOutput : end.error().message);
  return end.ok() ? end->output : "";
}

/// `exact`: the model's hits are the GPU's to the sector; else warps that read the same at once, or part ways, make a
/// difference.
void characterises(const std::string& program, const std::string& kernel, bool exact) {
  const TemporaryFolder folder;
  const std::string capture = (folder.path() / "launch.wwcap").string();
  run({"run", std::string(POLICIES_FOLDER) + "/" + program + ".cu", "--cuda", "none", "--capture", capture, "--kernel",
       kernel});
  const json answer =
      json::parse(run({"cache-policy", "--capture", capture, "--on", "gpu", "--format", "json", "--max-time", "2"}),
                  nullptr, false);
  if (!answer.is_object()) return check(false, program + ": an answer");
  const json& gpu = answer["gpu"];
  double engine = 0;
  for (const json& load : answer["loads"]) engine += load["access"].get<double>();
  check(engine <= gpu["plain"]["access"].get<double>() * 1.001, program + ": no more is asked for than the GPU asks",
        std::to_string(engine) + " " + gpu["plain"]["access"].dump());
  check(gpu["all_bypassed"]["hit"].get<double>() == 0, program + ": past L1 nothing is found there");
  for (size_t i = 0; i < gpu["loads"].size(); ++i) {
    const json &counted = gpu["loads"][i], &modelled = answer["loads"][i];
    check(counted["counted"].get<bool>(), program + ": " + counted["id"].get<std::string>() + " is in PTX");
    if (!counted.contains("hit") || modelled["access"].get<double>() < 0.01 * engine) continue;
    const double hit = counted["hit"].get<double>(), model = modelled["hit"].get<double>(),
                 access = modelled["access"].get<double>();
    const bool near = std::abs(hit - model) <= (exact ? 0.001 : 0.25) * access;
    check(near, program + ": hits of " + counted["id"].get<std::string>(),
          std::to_string(model) + " modelled, " + std::to_string(hit) + " counted");
  }
  for (const json& policy : gpu["timed"])
    check(policy["result"] == "same", program + ": " + policy["name"].get<std::string>(), policy["message"]);
}

}  // namespace

int main() {
  if (const auto gpu = describeGpu(0, nullptr, {}); !gpu.ok()) {
    std::printf("skipped: %s\n", gpu.error().message.c_str());
    return 77;
  }
  if (!findNvcc("")) {
    std::printf("skipped: there is no nvcc\n");
    return 77;
  }
  characterises("particle_filter_like", "findIndex", true);
  characterises("srad_like", "diffuse", false);
  characterises("spmv_like", "multiply", true);
  return failures == 0 ? 0 : 1;
}
