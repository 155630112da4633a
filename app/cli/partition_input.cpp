#include "app/cli/partition_input.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "analysis/passes/task_order/traced_tasks.h"
#include "app/cli/output.h"
#include "app/cli/time_limit.h"
#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"
#include "core/job/request_traces.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

/// Reads the graph of one launch.
class LaunchInput {
 public:
  LaunchInput(const PartitionSource& source, const Invocation& invocation, bool quiet)
      : source_(source), invocation_(invocation), line_(quiet) {}

  Result<PartitionInput> ofProgram() {
    const TemporaryFolder folder;
    if (folder.path().empty()) return Error{ErrorKind::io, "No temporary folder could be made.", std::nullopt};
    EngineJob job = jobLike();
    job.capture = CaptureRequest{folder.path() / "launch.wwcap", source_.kernel, source_.launchIndex, true, {}};
    const Result<EngineRun> run = runOnEngine(job, progress(), invocation_.stop);
    line_.clear();
    if (!run.ok()) return run.error();
    if (run->failure) return *run->failure;
    if (!run->capture) {
      return inputError("The program ended without launch " + std::to_string(source_.launchIndex) + " of `" +
                        source_.kernel + "`: there are no tasks to look at.");
    }
    return ofCapture(job.capture->path, source_.graph);
  }

  /// `file`: defines the kernel; empty: as the capture says.
  Result<PartitionInput> ofCapture(const fs::path& path, const std::string& file) {
    const Result<CaptureReader> capture = CaptureReader::open(path);
    if (!capture.ok()) return capture.error();
    const CapturedProgram& program = capture->capture().program;
    const std::string& defines = file.empty() ? program.path : file;
    const std::vector<std::string>& flags = program.compilerFlags;
    const Result<analysis::AnalyzeOptions> how = source_.analysis.resolve(flags);
    if (!how.ok()) return how.error();
    const std::string kernel = source_.isProgram() ? std::string() : source_.kernel;
    const Result<reuse::CapturedModel> model =
        reuse::modelOfCapture(*how, defines, kernel, capture->capture(), invocation_.stop);
    if (!source_.trace) {
      if (!model.ok()) return model.error();
      Result<reuse::LaunchTasks> tasks = reuse::tasksOfLaunch(model->model, model->paths, *capture, invocation_.stop);
      const bool isWhole = tasks.ok() && tasks->note.empty();
      const bool isCancelled = !tasks.ok() && tasks.error().kind == ErrorKind::cancelled;
      if (isWhole || isCancelled || !source_.isProgram()) return inputOf(std::move(tasks), "index arrays");
      why_ = tasks.ok() ? tasks->note : tasks.error().message;
    }
    return ofTrace(path, model.ok() ? &*model : nullptr);
  }

 private:
  Result<PartitionInput> ofTrace(const fs::path& capture, const reuse::CapturedModel* model) {
    const Result<memsim::TouchTrace> trace = touchesOfCapture(capture, jobLike(), progress(), invocation_.stop);
    line_.clear();
    if (!trace.ok()) return trace.error();
    Result<PartitionInput> input = inputOf(reuse::tasksOfTrace(*trace, model, invocation_.stop), "trace");
    if (input.ok() && !why_.empty()) input->note = "Taken from a trace of the launch. " + why_;
    return input;
  }
  static Result<PartitionInput> inputOf(Result<reuse::LaunchTasks> tasks, const char* from) {
    if (!tasks.ok()) return tasks.error();
    return PartitionInput{std::move(tasks->graph), from,        tasks->tasksPerBlock,
                          tasks->indexArrays,      tasks->data, tasks->note};
  }
  EngineJob jobLike() const {
    EngineJob job = source_.analysis.job(source_.graph, source_.compilerFlags, invocation_.afterDashes);
    job.timeLimit = timeLimitOf(source_.timeLimit);
    job.workers = source_.workers;
    return job;
  }
  std::function<void(const EngineProgress&)> progress() {
    return [this](const EngineProgress& now) { line_.show(now.fraction, now.text); };
  }

  const PartitionSource& source_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::string why_;  // not the index arrays
};

}  // namespace

bool PartitionSource::isProgram() const {
  const fs::path path(graph);
  const std::string ending = path.extension().string();
  std::error_code ignored;
  return ending == ".cu" || ending == ".cuda" || ending == ".cpp" || ending == ".cc" ||
         path.filename() == "compile_commands.json" || fs::is_directory(path, ignored);
}

bool PartitionSource::isKeptLaunch() const {
  return graph.ends_with(".tasks") || graph.ends_with(".tasks.gz");
}

void addPartitionSource(CLI::App& app, PartitionSource& source) {
  app.add_option(
         "graph", source.graph,
         "Matrix Market file (SpMV tasks), edge list, graph of Rodinia's bfs, or what --save-graph left (*.tasks); .gz "
         "too; a launch capture (with "
         "--source or --trace); or a CUDA program (with --kernel), which is run on the CPU engine")
      ->required();
  app.add_option("--source", source.source, "Of a capture: the file that defines the kernel");
  app.add_option("--kernel", source.kernel,
                 "Of a program: the kernel. Of a capture: its name, if it is another one now");
  app.add_option("--launch-index", source.launchIndex, "Of a program: which launch of the kernel, from 0");
  app.add_flag("--trace", source.trace,
               "Of a program or a capture: takes what the threads touch when they run, not what the index arrays say");
  app.add_option("--compiler-flag", source.compilerFlags,
                 "Of a program: a flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addTimeOption(app, "--time-limit", source.timeLimit, "Of a program or a trace: seconds it may run; 0: no limit");
  app.add_option("--workers", source.workers, "Of a program or a trace: threads that run blocks")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  addAnalysisOptions(app, source.analysis);
  app.footer("Words after `--` are the arguments of the program.");
}

Result<PartitionInput> readPartitionInput(const PartitionSource& source, const Invocation& invocation, bool quiet) {
  if (source.isProgram()) {
    if (source.kernel.empty()) {
      return Error{ErrorKind::usage, "Say which kernel of the program to look at: --kernel NAME.", std::nullopt};
    }
    return LaunchInput(source, invocation, quiet).ofProgram();
  }
  if (source.isLaunch()) return LaunchInput(source, invocation, quiet).ofCapture(source.graph, source.source);
  Result<GraphFile> file = readGraph(source.graph);
  if (!file.ok()) return file.error();
  return PartitionInput{std::move(file->graph), "file", file->tasksPerBlock, {}, {}, file->note};
}

}  // namespace warpwright::cli
