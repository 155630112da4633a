#include "app/cli/analysis_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/cli/program_option.h"

namespace warpwright::cli {
namespace {

constexpr const char* reassociation = "reassociation";

}  // namespace

std::vector<std::string> AnalysisOptions::words() const {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value, const std::string& usual) {
    if (value != usual) words.insert(words.end(), {name, value});
  };
  add("--cuda", cuda, "auto");
  add("--arch", arch, "");
  add("--program", program, "");
  return words;
}

void addAnalysisOptions(CLI::App& app, AnalysisOptions& options) {
  app.add_option("--launch", options.launches,
                 "A launch that replaces those in host code: 'KERNEL<<<(gx,gy,gz),(bx,by,bz),smem>>>', `_` leaves a "
                 "number open. May be given several times")
      ->allow_extra_args(false);
  app.add_option("--arch", options.arch,
                 "Architecture of the GPU, such as sm_90 (default: what the file is compiled "
                 "for, else sm_90)");
  app.add_option("--cuda", options.cuda, "Root of a CUDA toolkit, `none` to use Warpwright's own headers, or `auto`")
      ->capture_default_str();
  addProgramOption(app, options.program);
}

CLI::Option* addAllowOption(CLI::App& app, std::vector<std::string>& allowed) {
  return app
      .add_option("--allow", allowed,
                  "`reassociation`: also offer changes that make floating-point sums in an order that the original "
                  "never has; last digits differ")
      ->check(CLI::IsMember({reassociation}))
      ->allow_extra_args(false);
}

void addDeviceOption(CLI::App& app, AnalysisOptions& options) {
  app.add_option("--device", options.device,
                 "GPU that findings are for, such as 'H200' or 'Fused 2012' (default: the first "
                 "of the architecture)");
}

Result<analysis::AnalyzeOptions> AnalysisOptions::resolve(const std::vector<std::string>& compilerFlags) const {
  analysis::AnalyzeOptions options;
  options.arch = arch;
  options.device = device;
  options.launches = launches;
  options.program = program;
  options.allowsReassociation = !allowed.empty();
  options.flags = compilerFlags;
  if (cuda == "none") {
    options.parse.headers = frontend::HeaderMode::own;
  } else if (cuda != "auto") {
    std::error_code error;
    if (!std::filesystem::is_directory(cuda, error)) {
      return Error{ErrorKind::usage, "There is no CUDA toolkit in " + cuda + ". Use --cuda none to do without one.",
                   std::nullopt};
    }
    options.parse.toolkit = std::filesystem::absolute(cuda, error);
  }
  return options;
}

Result<AnalysisRequest> AnalysisOptions::request(const std::string& file,
                                                 const std::vector<std::string>& compilerFlags) const {
  if (const auto valid = resolve(compilerFlags); !valid.ok()) return valid.error();
  AnalysisRequest request;
  request.paths = {file};
  request.flags = compilerFlags;
  request.launches = launches;
  request.arch = arch;
  request.device = device;
  request.allowsReassociation = !allowed.empty();
  std::error_code ignored;
  request.toolkit = cuda == "auto" || cuda == "none" ? cuda : std::filesystem::absolute(cuda, ignored).string();
  return request;
}

EngineJob AnalysisOptions::job(const std::string& path, const std::vector<std::string>& compilerFlags,
                               const std::vector<std::string>& arguments) const {
  EngineJob job;
  std::error_code ignored;
  job.path = std::filesystem::absolute(path, ignored);
  job.compilerFlags = compilerFlags;
  job.arguments = arguments;
  if (!arch.empty()) job.arch = arch;
  job.toolkit = cuda;
  return job;
}

}  // namespace warpwright::cli
