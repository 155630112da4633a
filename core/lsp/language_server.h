#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/lsp/document_analysis.h"
#include "core/lsp/editor_commands.h"
#include "core/lsp/editor_state.h"
#include "core/lsp/work_progress.h"
#include "core/rpc/rpc_server.h"

namespace warpwright::lsp {

/// The Language Server Protocol (3.17) over the findings: open files are analysed as they are typed, findings are
/// diagnostics, with hovers, and code actions that are their rewrites. Nothing is written but by the editor, and
/// nothing is run but by a command of its user.
class LanguageServer {
 public:
  /// `write` takes whole frames, from several threads, one at a time.
  LanguageServer(std::unique_ptr<AnalysisService> analysis, EngineServices engine, std::string version,
                 std::function<void(const std::string&)> write);
  ~LanguageServer();  ///< ends what runs

  /// Takes what the editor writes, in pieces of any size. Requires: no `exitCode` yet.
  void accept(std::string_view bytes);
  /// How the process is to end, once the editor has said `exit`: 0 after a `shutdown`, else 1.
  std::optional<int> exitCode() const { return exitCode_; }
  /// Is no analysis under way or waiting?
  bool isIdle() { return analysis_->isIdle(); }

 private:
  enum class Phase : uint8_t { created, initialized, shutDown };

  void answerRequests();
  void takeNotifications();
  std::optional<RpcError> refusal(const std::string& method, bool isRequest) const;
  RpcAnswer initialize(const nlohmann::json& params);
  void setSettings(const nlohmann::json& options);
  nlohmann::json hover(const nlohmann::json& params);
  nlohmann::json codeActions(const nlohmann::json& params);

  void open(const nlohmann::json& document);
  void change(const nlohmann::json& params);
  void close(const nlohmann::json& params);
  void analyseAll(bool isFirst);
  void analyseAgain(const std::string& path, std::chrono::milliseconds delay);

  DocumentAnalysis::Listener listener();
  void take(const std::string& path, const OpenDocuments& documents, Result<AnalysisResult> answer, bool final);
  void publish(const std::string& path, std::map<std::string, nlohmann::json> diagnostics);

  std::string version_;
  Phase phase_ = Phase::created;  // of the thread that calls `accept`, as the next
  std::optional<int> exitCode_;
  EditorState state_;
  std::mutex publishing_;
  std::map<std::string, std::map<std::string, nlohmann::json>> published_;  ///< by analysed file: by file
  RpcServer server_;
  WorkProgress progress_;
  std::mutex following_;
  nlohmann::json token_;  ///< of the analysis that runs; null: nobody follows
  std::unique_ptr<DocumentAnalysis> analysis_;
  std::unique_ptr<EditorCommands> commands_;
};

}  // namespace warpwright::lsp
