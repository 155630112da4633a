#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>

#include "core/job/engine_job.h"
#include "core/lsp/document_analysis.h"
#include "core/lsp/editor_state.h"
#include "core/lsp/work_progress.h"

namespace warpwright::lsp {

/// What runs programs for an editor.
struct EngineServices {
  using Progress = std::function<void(const EngineProgress&)>;
  RunEngine run;
  std::function<Result<Verification>(EngineJob original, EngineJob variant, const Progress&, std::stop_token)> verify;
};

/// MessageType of the protocol.
enum class MessageType : uint8_t { error = 1, warning = 2, info = 3 };
void showMessage(RpcServer& server, MessageType type, const std::string& text);

/// What takes its time: the edit of a code action, and commands. Each is called on a thread of its own.
class EditorCommands {
 public:
  EditorCommands(EngineServices services, EditorState& state, DocumentAnalysis& analysis, RpcServer& server,
                 WorkProgress& progress)
      : services_(std::move(services)), state_(state), analysis_(analysis), server_(server), progress_(progress) {}

  /// `codeAction/resolve`: the action with its edit, and the same as a diff in `data.diff`.
  RpcAnswer resolve(const nlohmann::json& action, std::stop_token stop);
  /// `workspace/executeCommand`: see code_actions.h. Whatever is run is a program of the user's, on the CPU engine.
  RpcAnswer execute(const nlohmann::json& params, std::stop_token stop);

 private:
  /// What a command is about: {"uri", "opportunity", "values", "arguments", "program"}.
  struct Subject {
    std::string path, opportunity, program;
    ParameterValues values;
    std::vector<std::string> arguments;
  };
  Result<Subject> read(const nlohmann::json& data) const;
  Result<Rewrite> rewriteOf(const Subject& subject, const std::stop_token& stop) const;
  /// The program that the file is a part of. Errors: it is a part of several, and none is named.
  Result<ProgramSummary> programOf(const Subject& subject, const std::stop_token& stop) const;
  EngineJob jobOf(const Subject& subject, const ProgramSummary& program) const;

  RpcAnswer apply(const Subject& subject, const std::stop_token& stop);
  RpcAnswer observe(const Subject& subject, const EngineServices::Progress& progress, const std::stop_token& stop);
  RpcAnswer verify(const Subject& subject, const EngineServices::Progress& progress, const std::stop_token& stop);

  EngineServices services_;
  EditorState& state_;
  DocumentAnalysis& analysis_;
  RpcServer& server_;
  WorkProgress& progress_;
};

}  // namespace warpwright::lsp
