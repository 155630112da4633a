// warpwright preexec --figures FOLDER: the workloads of HPCA'12's Table 1 on the model of its machine.
#include "app/cli/preexec_figures.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/preexec_model.h"
#include "core/base/file.h"
#include "core/report/preexecution_figures.h"

namespace warpwright::cli {
namespace {

/// A sample with the size of Table 1. Of kernels that are launched many times some launches from the middle stand for
/// all.
struct Sample {
  const char* name;
  const char* file;
  const char* kernel;
  std::vector<std::string> arguments;
  uint64_t firstLaunch, launches;
  const char* size;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> list{
      {"BSc", "black_scholes", "blackScholes", {"1048576"}, 0, 1, "1M options"},
      {"VD", "vector_add", "vectorAdd", {"1048576"}, 0, 1, "1M elements"},
      {"FFT", "fourier", "fourierPass", {"1048576"}, 8, 2, "1M points, passes 8 and 9 of 20"},
      {"MM", "matrix_multiply", "matrixMultiply", {"512"}, 0, 1, "512 x 512"},
      {"Con", "convolution", "convolve", {"1024"}, 0, 1, "1K x 1K and 3 x 3"},
      {"TMV", "transpose_matrix_vector", "transposeMatrixVector", {"512", "2048"}, 0, 1, "512 x 2048"},
      {"BS", "bitonic_sort", "bitonicPass", {"2097152"}, 115, 2, "2M keys, launches 115 and 116 of 231"},
      {"MC", "monte_carlo", "monteCarlo", {}, 0, 1, "256K samples"},
      {"MV", "matrix_vector", "matrixVector", {}, 0, 1, "16 x 64K"}};
  return list;
}

Result<PreexecutionWorkload> runSample(const Sample& sample, const Device& device, bool quiet, std::stop_token stop) {
  const std::filesystem::path file = resourceFolder() / "samples/preexecution" / (std::string(sample.file) + ".cu");
  analysis::AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  const auto prepared = preexecution::prepare(options, file, sample.kernel, device, stop);
  if (!prepared.ok()) return prepared.error();
  if (!prepared->program) return inputError(prepared->reason);
  EngineJob job;
  job.path = file;
  job.arguments = sample.arguments;
  job.toolkit = "none";
  auto run = modelPreexecution(job, *prepared, device, {sample.firstLaunch, sample.launches}, quiet, stop);
  if (!run.ok()) return run.error();
  return PreexecutionWorkload{sample.name, sample.size, *std::move(run)};
}

Status writeFigures(const std::filesystem::path& folder, const std::vector<PreexecutionWorkload>& workloads) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{ErrorKind::io, "The folder " + folder.string() + " cannot be made: " + error.message() + ".", {}};
  constexpr double width = 860;
  const std::string conditions =
      "Modelled on " + workloads.front().run.device + "; sizes and conditions are in preexecution.html.";
  double height = 0;
  const std::string skips = skipChart(workloads, width, height, fileInk(Theme::light));
  std::vector<std::pair<std::string, std::string>> files{
      {"preexecution.html", preexecutionPage(workloads)},
      {"figures.json", preexecutionData(workloads).dump(2) + "\n"},
      {"figure06.svg", svgDocument(skips, width, height, "Skip factor over time", conditions, Theme::light)}};
  for (const PreexecutionFigure& figure : preexecutionFigures(workloads)) {
    files.push_back({"figure" + std::to_string(figure.number) + ".svg",
                     svgDocument(barChart(figure, workloads, width, fileInk(Theme::light)), width,
                                 preexecutionChartHeight, figure.title, conditions, Theme::light)});
  }
  for (const auto& [name, text] : files) {
    if (Status written = writeFileAtomically(folder / name, text); !written.ok()) return written;
  }
  return {};
}

}  // namespace

int figuresCommand(const std::string& folder, const std::string& deviceName, const OutputOptions& output,
                   std::stop_token stop) {
  const auto device = findDevice(deviceName);
  if (!device.ok()) return fail(device.error(), output);
  if (const auto applicability = preexecution::applicabilityOn(*device);
      applicability.verdict != VerdictKind::applicable) {
    return fail(inputError(applicability.reason), output);
  }
  const bool text = !output.isJson();
  std::vector<PreexecutionWorkload> workloads;
  for (const Sample& sample : samples()) {
    auto workload = runSample(sample, *device, output.quiet, stop);
    if (!workload.ok()) return fail(workload.error(), output);
    if (text) {
      std::printf("%s, %s\n%s", sample.name, sample.size, fusedRunText(workload->run).c_str());
      std::fflush(stdout);
    }
    workloads.push_back(*std::move(workload));
  }
  if (Status written = writeFigures(folder, workloads); !written.ok()) return fail(written.error(), output);
  const PreexecutionGains gains = meanGains(workloads);
  if (output.isJson()) std::printf("%s\n", preexecutionData(workloads).dump(2).c_str());
  if (text) {
    std::printf(
        "Mean gain: adaptive %.1f %% (paper 21.4 %%), profiled %.1f %% (paper 23.1 %%). Sizes are the paper's; FFT and "
        "BS are two of their launches.\n"
        "Written: %s and the drawings beside it\n",
        gains.adaptive, gains.profiled, (std::filesystem::path(folder) / "preexecution.html").c_str());
  }
  return exitDone;
}

}  // namespace warpwright::cli
