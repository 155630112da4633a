#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"

namespace warpwright {

/// What the IDE asks the analysis worker.
struct AnalysisRequest {
  std::vector<std::filesystem::path> paths;
  std::map<std::string, std::string> openTexts;  ///< unsaved texts by absolute path
  std::vector<std::string> flags, launches;
  std::filesystem::path project;     ///< the folder that is open; empty: none
  bool comparesCode = false;         ///< nvcc compiles where only its code tells what a change does
  bool comparesLater = false;        ///< it does so when changes are made: may be applicable till then
  bool allowsReassociation = false;  ///< floating-point sums may be made in an order that the original never has
  /// Where codes that nvcc makes of texts are kept for others that ask with the same folder, as long as files stay as
  /// they are; empty: nowhere.
  std::filesystem::path codes;
  bool onlyPrograms = false;                       ///< say which there are, and look at nothing
  std::optional<std::vector<std::string>> passes;  ///< absent: all that are looked for unasked; none: kernels only
  std::vector<Family> families;                    ///< besides, all passes of these, also those on request only
  std::string kernel;  ///< the only one whose findings are looked for, as `chooseKernel` reads it; empty: all
  std::string arch = "sm_90";
  std::string device;            ///< what findings are for, by name; empty: the first of `arch`
  std::string toolkit = "auto";  ///< "auto", "none" or its root
  /// What a run or a capture has seen: it is told beside the kernels, and lets findings be guarded.
  std::vector<ObservedKernel> observed;
};

struct RewriteRequest {
  AnalysisRequest context;  ///< paths: the one file
  std::string opportunity;
  ParameterValues values;
};

/// Analysis as a service: one request of each kind at a time, a newer one supersedes the older, whose answer is then
/// dropped. Handlers run on a thread of the service; they are not called after `cancel` or destruction.
class AnalysisService {
 public:
  using AnalysisHandler = std::function<void(Result<AnalysisResult> result, bool final)>;
  using ProgressHandler = std::function<void(double fraction, std::string phase)>;
  using RewriteHandler = std::function<void(Result<Rewrite> result)>;

  virtual ~AnalysisService() = default;
  /// Calls `deliver` in stages, the last time with final == true.
  virtual void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler progress) = 0;
  virtual void rewrite(RewriteRequest request, RewriteHandler deliver) = 0;
  /// Stops what runs; the worker is killed if it does not answer at once, and started again on the next request.
  virtual void cancel() = 0;
  /// Waits until nothing is under way, for tests. False if the deadline came first.
  virtual bool waitUntilIdle(std::chrono::milliseconds deadline) = 0;
};

/// Talks to `warpwright-analysis-worker` (see PROTOCOL.md beside this file). A crash of the worker is an error result
/// that names the file, and the next request starts a new one.
std::unique_ptr<AnalysisService> makeProcessAnalysisService(std::filesystem::path worker);

/// Answers from functions, on the caller's thread and at once: for tests, and where the passes are linked.
std::unique_ptr<AnalysisService> makeInlineAnalysisService(
    std::function<Result<AnalysisResult>(const AnalysisRequest&)> analyze,
    std::function<Result<Rewrite>(const RewriteRequest&)> rewrite);

}  // namespace warpwright
