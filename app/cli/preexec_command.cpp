// warpwright preexec FILE.cu --kernel NAME: a program with which the CPU reads ahead of the GPU, and what it is worth
// on the model of a chip where both share the last cache.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/passes/read_ahead/preexecute.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/preexec_figures.h"
#include "app/cli/preexec_model.h"
#include "app/cli/program_option.h"
#include "core/base/file.h"
#include "core/device/fused_chip.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string file, kernel, device = "Fused 2012", folder, figures;
  bool model = false;
  ModelledLaunches launches;
};

Status writeFiles(const std::filesystem::path& folder, const preexecution::Program& program) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{ErrorKind::io, "The folder " + folder.string() + " cannot be made: " + error.message() + ".", {}};
  const std::pair<const char*, const std::string*> files[] = {
      {".h", &program.header}, {".cpp", &program.source}, {".md", &program.explanation}};
  for (const auto& [suffix, text] : files) {
    if (Status written = writeFileAtomically(folder / (program.name + suffix), *text); !written.ok()) return written;
  }
  return {};
}

nlohmann::json toJson(const preexecution::Prepared& prepared, const Device& device) {
  nlohmann::json json{{"schema", "warpwright.preexecution/1"},
                      {"kernel", prepared.kernel},
                      {"device", device.name},
                      {"verdict", toString(prepared.verdict)},
                      {"reason", prepared.reason},
                      {"launch", prepared.launch},
                      {"not_for", prepared.others}};
  if (const auto& program = prepared.program) {
    json["program"] = {{"name", program->name},
                       {"kind", program->heavyweight ? "HWST" : "LWST"},
                       {"fetches", program->fetches},
                       {"left_out", program->leftOut},
                       {"notes", program->notes},
                       {"registers", prepared.registers},
                       {"concurrent_blocks", prepared.occupancy.blocks * device.multiprocessors}};
  }
  return json;
}

void printText(const preexecution::Prepared& prepared, const Options& options, const Device& device) {
  std::cout << prepared.kernel << ", " << prepared.launch << ", on " << device.name << ": "
            << toString(prepared.verdict) << '\n'
            << "  " << prepared.reason << '\n';
  for (const std::string& other : prepared.others) {
    std::cout << "  Not for its other launch, " << other << ": name one with --launch.\n";
  }
  const auto& program = prepared.program;
  if (!program) return;
  std::cout << "  " << (program->heavyweight ? "With kernel loops (HWST): " : "Without kernel loops (LWST): ")
            << program->fetches << (program->fetches == 1 ? " access is" : " accesses are") << " fetched ahead";
  if (program->leftOut) std::cout << ", " << program->leftOut << " left out";
  std::cout << ".\n";
  if (prepared.occupancy.blocks) {
    std::cout << "  " << prepared.occupancy.blocks * device.multiprocessors << " blocks run at once"
              << (prepared.registers ? " (" + std::to_string(prepared.registers) + " registers a thread, estimated).\n"
                                     : " (registers not counted).\n");
  }
  for (const std::string& note : program->notes) std::cout << "  " << note << '\n';
  if (options.folder.empty())
    std::cout << "Write the program: --output DIR\n";
  else
    std::cout << "Written: " << (std::filesystem::path(options.folder) / program->name).string() << ".{h,cpp,md}\n";
}

int preexecCommand(const Options& options, const Invocation& invocation) {
  if (!options.figures.empty()) return figuresCommand(options.figures, options.device, options.output, invocation.stop);
  if (options.file.empty() || options.kernel.empty()) {
    return fail({ErrorKind::usage, "Say which kernel of which file: preexec FILE.cu --kernel NAME.", {}},
                options.output);
  }
  const auto device = findDevice(options.device);
  if (!device.ok()) return fail(device.error(), options.output);
  const auto analyze = options.analysis.resolve({});
  if (!analyze.ok()) return fail(analyze.error(), options.output);
  const auto prepared = preexecution::prepare(*analyze, options.file, options.kernel, *device, invocation.stop);
  if (!prepared.ok()) return fail(prepared.error(), options.output);
  if (!options.folder.empty()) {
    if (!prepared->program) return fail(inputError(prepared->reason), options.output);
    if (Status written = writeFiles(options.folder, *prepared->program); !written.ok())
      return fail(written.error(), options.output);
  }
  std::optional<memsim::FusedRun> run;
  const bool asked = options.model || !invocation.afterDashes.empty();
  if (asked && prepared->program) {
    const auto program = programPath(options.file, options.analysis.program, {});
    if (!program.ok()) return fail(program.error(), options.output);
    auto modelled = modelPreexecution(options.analysis.job(*program, {}, invocation.afterDashes), *prepared, *device,
                                      options.launches, options.output.quiet, invocation.stop);
    if (!modelled.ok()) return fail(modelled.error(), options.output);
    run = *std::move(modelled);
  }
  if (options.output.isJson()) {
    nlohmann::json json = toJson(*prepared, *device);
    if (run) json["model"] = *run;
    std::cout << json.dump(2) << '\n';
  } else {
    printText(*prepared, options, *device);
    if (run)
      std::cout << fusedRunText(*run);
    else if (prepared->program && findFusedDevice(options.device).ok())
      std::cout << "What it is worth on the model of this chip: --model, or -- and the program's arguments\n";
    else if (prepared->program)
      std::cout << "What it is worth there: `warpwright replay CAPTURE --on gpu --preexecution` measures it\n";
  }
  return exitDone;
}

}  // namespace

Action addPreexecCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "CUDA file with the kernel");
  app.add_option("--kernel", options->kernel, "Name of the kernel, as any command prints it, in short or in full");
  app.add_option("--device", options->device, "A device that shares its last cache with the CPU")
      ->capture_default_str();
  app.add_option("--output", options->folder, "Folder to write the program, its header and its explanation to");
  app.add_flag("--model", options->model,
               "Run the program of FILE on the CPU engine, and launches of the kernel with the program "
               "that reads ahead on the model of the device; `-- ARGUMENTS` does so, too");
  app.add_option("--launch-index", options->launches.first, "The first launch of the kernel that is modelled, from 0");
  app.add_option("--launches", options->launches.count, "How many are modelled; the program is ended after them")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--figures", options->figures,
                 "Run the samples on the model and write figures 6, 10 to 13 and 17 of HPCA'12 to "
                 "this folder: a page, drawings and data; without FILE and --kernel");
  addAnalysisOptions(app, options->analysis);
  addOutputOptions(app, options->output);
  return [options](const Invocation& invocation) { return preexecCommand(*options, invocation); };
}

}  // namespace warpwright::cli
