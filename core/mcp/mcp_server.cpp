#include "core/mcp/mcp_server.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/mcp/tool_list.h"
#include "core/mcp/tool_words.h"

namespace warpwright::mcp {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Oldest first; dates compare as words do.
constexpr std::array revisions = {"2024-11-05", "2025-03-26", "2025-06-18"};
constexpr const char* withAnnotations = "2025-03-26";
constexpr const char* withStructure = "2025-06-18";

constexpr std::string_view reportScheme = "warpwright://report/";
constexpr std::string_view helpScheme = "warpwright://help/";

constexpr const char* instructions =
    "Warpwright proves which data of a CUDA kernel may be kept elsewhere and writes the change. Begin with `analyze`; "
    "`observe` runs the program once where block sizes are not in the text. `rewrite` shows a change, `verify` "
    "compares "
    "it with the original. Give every kernel that you changed yourself to `judge` before you call it correct or "
    "faster. "
    "Verdicts: applicable is proved, with what it rests on; refused has the line that stands against it; unknown could "
    "not be decided, and is neither yes nor no.";

json textContent(const std::string& text) {
  return {{"type", "text"}, {"text", jsonText(text)}};
}

json failed(const std::string& message) {
  return {{"content", json::array({textContent(message)})}, {"isError", true}};
}

/// The schema of what a tool gives; null: it cannot be read. Without "$schema": some clients know older drafts alone.
json documentSchema(const std::string& name) {
  const Result<std::string> text = readFile(resourceFolder() / "schemas" / (name + ".json"));
  json schema = text.ok() ? json::parse(*text, nullptr, false) : json();
  if (!schema.is_object()) return nullptr;
  schema.erase("$schema");
  return schema;
}

json toolJson(const ToolDescription& tool, const std::string& revision) {
  json object = {{"name", tool.name}, {"description", tool.description}, {"inputSchema", json::parse(tool.input)}};
  if (revision >= withAnnotations) {
    object["annotations"] = {{"title", tool.title},
                             {"readOnlyHint", !tool.runsProgram && !tool.writes},
                             {"destructiveHint", tool.runsProgram},
                             {"idempotentHint", !tool.runsProgram},
                             {"openWorldHint", tool.runsProgram}};
  }
  if (revision >= withStructure) {
    object["title"] = tool.title;
    if (json schema = documentSchema(tool.document); !schema.is_null()) object["outputSchema"] = std::move(schema);
  }
  return object;
}

/// Pages of resources/help, by name.
std::map<std::string, fs::path> helpPages() {
  std::map<std::string, fs::path> pages;
  std::error_code error;
  for (fs::directory_iterator it(resourceFolder() / "help", error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".md") pages[it->path().stem().string()] = it->path();
  }
  return pages;
}

json resourceText(const std::string& uri, const char* type, const std::string& text) {
  return {{"contents", json::array({{{"uri", uri}, {"mimeType", type}, {"text", jsonText(text)}}})}};
}

}  // namespace

McpServer::McpServer(ToolCalls& calls, std::string version, std::function<void(const std::string&)> write)
    : calls_(calls), version_(std::move(version)), server_(Framing::lines, std::move(write)) {
  server_.setGate([this](const std::string& method, bool isRequest) -> std::optional<RpcError> {
    if (!revision_.empty() || !isRequest || method == "initialize" || method == "ping") return std::nullopt;
    return RpcError{rpcNotInitialized, "The first request is `initialize`."};
  });
  server_.cancelBy("notifications/cancelled", "requestId", CancelledRequest::unanswered);
  server_.onNotification("notifications/initialized", [](const json&) {});
  server_.onRequest("initialize", [this](const json& params, std::stop_token) { return initialize(params); });
  server_.onRequest("ping", [](const json&, std::stop_token) { return RpcAnswer(json::object()); });
  server_.onRequest("tools/list", [this](const json&, std::stop_token) { return listTools(); });
  server_.onRequest("resources/list", [this](const json&, std::stop_token) { return listResources(); });
  server_.onRequest("resources/templates/list", [](const json&, std::stop_token) {
    return RpcAnswer(json{{"resourceTemplates", json::array({{{"uriTemplate", std::string(reportScheme) + "{session}"},
                                                              {"name", "Report of a session"},
                                                              {"mimeType", "text/html"}}})}});
  });
  server_.onRequest(
      "tools/call", [this](const json& params, std::stop_token stop) { return callTool(params, stop); }, true);
  server_.onRequest(
      "resources/read", [this](const json& params, std::stop_token stop) { return readResource(params, stop); }, true);
}

RpcAnswer McpServer::initialize(const json& params) {
  if (!revision_.empty()) return RpcError{rpcInvalidRequest, "The server is initialised already."};
  const std::string wanted = params.at("protocolVersion").get<std::string>();
  const bool isKnown = std::find(revisions.begin(), revisions.end(), wanted) != revisions.end();
  revision_ = isKnown ? wanted : revisions.back();
  if (revision_ == withAnnotations) server_.takeBatches();
  return json{{"protocolVersion", revision_},
              {"capabilities", {{"tools", json::object()}, {"resources", json::object()}}},
              {"serverInfo", {{"name", "warpwright"}, {"title", "Warpwright"}, {"version", version_}}},
              {"instructions", instructions}};
}

RpcAnswer McpServer::listTools() const {
  json tools = json::array();
  for (const ToolDescription& tool : toolDescriptions()) tools.push_back(toolJson(tool, revision_));
  return json{{"tools", std::move(tools)}};
}

/// Tells progress of a call to a client that gave a token: steps that only grow, at most five a second.
CommandProgress McpServer::progressFor(const json& params) {
  const json meta = params.value("_meta", json::object());
  const json token = meta.is_object() ? meta.value("progressToken", json()) : json();
  if (token.is_null()) return {};
  struct Told {
    int steps = 0;
    std::chrono::steady_clock::time_point last;
  };
  return [this, token, told = std::make_shared<Told>()](double fraction, const std::string& phase) {
    const auto now = std::chrono::steady_clock::now();
    if (told->steps > 0 && now - told->last < std::chrono::milliseconds(200)) return;
    told->last = now;
    const std::string share = fraction >= 0 ? std::to_string(std::lround(fraction * 100)) + " %: " : "";
    server_.notify("notifications/progress",
                   {{"progressToken", token}, {"progress", ++told->steps}, {"message", jsonText(share + phase)}});
  };
}

RpcAnswer McpServer::callTool(const json& params, const std::stop_token& stop) {
  const std::string name = params.at("name").get<std::string>();
  const auto& tools = toolDescriptions();
  if (std::none_of(tools.begin(), tools.end(), [&](const ToolDescription& tool) { return tool.name == name; }))
    return RpcError{rpcInvalidParams, "There is no tool `" + name + "`."};
  const json arguments = params.value("arguments", json::object());
  if (!arguments.is_object()) return RpcError{rpcInvalidParams, "`arguments` is no object."};
  try {
    const Result<ToolAnswer> answer = calls_.call(name, arguments, progressFor(params), stop);
    if (!answer.ok()) return failed(answer.error().message);
    json content = json::array({textContent(answer->words)});
    if (revision_ >= withStructure) {
      return json{{"content", std::move(content)}, {"structuredContent", answer->document}, {"isError", false}};
    }
    content.push_back(textContent(answer->document.dump(-1, ' ', false, json::error_handler_t::replace)));
    return json{{"content", std::move(content)}, {"isError", false}};
  } catch (const json::exception& error) {
    return failed("An argument of `" + name + "` is not of the kind that its schema says: " + error.what());
  }
}

RpcAnswer McpServer::listResources() {
  json resources = json::array();
  for (const auto& [name, file] : calls_.sessions()) {
    resources.push_back({{"uri", reportUri(name)}, {"name", "Report of " + name}, {"mimeType", "text/html"}});
  }
  for (const auto& [name, file] : helpPages()) {
    resources.push_back(
        {{"uri", std::string(helpScheme) + name}, {"name", "Help: " + name}, {"mimeType", "text/markdown"}});
  }
  return json{{"resources", std::move(resources)}};
}

RpcAnswer McpServer::readResource(const json& params, const std::stop_token& stop) {
  constexpr int notFound = -32002;  // of the protocol
  const std::string uri = params.at("uri").get<std::string>();
  if (uri.starts_with(helpScheme)) {
    const auto pages = helpPages();
    const auto page = pages.find(uri.substr(helpScheme.size()));
    const Result<std::string> text = page == pages.end() ? Result<std::string>(Error{}) : readFile(page->second);
    if (text.ok()) return resourceText(uri, "text/markdown", *text);
  } else if (uri.starts_with(reportScheme)) {
    const auto sessions = calls_.sessions();
    const auto session = sessions.find(uri.substr(reportScheme.size()));
    if (session != sessions.end()) {
      const Result<std::string> page = calls_.report(session->second, stop);
      if (!page.ok()) return rpcError(page.error());
      return resourceText(uri, "text/html", *page);
    }
  }
  return RpcError{notFound, "There is no resource " + uri + ". `resources/list` says which there are."};
}

}  // namespace warpwright::mcp
