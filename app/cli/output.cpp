#include "app/cli/output.h"

#include <sys/ioctl.h>
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

void addStableOption(CLI::App& app, OutputOptions& options, const std::string& text) {
  app.add_flag("--stable", options.isStable, text);
}

void dropTimes(nlohmann::json& document) {
  if (document.is_structured()) {
    for (nlohmann::json& inner : document) dropTimes(inner);
  }
  if (!document.is_object()) return;
  for (const char* name : {"seconds", "compile_seconds", "parse_seconds", "proof_seconds", "peak_bytes"})
    document.erase(name);
}

std::string documentText(nlohmann::json document, const OutputOptions& options) {
  if (options.isStable) dropTimes(document);
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
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
  clock_ = {};
  clear();
}

void ProgressLine::show(double fraction, std::string_view phase) {
  const std::lock_guard lock(mutex_);
  fraction_ = fraction;
  phase_ = phase;
  goesOn_ = true;
  if (!begun_) begun_ = Clock::now();
  draw();
  if (!clock_.joinable() && (enabled_ || isProgressAwaited()))
    clock_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  goesOn_ = false;
  erase();
}

void ProgressLine::tick(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    waiting_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    if (!stop.stop_requested() && goesOn_) draw();
  }
}

void ProgressLine::draw() {
  tellProgress(fraction_, phase_);
  if (!enabled_) return;
  erase();
  const double seconds = std::chrono::duration<double>(Clock::now() - *begun_).count();
  char head[64];
  if (fraction_ < 0)
    std::snprintf(head, sizeof head, "%3.0f s  ", seconds);
  else
    std::snprintf(head, sizeof head, "%3.0f %%  %3.0f s  ", fraction_ * 100, seconds);
  // A line that wraps could not be overwritten.
  winsize window{};
  const size_t most = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col - 1 : 1000;
  std::string line;
  for (const char letter : head + phase_) {
    const bool begins = (static_cast<unsigned char>(letter) & 0xc0) != 0x80;
    if (begins && shown_ == most) break;
    shown_ += begins ? 1 : 0;
    line += letter;
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::erase() {
  if (shown_ == 0) return;
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
