// warpwright doctor: what was found on this machine, what is missing, and what works all the same.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/frontend/components.h"
#include "analysis/frontend/toolkit.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/device/device.h"
#include "core/execute/gpu/cupti.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/gpu/local_gpus.h"
#include "core/execute/place/ssh_connection.h"
#include "core/execute/place/target_check.h"
#include "core/report/shapes.h"

namespace warpwright::cli {
namespace {

/// One thing that was looked for.
struct Item {
  enum class State { found, absent, broken };
  State state = State::found;
  std::string id, name, what;  ///< `what`: what was found, or why not and what serves instead
};

struct Options {
  OutputOptions output;
  std::string toolkit, target;
};

void addToolkit(std::vector<Item>& items, const std::string& named) {
  const auto root = frontend::findToolkit(named);
  if (!root.ok()) {
    items.push_back({Item::State::broken, "toolkit", "CUDA toolkit", root.error().message});
  } else if (!*root) {
    items.push_back({Item::State::absent, "toolkit", "CUDA toolkit",
                     "none found. Warpwright's own CUDA headers serve instead; register counts are estimates."});
  } else {
    items.push_back(
        {Item::State::found, "toolkit", "CUDA toolkit", frontend::toolkitVersion(**root) + " in " + (*root)->string()});
    const auto ptxas = **root / "bin/ptxas";
    const bool runs = ::access(ptxas.c_str(), X_OK) == 0;
    items.push_back({runs ? Item::State::found : Item::State::absent, "ptxas", "ptxas",
                     runs ? ptxas.string() : "not in this toolkit. Register counts are estimates."});
  }
}

void addGpus(std::vector<Item>& items) {
  const LocalGpus found = findLocalGpus();
  if (found.gpus.empty()) {
    items.push_back({Item::State::absent, "gpu", "GPU",
                     found.whyNone + " Kernels run on the CPU engine; times on a GPU cannot be measured here."});
    items.push_back({Item::State::absent, "counters", "Hardware counters",
                     "need a GPU. `warpwright run --metrics` models what they would count."});
    return;
  }
  for (const LocalGpu& gpu : found.gpus) {
    const auto described = findDevice(gpu.arch);
    items.push_back({Item::State::found, "gpu", "GPU",
                     gpu.name + " (" + gpu.arch + "), " + memoryText(gpu.memoryBytes) + ", driver " + found.driver +
                         (described.ok() ? "" : "; there is no description of it in resources/devices")});
  }
  const Result<const gpu::Cupti*> cupti = gpu::Cupti::load();
  items.push_back({cupti.ok() ? Item::State::found : Item::State::absent, "cupti", "Profiling library",
                   cupti.ok() ? (*cupti)->path + ((*cupti)->hasCounters() ? "" : "; too old for counters")
                              : cupti.error().message +
                                    " Without it, launches of compiled programs are not captured or profiled."});
  const bool counters = found.countersPermitted && cupti.ok() && (*cupti)->hasCounters();
  items.push_back({counters ? Item::State::found : Item::State::absent, "counters", "Hardware counters",
                   counters                   ? "permitted"
                   : !found.countersPermitted ? found.whyNoCounters
                                              : "need a profiling library of CUDA 12.6 or newer."});
  const Result<std::filesystem::path> library = captureLibrary();
  items.push_back({library.ok() ? Item::State::found : Item::State::absent, "capture", "Capture library",
                   library.ok() ? library->string() : library.error().message});
}

void addWorker(std::vector<Item>& items, const char* program, const char* name, bool needed, const char* without) {
  const auto path = programPath(program);
  const bool found = path.is_absolute() && ::access(path.c_str(), X_OK) == 0;
  const auto missing = needed ? Item::State::broken : Item::State::absent;
  items.push_back({found ? Item::State::found : missing, program, name,
                   found ? path.string() : std::string(program) + " was not found. " + without});
}

void addResources(std::vector<Item>& items) {
  const auto clang = frontend::findClangResources();
  items.push_back({clang.ok() ? Item::State::found : Item::State::broken, "clang", "Clang headers",
                   clang.ok() ? clang->string() : clang.error().message});
  const auto folder = resourceFolder();
  std::error_code ignored;
  const bool hasHeaders = std::filesystem::is_directory(folder / "cuda", ignored);
  items.push_back({hasHeaders ? Item::State::found : Item::State::broken, "headers", "Own CUDA headers",
                   hasHeaders
                       ? (folder / "cuda").string()
                       : "not in " + folder.string() + ". Install Warpwright again, or set WARPWRIGHT_RESOURCES."});
  const auto devices = allDevices();
  items.push_back(
      {devices.ok() ? Item::State::found : Item::State::broken, "devices", "Device descriptions",
       devices.ok() ? countText(devices->size()) + " in " + (folder / "devices").string() : devices.error().message});
}

/// The first line that a program prints about its version; none: it is not there.
std::optional<std::string> versionOf(const std::string& program, const char* flag) {
  SubprocessOptions options;
  options.command = {program, flag};
  options.timeout = std::chrono::seconds(10);
  const Result<SubprocessEnd> end = runSubprocess(options, {});
  if (!end.ok() || !end->clean()) return std::nullopt;
  const std::string printed = end->output.empty() ? end->errorOutput : end->output;
  return printed.substr(0, printed.find('\n'));
}

void addPlaces(std::vector<Item>& items) {
  addWorker(items, "warpwright-remote-agent", "Remote agent", false,
            "Nothing can be sent to other machines (ssh:HOST, slurm:PARTITION).");
  const std::optional<std::string> ssh = versionOf(sshProgram(), "-V"), slurm = versionOf("sbatch", "--version");
  items.push_back({ssh ? Item::State::found : Item::State::absent, "ssh", "Other machines (SSH)",
                   ssh ? *ssh : "ssh was not found: ssh:HOST needs the package openssh-client."});
  items.push_back({slurm ? Item::State::found : Item::State::absent, "slurm", "Cluster (Slurm)",
                   slurm ? *slurm
                         : "There is no sbatch that knows a cluster: slurm:PARTITION works on a login node, or where "
                           "slurm-client is set up."});
}

/// The target is reached as a measurement would.
void addTarget(std::vector<Item>& items, const std::string& name, std::stop_token stop) {
  ProgressLine line(false);
  const Result<Target> target = parseTarget(name);
  const Result<std::string> found =
      target.ok() ? checkTarget(
                        *target, [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, std::move(stop))
                  : target.error();
  line.clear();
  items.push_back({found.ok() ? Item::State::found : Item::State::broken, "target", name,
                   found.ok() ? *found : found.error().message});
}

void printText(const std::vector<Item>& items, const std::string& summary) {
  for (const Item& item : items) {
    const Shape shape = item.state == Item::State::found    ? Shape::identical
                        : item.state == Item::State::absent ? Shape::notDone
                                                            : Shape::differs;
    std::printf("%s %-20s %s\n", inColour(shape, std::string(shapeInfo(shape).glyph)).c_str(), item.name.c_str(),
                item.what.c_str());
  }
  std::printf("\n%s\n", summary.c_str());
}

void printJson(const std::vector<Item>& items, const std::string& summary, bool ready) {
  nlohmann::json list = nlohmann::json::array();
  for (const Item& item : items) {
    const char* state = item.state == Item::State::found    ? "found"
                        : item.state == Item::State::absent ? "absent"
                                                            : "broken";
    list.push_back({{"id", item.id}, {"name", item.name}, {"state", state}, {"text", item.what}});
  }
  const nlohmann::json answer = {
      {"schema", "warpwright.doctor/1"}, {"ready", ready}, {"summary", summary}, {"items", list}};
  std::printf("%s\n", answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

int examine(const Options& options, std::stop_token stop) {
  std::vector<Item> items;
  addResources(items);
  addWorker(items, "warpwright-analysis-worker", "Analysis worker", true,
            "The window cannot analyse. Build or install it.");
  addWorker(items, "warpwright-cpu-worker", "CPU engine", true,
            "Programs cannot be run or verified. Build or install it.");
  addWorker(items, "warpwright-gpu-worker", "GPU worker", false,
            "Nothing is measured on a GPU; captures are replayed on the CPU engine (--on cpu).");
  addToolkit(items, options.toolkit);
  addGpus(items);
  addPlaces(items);
  if (!options.target.empty()) addTarget(items, options.target, std::move(stop));
  bool ready = true, gpu = false;
  for (const Item& item : items) {
    ready &= item.state != Item::State::broken;
    gpu |= item.id == "gpu" && item.state == Item::State::found;
  }
  std::string summary = ready ? "Works here: analyse, rewrite, run and verify on the CPU engine, report."
                              : "Something is missing that is needed: see the lines marked ✕.";
  if (ready && !gpu) summary += " Not here: measuring on a GPU.";
  if (options.output.isJson())
    printJson(items, summary, ready);
  else
    printText(items, summary);
  return ready ? exitDone : exitInput;
}

}  // namespace

Action addDoctorCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--cuda", options->toolkit, "the CUDA toolkit to look at instead of searching for one");
  addOutputOptions(app, options->output);
  app.add_option("--on", options->target,
                 "a target to reach as a measurement would: ssh:HOST, slurm:PARTITION, gpu, ...");
  return [options](const Invocation& invocation) { return examine(*options, invocation.stop); };
}

}  // namespace warpwright::cli
