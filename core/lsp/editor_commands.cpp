#include "core/lsp/editor_commands.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/execute/replay/trace_programs.h"
#include "core/finding/observed_text.h"
#include "core/lsp/code_actions.h"
#include "core/lsp/file_uri.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

Error usageError(const std::string& message) {
  return Error{ErrorKind::usage, message, std::nullopt};
}

/// The finding of that id; nothing: it is not known any more.
std::optional<Opportunity> findingOf(EditorState& state, const std::string& path, const std::string& id) {
  const std::lock_guard lock(state.mutex);
  const auto known = state.findings.find(path);
  if (known == state.findings.end()) return std::nullopt;
  for (const KernelSummary& kernel : known->second->kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.id == id) return found;
    }
  }
  return std::nullopt;
}

/// Texts of the files after the change; only where each is as the change was made for.
Result<std::map<std::string, std::string>> textsAfter(const Rewrite& rewrite, EditorTexts& texts) {
  std::map<std::string, std::string> after;
  for (const FileEdits& file : rewrite.files) {
    const Result<std::string> before = file.creates ? textBefore(file) : Result<std::string>(texts.of(file.file));
    if (!before.ok()) return before.error();
    Result<std::string> text = applyEdits(file, *before);
    if (!text.ok()) return text.error();
    after[file.file] = *std::move(text);
  }
  return after;
}

}  // namespace

void showMessage(RpcServer& server, MessageType type, const std::string& text) {
  server.notify("window/showMessage", {{"type", static_cast<int>(type)}, {"message", jsonText(text)}});
}

Result<EditorCommands::Subject> EditorCommands::read(const json& data) const {
  Subject subject;
  const std::string uri = data.at("uri").get<std::string>();
  const auto path = pathOfUri(uri);
  if (!path) return usageError(uri + " is no file on this machine.");
  subject.path = *path;
  subject.opportunity = data.value("opportunity", std::string());
  subject.values = data.value("values", ParameterValues());
  const std::lock_guard lock(state_.mutex);
  subject.arguments = data.value("arguments", state_.settings.arguments);
  subject.program = data.value("program", state_.settings.program);
  return subject;
}

Result<Rewrite> EditorCommands::rewriteOf(const Subject& subject, const std::stop_token& stop) const {
  if (subject.opportunity.empty()) return usageError("The command names no finding in `opportunity`.");
  RewriteRequest request;
  {
    const std::lock_guard lock(state_.mutex);
    request.context = state_.requestFor(subject.path);
  }
  request.opportunity = subject.opportunity;
  request.values = subject.values;
  return analysis_.rewrite(std::move(request), stop);
}

RpcAnswer EditorCommands::resolve(const json& action, std::stop_token stop) {
  if (!action.contains("data")) return action;
  const Result<Subject> subject = read(action["data"]);
  if (!subject.ok()) return rpcError(subject.error());
  const Result<Rewrite> rewrite = rewriteOf(*subject, stop);
  if (!rewrite.ok()) return rpcError(rewrite.error());
  const std::lock_guard lock(state_.mutex);
  EditorTexts texts(state_.documents, state_.encoding);
  Result<json> edit = workspaceEdit(*rewrite, texts, state_.edits);
  if (!edit.ok()) return rpcError(edit.error());
  const Result<std::string> diff = diffOf(*rewrite, texts, state_.rootOf(subject->path));
  json resolved = action;
  resolved["edit"] = *std::move(edit);
  if (diff.ok()) resolved["data"]["diff"] = jsonText(*diff);
  return resolved;
}

RpcAnswer EditorCommands::apply(const Subject& subject, const std::stop_token& stop) {
  const Result<Rewrite> rewrite = rewriteOf(subject, stop);
  if (!rewrite.ok()) return rpcError(rewrite.error());
  Result<json> edit = json();
  {
    const std::lock_guard lock(state_.mutex);
    EditorTexts texts(state_.documents, state_.encoding);
    edit = workspaceEdit(*rewrite, texts, state_.edits);
  }
  if (!edit.ok()) return rpcError(edit.error());
  server_.ask("workspace/applyEdit", {{"label", jsonText(rewrite->summary)}, {"edit", *edit}},
              [this](const RpcAnswer& answer) {
                const auto* said = std::get_if<json>(&answer);
                if (said && said->is_object() && said->value("applied", json()) == true) return;
                showMessage(server_, MessageType::warning,
                            "The editor did not apply the change. Ask for it again: the text may have changed.");
              });
  return json();
}

Result<ProgramSummary> EditorCommands::programOf(const Subject& subject, const std::stop_token& stop) const {
  AnalysisRequest request;
  {
    const std::lock_guard lock(state_.mutex);
    request = state_.requestFor(subject.path);
  }
  request.onlyPrograms = true;
  const Result<AnalysisResult> answer = analysis_.answer(std::move(request), stop);
  if (!answer.ok()) return answer.error();
  if (!subject.program.empty()) {
    const ProgramSummary* named = programNamed(answer->programs, subject.program);
    if (named) return *named;
    return usageError("There is no program `" + subject.program + "` with this file.");
  }
  if (answer->programs.size() == 1) return answer->programs.front();
  if (answer->programs.empty()) return ProgramSummary{"", subject.path, {}, {subject.path}};
  std::string names;
  for (const ProgramSummary& program : answer->programs) {
    if (program.main == subject.path) return program;
    names += (names.empty() ? "" : ", ") + program.name;
  }
  return usageError("The file is a part of several programs: " + names + ". Name one in the option `program`.");
}

EngineJob EditorCommands::jobOf(const Subject& subject, const ProgramSummary& program) const {
  EngineJob job;
  const std::lock_guard lock(state_.mutex);
  job.path = program.main.empty() ? subject.path : program.main;
  job.project = state_.rootOf(subject.path);
  job.workingFolder = job.path.parent_path();
  for (const auto& [file, document] : state_.documents) job.openTexts[file] = document.text;
  job.compilerFlags = state_.settings.flags;
  job.arguments = subject.arguments;
  if (!state_.settings.arch.empty()) job.arch = state_.settings.arch;
  job.device = state_.settings.device;
  job.toolkit = state_.settings.toolkit;
  return job;
}

RpcAnswer EditorCommands::observe(const Subject& subject, const EngineServices::Progress& progress,
                                  const std::stop_token& stop) {
  const Result<ProgramSummary> program = programOf(subject, stop);
  if (!program.ok()) return rpcError(program.error());
  EngineJob job = jobOf(subject, *program);
  job.observe = true;
  const Result<EngineRun> run = services_.run(job, progress, stop);
  if (!run.ok()) return rpcError(run.error());
  std::vector<std::string> files;
  {
    const std::lock_guard lock(state_.mutex);
    std::erase_if(state_.observed, [&](const ObservedProgram& one) { return one.program.main == program->main; });
    state_.observed.push_back({*program, run->observed});
    for (const auto& [file, document] : state_.documents) {
      if (isCuda(file, document)) files.push_back(file);
    }
  }
  for (const std::string& file : files) analysis_.schedule(file, std::chrono::milliseconds(0), file == subject.path);
  std::string summary = observedRunText(
      {job.path.filename().string(), job.arguments, run->exitCode, run->launches.size(), run->seconds, {}});
  if (run->failure) summary += " It did not come to its end: " + run->failure->message;
  showMessage(server_, run->failure ? MessageType::warning : MessageType::info, summary);
  return json{{"summary", jsonText(summary)}, {"run", toJson(*run)}};
}

RpcAnswer EditorCommands::verify(const Subject& subject, const EngineServices::Progress& progress,
                                 const std::stop_token& stop) {
  const Result<Rewrite> rewrite = rewriteOf(subject, stop);
  if (!rewrite.ok()) return rpcError(rewrite.error());
  if (rewrite->onlyCreates())
    return rpcError(
        usageError("The change only adds files that the program does not use: there is nothing to compare."));
  const Result<ProgramSummary> program = programOf(subject, stop);
  if (!program.ok()) return rpcError(program.error());
  const EngineJob job = jobOf(subject, *program);
  Result<std::map<std::string, std::string>> after = std::map<std::string, std::string>();
  {
    const std::lock_guard lock(state_.mutex);
    EditorTexts texts(state_.documents, state_.encoding);
    after = textsAfter(*rewrite, texts);
  }
  if (!after.ok()) return rpcError(after.error());
  const auto found = findingOf(state_, subject.path, subject.opportunity);
  const ChangedProgram jobs = changedProgram(job, *after, found ? checksOf(*found) : std::vector<std::string>());
  const Result<Verification> verification = services_.verify(jobs.original, jobs.variant, progress, stop);
  if (!verification.ok()) return rpcError(verification.error());
  const bool isWell = verification->identical && verification->findings.empty();
  const std::string hint = verification->hint.empty() ? "" : " " + verification->hint;
  showMessage(server_, isWell ? MessageType::info : MessageType::warning, verification->summary + hint);
  json document = toJson(*verification);
  document["schema"] = "warpwright.verify/1";
  return document;
}

RpcAnswer EditorCommands::execute(const json& params, std::stop_token stop) {
  const std::string command = params.at("command").get<std::string>();
  const json arguments = params.value("arguments", json::array());
  if (!arguments.is_array() || arguments.size() != 1 || !arguments[0].is_object())
    return RpcError{rpcInvalidParams, "`" + command + "` takes one object: {\"uri\": …}."};
  const Result<Subject> subject = read(arguments[0]);
  if (!subject.ok()) return rpcError(subject.error());
  const bool isRun = command == observeCommand || command == verifyCommand;
  if (!isRun && command != applyCommand) return RpcError{rpcInvalidParams, "There is no command `" + command + "`."};

  std::stop_source stopping;
  const std::stop_callback stopped(stop, [&stopping] { stopping.request_stop(); });
  const std::string name = fs::path(subject->path).filename().string();
  const std::string title = command == observeCommand  ? "Running the program of " + name
                            : command == verifyCommand ? "Comparing original and change of " + name
                                                       : "Writing the change of " + name;
  const json token =
      progress_.begin(params.value("workDoneToken", json()), title, [stopping]() mutable { stopping.request_stop(); });
  const auto report = [&](const EngineProgress& now) { progress_.report(token, now.fraction, now.text); };
  RpcAnswer answer = command == observeCommand  ? observe(*subject, report, stopping.get_token())
                     : command == verifyCommand ? verify(*subject, report, stopping.get_token())
                                                : apply(*subject, stopping.get_token());
  const auto* error = std::get_if<RpcError>(&answer);
  progress_.end(token, error ? error->message : "");
  return answer;
}

}  // namespace warpwright::lsp
