#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/execute/service/analysis_service.h"
#include "core/lsp/open_documents.h"

namespace warpwright::lsp {

/// A file to analyse, and the texts that are open then.
struct DocumentRequest {
  AnalysisRequest request;
  OpenDocuments documents;
};

/// Which open files are analysed, and when: after a pause in typing, the one that was typed in first. The newest text
/// of a file wins: answers for older ones are dropped. Single questions take their turn. Runs on a thread of its own.
class DocumentAnalysis {
 public:
  /// They are called on threads of this class and of the service; nothing of it is locked then.
  struct Listener {
    std::function<std::optional<DocumentRequest>(const std::string& path)> requestFor;  ///< nothing: it is closed
    std::function<void(const std::string& path)> started;
    std::function<void(double fraction, const std::string& phase)> progressed;
    std::function<void(const std::string& path, const OpenDocuments& documents, Result<AnalysisResult> answer,
                       bool final)>
        answered;
    std::function<void(const std::string& path)> ended;  ///< answered, or given up
  };

  DocumentAnalysis(std::unique_ptr<AnalysisService> service, Listener listener);
  ~DocumentAnalysis();  ///< ends what runs

  static constexpr std::chrono::milliseconds pause{275};

  /// Once the delay is over; a delay that runs for this file begins again. `isFirst`: before what waits and runs.
  void schedule(const std::string& path, std::chrono::milliseconds delay, bool isFirst);
  /// Nobody waits for this file any more.
  void drop(const std::string& path);
  /// The answer to a question of its own, when it is its turn. Errors: those of the analysis; cancelled.
  Result<AnalysisResult> answer(AnalysisRequest request, const std::stop_token& stop);
  /// The change of a finding. Errors: those of the rewrite; cancelled.
  Result<Rewrite> rewrite(RewriteRequest request, const std::stop_token& stop);
  /// Is nothing under way or waiting?
  bool isIdle();

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    std::string path;
    Clock::time_point due;
    bool isFirst = false;
  };
  /// A question of its own.
  struct Question {
    AnalysisRequest request;
    std::optional<Result<AnalysisResult>> answer;
  };

  void serve(const std::stop_token& stop);
  std::deque<Waiting>::iterator nextFile();
  bool hasNext();
  void begin(std::unique_lock<std::mutex>& lock);
  void analyse(const std::string& path, uint64_t serial);
  void ask(const std::shared_ptr<Question>& question, uint64_t serial);
  void finish(uint64_t serial);
  void wake();  ///< requires: mutex_ held

  std::unique_ptr<AnalysisService> service_;
  Listener listener_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool news_ = false;
  std::deque<Waiting> waiting_;
  std::deque<std::shared_ptr<Question>> questions_;
  std::string running_;  ///< the file that is analysed; empty while `busy_`: a question
  bool busy_ = false, rewriting_ = false;
  uint64_t serial_ = 0;  ///< of what runs: answers to others are dropped
  std::jthread thread_;
};

}  // namespace warpwright::lsp
