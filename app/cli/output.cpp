#include "app/cli/output.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/progress_events.h"
#include "core/base/json_text.h"
#include "core/base/source_range.h"
#include "core/report/report_input.h"

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

ExitCode fail(const Error& error, const OutputOptions& output) {
  std::fputs(errorDocument(error, output.format).c_str(), stdout);
  return fail(error);
}

std::string errorDocument(const Error& error, const std::string& format) {
  if (format != "json" && format != "jsonl" && format != "sarif") return {};
  nlohmann::json document = error;
  document["schema"] = "warpwright.error/1";
  document["exit_code"] = static_cast<int>(exitCode(error));
  if (format == "sarif") {
    std::error_code ignored;
    document = sarifReport(error, exitCode(error), std::filesystem::current_path(ignored));
  }
  return document.dump(format == "jsonl" ? -1 : 2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

ProgressLine::ProgressLine(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) != 0) {}
ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(double fraction, std::string_view phase) {
  tellProgress(fraction, phase);
  if (!enabled_) return;
  clear();
  // A phase without a known end tells how long it lasts instead.
  const auto now = std::chrono::steady_clock::now();
  if (!begun_) begun_ = now;
  const double seconds = std::chrono::duration<double>(now - *begun_).count();
  char head[32];
  if (fraction < 0)
    std::snprintf(head, sizeof head, "%3.0f s", seconds);
  else
    std::snprintf(head, sizeof head, "%3.0f %%", fraction * 100);
  shown_ = static_cast<size_t>(std::fprintf(stderr, "%s  %.*s", head, static_cast<int>(phase.size()), phase.data()));
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!enabled_ || shown_ == 0) return;
  std::fprintf(stderr, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stderr);
  shown_ = 0;
}

std::string inColour(Shape shape, const std::string& text) {
  static const bool isColoured = [] {
    const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) != 0 && !(none && *none) && terminal && std::string_view(terminal) != "dumb";
  }();
  if (!isColoured) return text;
  // The colours of the terminal: they are readable on whatever it is set to.
  constexpr const char *good = "32", *bad = "31", *open = "33", *quiet = "2";
  const bool isGood = shape == Shape::applicable || shape == Shape::identical || shape == Shape::faster;
  const bool isBad = shape == Shape::differs || shape == Shape::slower;
  const bool isOpen = shape == Shape::unknown || shape == Shape::unsure || shape == Shape::warning;
  return std::string("\033[") + (isGood ? good : isBad ? bad : isOpen ? open : quiet) + "m" + text + "\033[0m";
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
