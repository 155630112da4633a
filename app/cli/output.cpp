#include "app/cli/output.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "app/cli/progress_events.h"
#include "core/base/source_range.h"

namespace warpwright::cli {

void addOutputOptions(CLI::App& app, OutputOptions& options, const std::string& formats) {
  const std::vector<std::string> names = CLI::detail::split(formats, ',');
  options.format = names.front();
  app.add_option("--format", options.format, "How results are printed: " + formats)
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "No progress on stderr");
}

ExitCode exitCode(const Error& error) {
  switch (error.kind) {
    case ErrorKind::usage:
      return exitUsage;
    case ErrorKind::worker:
      return exitWorker;
    case ErrorKind::input:
    case ErrorKind::io:
    case ErrorKind::stale:
    case ErrorKind::cancelled:
      break;
  }
  return exitInput;
}

ExitCode fail(const Error& error) {
  std::string place;
  if (error.range && error.range->isValid()) {
    SourcePosition at = error.range->begin;
    at.file = displayPath(at.file);
    place = toString(at) + ": ";
  }
  std::fprintf(stderr, "warpwright: %s%s\n", place.c_str(), error.message.c_str());
  return exitCode(error);
}

ProgressLine::ProgressLine(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) != 0) {}
ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(double fraction, std::string_view phase) {
  tellProgress(fraction, phase);
  if (!enabled_) return;
  clear();
  shown_ = static_cast<size_t>(
      std::fprintf(stderr, "%3.0f %%  %.*s", fraction * 100, static_cast<int>(phase.size()), phase.data()));
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!enabled_ || shown_ == 0) return;
  std::fprintf(stderr, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stderr);
  shown_ = 0;
}

std::string displayPath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  if (error) return path;
  const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") return path;
  return relative.string();
}

}  // namespace warpwright::cli
