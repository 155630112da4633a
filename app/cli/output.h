#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/report/shapes.h"

namespace CLI {
class App;
}

namespace warpwright::cli {

/// Exit codes, a contract that scripts rely on.
enum ExitCode : int {
  exitDone = 0,
  exitFindings = 1,  ///< findings or a regression, where the caller asked to fail on them
  exitUsage = 2,
  exitInput = 3,   ///< the input could not be analysed or run
  exitWorker = 4,  ///< a worker process failed
};

/// The options every command has.
struct OutputOptions {
  std::string format = "text";
  bool quiet = false;
  bool isStable = false;  ///< no times, nor what else differs between two runs that do the same

  bool isJson() const { return format == "json"; }
};

/// Declares --format (`formats` separated by commas, the first is the default) and --quiet.
void addOutputOptions(CLI::App& app, OutputOptions& options, const std::string& formats = "text,json");

/// Declares --stable.
void addStableOption(CLI::App& app, OutputOptions& options,
                     const std::string& text = "Show no times: two runs that do the same print the same bytes");
/// Takes out of a document how long something took, and what memory it took.
void dropTimes(nlohmann::json& document);
/// A document as it is printed, with --stable without times.
std::string documentText(nlohmann::json document, const OutputOptions& options);

/// The exit code that belongs to an error.
ExitCode exitCode(const Error& error);

/// Prints "warpwright: file:line:column: message" on stderr and gives the exit code.
ExitCode fail(const Error& error);
/// The same; where results are asked for as JSON or SARIF, stdout gets the error as such a document: nothing else may
/// have been printed there.
ExitCode fail(const Error& error, const OutputOptions& output);
/// The error as `format` has it: a document "warpwright.error/1" (json, jsonl), a run of SARIF that was not successful;
/// empty for text.
std::string errorDocument(const Error& error, const std::string& format);

/// One line of progress on stderr that the next one overwrites; nothing unless stderr is a terminal and not `quiet`. It
/// has the time since it began, which goes on while a phase does, until it is cleared.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  /// `fraction`: below 0 where no end is known.
  void show(double fraction, std::string_view phase);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw();
  void erase();
  void tick(const std::stop_token& stop);

  const bool enabled_;
  std::mutex mutex_;
  std::condition_variable_any waiting_;
  bool goesOn_ = false;  ///< something was shown and not cleared
  double fraction_ = -1;
  std::string phase_;
  size_t shown_ = 0;  ///< columns
  std::optional<Clock::time_point> begun_;
  std::jthread clock_;
};

/// The text in the colour of the shape where stdout is a terminal that has colours and $NO_COLOR is not set; else as it
/// is.
std::string inColour(Shape shape, const std::string& text);

/// A path as the user would write it from here: relative to the working folder where it lies below it.
std::string displayPath(const std::string& path);

}  // namespace warpwright::cli
