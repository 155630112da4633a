#include "core/lsp/language_server.h"

#include <algorithm>
#include <filesystem>

#include "core/base/json_text.h"
#include "core/lsp/code_actions.h"
#include "core/lsp/diagnostics.h"
#include "core/lsp/file_uri.h"
#include "core/lsp/hover.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

/// What lies at a path of an object, such as {"textDocument", "codeAction"}; null where anything is missing.
json at(const json& from, std::initializer_list<const char*> names) {
  const json* value = &from;
  for (const char* name : names) {
    if (!value->is_object()) return nullptr;
    const auto found = value->find(name);
    if (found == value->end()) return nullptr;
    value = &*found;
  }
  return *value;
}

bool holds(const json& list, const std::string& word) {
  return list.is_array() && std::find(list.begin(), list.end(), word) != list.end();
}

/// The folders that the editor has open: `workspaceFolders`, else `rootUri`.
std::vector<std::string> rootsIn(const json& params) {
  std::vector<std::string> roots;
  const auto add = [&](const json& uri) {
    const auto path = uri.is_string() ? pathOfUri(uri.get<std::string>()) : std::nullopt;
    if (!path) return;
    std::string root = *path;
    while (root.size() > 1 && root.back() == '/') root.pop_back();
    roots.push_back(root);
  };
  const json folders = at(params, {"workspaceFolders"});
  if (folders.is_array()) {
    for (const json& folder : folders) add(at(folder, {"uri"}));
  }
  if (roots.empty()) add(at(params, {"rootUri"}));
  return roots;
}

}  // namespace

LanguageServer::LanguageServer(std::unique_ptr<AnalysisService> analysis, EngineServices engine, std::string version,
                               std::function<void(const std::string&)> write)
    : version_(std::move(version)), server_(Framing::contentLength, std::move(write)), progress_(server_) {
  analysis_ = std::make_unique<DocumentAnalysis>(std::move(analysis), listener());
  commands_ = std::make_unique<EditorCommands>(std::move(engine), state_, *analysis_, server_, progress_);
  server_.setGate([this](const std::string& method, bool isRequest) { return refusal(method, isRequest); });
  server_.cancelBy("$/cancelRequest", "id");
  answerRequests();
  takeNotifications();
}

LanguageServer::~LanguageServer() {
  server_.stopAll();
  analysis_.reset();
}

void LanguageServer::accept(std::string_view bytes) {
  server_.accept(bytes);
}

std::optional<RpcError> LanguageServer::refusal(const std::string& method, bool isRequest) const {
  if (!isRequest && method == "exit") return std::nullopt;
  switch (phase_) {
    case Phase::created:
      if (isRequest && method == "initialize") return std::nullopt;
      return RpcError{rpcNotInitialized, "The first request is `initialize`."};
    case Phase::initialized:
      if (method == "initialize") return RpcError{rpcInvalidRequest, "The server is initialised already."};
      return std::nullopt;
    case Phase::shutDown:
      return RpcError{rpcInvalidRequest, "The server has been shut down: only `exit` comes after it."};
  }
  return std::nullopt;
}

void LanguageServer::answerRequests() {
  server_.onRequest("initialize", [this](const json& params, std::stop_token) { return initialize(params); });
  server_.onRequest("shutdown", [this](const json&, std::stop_token) {
    phase_ = Phase::shutDown;
    return RpcAnswer(json());
  });
  server_.onRequest("textDocument/hover",
                    [this](const json& params, std::stop_token) { return RpcAnswer(hover(params)); });
  server_.onRequest("textDocument/codeAction",
                    [this](const json& params, std::stop_token) { return RpcAnswer(codeActions(params)); });
  server_.onRequest(
      "codeAction/resolve",
      [this](const json& action, std::stop_token stop) { return commands_->resolve(action, std::move(stop)); }, true);
  server_.onRequest(
      "workspace/executeCommand",
      [this](const json& params, std::stop_token stop) { return commands_->execute(params, std::move(stop)); }, true);
}

void LanguageServer::takeNotifications() {
  server_.onNotification("exit", [this](const json&) { exitCode_ = phase_ == Phase::shutDown ? 0 : 1; });
  server_.onNotification("initialized", [](const json&) {});
  server_.onNotification("textDocument/didOpen", [this](const json& params) { open(params.at("textDocument")); });
  server_.onNotification("textDocument/didChange", [this](const json& params) { change(params); });
  server_.onNotification("textDocument/didClose", [this](const json& params) { close(params); });
  server_.onNotification("workspace/didChangeWatchedFiles", [this](const json&) { analyseAll(false); });
  server_.onNotification("window/workDoneProgress/cancel",
                         [this](const json& params) { progress_.cancel(params.at("token")); });
  server_.onNotification("workspace/didChangeConfiguration", [this](const json& params) {
    const json options = at(params, {"settings", "warpwright"});
    if (options.is_null()) return;
    setSettings(options);
    analyseAll(false);
  });
}

void LanguageServer::setSettings(const json& options) {
  std::vector<std::string> problems;
  {
    const std::lock_guard lock(state_.mutex);
    state_.settings = settingsFromJson(options, problems);
  }
  for (const std::string& problem : problems) showMessage(server_, MessageType::warning, problem);
}

RpcAnswer LanguageServer::initialize(const json& params) {
  const json client = at(params, {"capabilities"});
  {
    const std::lock_guard lock(state_.mutex);
    const bool isUtf8 = holds(at(client, {"general", "positionEncodings"}), "utf-8");
    state_.encoding = isUtf8 ? PositionEncoding::utf8 : PositionEncoding::utf16;
    const json edits = at(client, {"workspace", "workspaceEdit"});
    // Neovim names what can be created and not that edits may have versions, where alone that can be said.
    const json operations = at(edits, {"resourceOperations"});
    state_.edits.createsFiles = holds(operations, "create");
    state_.edits.documentChanges = at(edits, {"documentChanges"}) == true || state_.edits.createsFiles;
    const json formats = at(client, {"textDocument", "hover", "contentFormat"});
    state_.showsMarkdown = holds(formats, "markdown");
    const json codeAction = at(client, {"textDocument", "codeAction"});
    state_.resolvesActions =
        at(codeAction, {"dataSupport"}) == true && holds(at(codeAction, {"resolveSupport", "properties"}), "edit");
    state_.roots = rootsIn(params);
  }
  if (at(client, {"window", "workDoneProgress"}) == true) progress_.allowTokens();
  setSettings(at(params, {"initializationOptions"}));
  phase_ = Phase::initialized;
  const bool isUtf8 = state_.encoding == PositionEncoding::utf8;
  return json{{"capabilities",
               {{"positionEncoding", isUtf8 ? "utf-8" : "utf-16"},
                {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
                {"hoverProvider", true},
                {"codeActionProvider",
                 {{"codeActionKinds", {"quickfix", "refactor.rewrite"}}, {"resolveProvider", state_.resolvesActions}}},
                {"executeCommandProvider",
                 {{"commands", {applyCommand, observeCommand, verifyCommand}}, {"workDoneProgress", true}}}}},
              {"serverInfo", {{"name", "warpwright"}, {"version", version_}}}};
}

void LanguageServer::open(const json& document) {
  const std::string uri = document.at("uri").get<std::string>();
  const auto path = pathOfUri(uri);
  if (!path) return;  // a text that is no file yet
  OpenDocument opened{uri, document.at("version").get<int64_t>(), document.value("languageId", std::string()),
                      document.at("text").get<std::string>()};
  {
    const std::lock_guard lock(state_.mutex);
    state_.documents[*path] = std::move(opened);
  }
  analyseAgain(*path, 0ms);
}

void LanguageServer::change(const json& params) {
  const json& id = params.at("textDocument");
  const auto path = pathOfUri(id.at("uri").get<std::string>());
  if (!path) return;
  {
    const std::lock_guard lock(state_.mutex);
    const auto found = state_.documents.find(*path);
    if (found == state_.documents.end()) return;
    const auto moved = applyChanges(found->second, params.at("contentChanges"), state_.encoding);
    found->second.version = id.at("version").get<int64_t>();
    if (moved.ok())
      state_.moveLines(*path, *moved);
    else
      showMessage(server_, MessageType::error, moved.error().message + " Close the file and open it.");
  }
  analyseAgain(*path, DocumentAnalysis::pause);
}

void LanguageServer::close(const json& params) {
  const auto path = pathOfUri(params.at("textDocument").at("uri").get<std::string>());
  if (!path) return;
  analysis_->drop(*path);
  {
    const std::lock_guard lock(state_.mutex);
    state_.documents.erase(*path);
    state_.findings.erase(*path);
  }
  publish(*path, {});
}

/// What has this text in it is analysed: a CUDA file; and where it is no unit of its own, all that may include it.
void LanguageServer::analyseAgain(const std::string& path, std::chrono::milliseconds delay) {
  std::vector<std::string> others;
  bool isOne = false;
  {
    const std::lock_guard lock(state_.mutex);
    const auto found = state_.documents.find(path);
    if (found == state_.documents.end()) return;
    isOne = isCuda(path, found->second);
    for (const auto& [file, document] : state_.documents) {
      const bool mayInclude = std::filesystem::path(path).extension() != ".cu" && delay > 0ms;
      if (file != path && mayInclude && isCuda(file, document)) others.push_back(file);
    }
  }
  if (isOne) analysis_->schedule(path, delay, true);
  for (const std::string& file : others) analysis_->schedule(file, delay, false);
}

void LanguageServer::analyseAll(bool isFirst) {
  std::vector<std::string> files;
  {
    const std::lock_guard lock(state_.mutex);
    for (const auto& [file, document] : state_.documents) {
      if (isCuda(file, document)) files.push_back(file);
    }
  }
  for (const std::string& file : files) analysis_->schedule(file, DocumentAnalysis::pause, isFirst);
}

json LanguageServer::hover(const json& params) {
  const auto path = pathOfUri(params.at("textDocument").at("uri").get<std::string>());
  const TextPosition place = positionFromJson(params.at("position"));
  const std::lock_guard lock(state_.mutex);
  if (!path) return nullptr;
  const auto [unit, known] = state_.findingsIn(*path);
  if (!known) return nullptr;
  EditorTexts texts(state_.documents, state_.encoding);
  return hoverAt(*known, texts, *path, place, state_.showsMarkdown);
}

json LanguageServer::codeActions(const json& params) {
  const auto path = pathOfUri(params.at("textDocument").at("uri").get<std::string>());
  const json& range = params.at("range");
  const std::lock_guard lock(state_.mutex);
  if (!path) return json::array();
  const auto [unit, known] = state_.findingsIn(*path);
  if (!known) return json::array();
  EditorTexts texts(state_.documents, state_.encoding);
  const json only = at(params, {"context", "only"});
  const ActionRequest request{*path,
                              unit,
                              positionFromJson(range.at("start")),
                              positionFromJson(range.at("end")),
                              only.is_array() ? only.get<std::vector<std::string>>() : std::vector<std::string>(),
                              state_.resolvesActions};
  return actionsAt(*known, texts, request);
}

DocumentAnalysis::Listener LanguageServer::listener() {
  DocumentAnalysis::Listener listener;
  listener.requestFor = [this](const std::string& path) -> std::optional<DocumentRequest> {
    const std::lock_guard lock(state_.mutex);
    if (!state_.documents.contains(path)) return std::nullopt;
    return DocumentRequest{state_.requestFor(path), state_.documents};
  };
  listener.started = [this](const std::string& path) {
    const std::string title = "Analysing " + std::filesystem::path(path).filename().string();
    json token = progress_.begin(nullptr, title, {});
    const std::lock_guard lock(following_);
    token_ = std::move(token);
  };
  listener.progressed = [this](double fraction, const std::string& phase) {
    const std::lock_guard lock(following_);
    progress_.report(token_, fraction, phase);
  };
  listener.answered = [this](const std::string& path, const OpenDocuments& documents, Result<AnalysisResult> answer,
                             bool final) { take(path, documents, std::move(answer), final); };
  listener.ended = [this](const std::string&) {
    const std::lock_guard lock(following_);
    progress_.end(std::exchange(token_, json()));
  };
  return listener;
}

void LanguageServer::take(const std::string& path, const OpenDocuments& documents, Result<AnalysisResult> answer,
                          bool final) {
  if (!answer.ok()) {
    if (answer.error().kind != ErrorKind::cancelled) showMessage(server_, MessageType::error, answer.error().message);
    return;
  }
  std::map<std::string, json> diagnostics;
  {
    const std::lock_guard lock(state_.mutex);
    const auto open = state_.documents.find(path);
    // A text that has changed since is analysed again after the pause.
    if (open == state_.documents.end() || open->second.version != documents.at(path).version) return;
    if (!final && state_.findings.contains(path)) return;  // a part of what is known already
    EditorTexts texts(documents, state_.encoding);
    diagnostics = diagnosticsOf(*answer, texts, state_.settings);
    state_.findings[path] = std::make_shared<const AnalysisResult>(*std::move(answer));
  }
  diagnostics.try_emplace(path, json::array());
  publish(path, std::move(diagnostics));
}

/// Tells the diagnostics of all files that this analysis speaks of now or spoke of before, those of other analyses
/// beside them.
void LanguageServer::publish(const std::string& path, std::map<std::string, json> diagnostics) {
  const std::lock_guard publishing(publishing_);
  std::set<std::string> files;
  for (const auto& [file, list] : published_[path]) files.insert(file);
  for (const auto& [file, list] : diagnostics) files.insert(file);
  published_[path] = std::move(diagnostics);
  for (const std::string& file : files) {
    json all = json::array();
    for (const auto& [analysed, lists] : published_) {
      const auto list = lists.find(file);
      if (list == lists.end()) continue;
      for (const json& one : list->second) {
        if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
      }
    }
    json params = {{"uri", uriOfPath(file)}, {"diagnostics", std::move(all)}};
    {
      const std::lock_guard lock(state_.mutex);
      if (const auto open = state_.documents.find(file); open != state_.documents.end()) {
        params["uri"] = open->second.uri;
        params["version"] = open->second.version;
      }
    }
    server_.notify("textDocument/publishDiagnostics", std::move(params));
  }
  if (published_[path].empty()) published_.erase(path);
}

}  // namespace warpwright::lsp
