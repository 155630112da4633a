// What other processes say: workers, editors, assistants.
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/execute/place/agent_words.h"
#include "core/execute/service/request_json.h"
#include "core/execute/service/worker_loop.h"
#include "core/finding/opportunity_json.h"
#include "core/job/gpu_job.h"
#include "core/job/program_profile.h"
#include "core/job/replay_job.h"
#include "core/job/whole_program.h"
#include "core/lsp/language_server.h"
#include "core/mcp/mcp_server.h"
#include "core/model/memory/request_trace.h"
#include "core/model/memory/touch_trace.h"
#include "core/report/reuse_chart.h"
#include "core/report/tuning_table.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/input_file.h"

namespace warpwright::fuzz {
namespace {

using nlohmann::json;

AnalysisResult oneFinding(const std::string& path) {
  AnalysisResult result;
  result.passes = {{.id = "pass_a", .title = "Pass A"}};
  KernelSummary kernel{.name = "k", .signature = "void()", .definition = {{path, 1, 1}, 4, 2}, .nameAt = {path, 1, 1}};
  Opportunity found;
  found.id = "ID-1";
  found.pass = "pass_a";
  found.kernel = "k";
  found.range = {{path, 1, 1}, 2, 7};
  found.title = "Move `s`";
  found.verdict = VerdictKind::applicable;
  found.parameters.push_back({"factor", {"2", "4"}});
  kernel.opportunities = {found};
  result.units = {{.file = path}};
  result.kernels = {kernel};
  return result;
}

Result<AnalysisResult> analysed(const AnalysisRequest& request) {
  if (request.paths.empty()) return inputError("There is nothing to look at.");
  const std::string path = request.paths.front().string();
  AnalysisResult result = oneFinding(path);
  result.programs.push_back({"p", path, {path}, {path}});
  return result;
}

Result<Rewrite> rewritten(const RewriteRequest& request) {
  if (request.context.paths.empty()) return inputError("There is nothing to look at.");
  Rewrite rewrite;
  rewrite.summary = "moved";
  return rewrite;
}

void dump(const json& value) {
  (void)value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A value that is read is written again, and that is read the same.
template <typename T>
void roundTrip(Result<T> value, Result<T> (*read)(const json&)) {
  if (!value.ok()) return;
  const json written = toJson(*value);
  dump(written);
  (void)read(written);
}

template <typename T>
void readThrowing(const json& document) {
  try {
    const T value = document.get<T>();
    const json written = value;
    dump(written);
  } catch (const json::exception&) {  // where it is read, this is caught
  }
}

}  // namespace

void takeDocument(std::string_view bytes) {
  const json document = json::parse(bytes, nullptr, false);
  roundTrip(analysisFromJson(document), analysisFromJson);
  roundTrip(opportunityFromJson(document), opportunityFromJson);
  roundTrip(rewriteFromJson(document), rewriteFromJson);
  roundTrip(engineJobFromJson(document), engineJobFromJson);
  roundTrip(verificationFromJson(document), verificationFromJson);
  roundTrip(replayJobFromJson(document), replayJobFromJson);
  roundTrip(replayRunFromJson(document), replayRunFromJson);
  roundTrip(gpuJobFromJson(document), gpuJobFromJson);
  roundTrip(gpuRunFromJson(document), gpuRunFromJson);
  roundTrip(tuningTableFromJson(document), tuningTableFromJson);
  roundTrip(reuseFigureFromJson(document), reuseFigureFromJson);
  roundTrip(programProfileFromJson(document), programProfileFromJson);
  roundTrip(wholeProgramFromJson(document), wholeProgramFromJson);
  (void)passesFromJson(document);
  (void)errorFromJson(document);
  readThrowing<EngineLaunch>(document);
  readThrowing<EngineFinding>(document);
  readThrowing<CaptureSummary>(document);
  readThrowing<ObservedLaunch>(document);
  readThrowing<WorkerEnd>(document);
}

std::vector<std::string> documentSeeds() {
  std::vector<json> documents = {toJson(oneFinding("/p/a.cu")),
                                 toJson(oneFinding("/p/a.cu").kernels[0].opportunities[0]),
                                 toJson(Rewrite{}),
                                 toJson(EngineJob{}),
                                 toJson(Verification{}),
                                 toJson(ReplayJob{}),
                                 toJson(ReplayRun{}),
                                 toJson(GpuJob{}),
                                 toJson(GpuRun{}),
                                 toJson(TuningTable{}),
                                 toJson(ReuseFigure{}),
                                 toJson(ProgramProfile{}),
                                 toJson(WholeProgram{}),
                                 passesJson({{.id = "pass_a", .title = "Pass A"}}),
                                 json(EngineLaunch{}),
                                 json(EngineFinding{}),
                                 json(CaptureSummary{}),
                                 json(WorkerEnd{})};
  std::vector<std::string> seeds;
  for (const json& document : documents) seeds.push_back(document.dump());
  return seeds;
}

/// What the CPU worker leaves of a launch in a file beside its answer.
void takeTrace(std::string_view bytes) {
  const std::filesystem::path file = inputFile("trace", bytes);
  if (const auto touches = memsim::readTouchTrace(file); touches.ok()) {
    if (!memsim::writeTouchTrace(file, *touches).ok() || !memsim::readTouchTrace(file).ok()) std::abort();
  }
  if (const auto traces = memsim::readRequestTraces(file); traces.ok()) {
    for (const memsim::RequestTrace& trace : *traces) (void)(trace.countFactor() + trace.requestFactor());
  }
}

std::vector<std::string> traceSeeds() {
  using namespace memsim;
  const std::filesystem::path file = inputFile("seed.trace", "");
  const auto bytes = [&] {
    std::ifstream stream(file, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), {});
  };
  TouchTrace touches{.kernel = "k", .sites = {TraceSite{}}, .places = {SitePlace{}}, .pieces = {{"x", 256, 64}}};
  touches.threads = {{TraceEvent{}}};
  std::vector<std::string> seeds;
  if (writeTouchTrace(file, touches).ok()) seeds.push_back(bytes());
  std::filesystem::remove(file);
  RequestTrace requests{.kernel = "k", .device = "H200", .sites = {TraceSite{}}, .places = {SitePlace{}}};
  requests.globalCounts.resize(1);
  requests.waves = {{BlockRequests{}}};
  if (appendRequestTrace(file, requests).ok()) seeds.push_back(bytes());
  return seeds;
}

void takeRequests(std::string_view bytes) {
  WorkerFunctions functions;
  functions.analyze = [](const AnalysisRequest& request, const WorkerFunctions::Progress& progress) {
    progress({}, 0.5, "proofs");
    return analysed(request);
  };
  functions.rewrite = rewritten;
  functions.lookTogether = [](const AnalysisRequest&, const json&) { return Status(); };
  functions.lookAt = [](size_t unit, const auto&, const auto&) -> Result<json> { return json(unit); };
  std::istringstream input{std::string(bytes)};
  serveAnalysis(input, [](const std::string& line) { (void)json::parse(line); }, functions);
}

/// Bytes that begin as a frame go in as they are; else each line is a message of an editor that has said hello.
void takeEditorMessages(std::string_view bytes) {
  lsp::EngineServices engine;
  engine.run = [](const EngineJob&, const auto&, std::stop_token) -> Result<EngineRun> { return EngineRun{}; };
  engine.verify = [](EngineJob, EngineJob, const auto&, std::stop_token) -> Result<Verification> {
    return Verification{.identical = true};
  };
  lsp::LanguageServer server(makeInlineAnalysisService(analysed, rewritten), engine, "fuzz", [](const std::string&) {});
  if (bytes.starts_with("Content-")) return server.accept(bytes);
  server.accept(
      framed(Framing::contentLength, R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})"));
  std::istringstream lines{std::string(bytes)};
  for (std::string line; std::getline(lines, line) && !server.exitCode();)
    server.accept(framed(Framing::contentLength, line));
}

void takeAssistantMessages(std::string_view bytes) {
  const mcp::RunCommand run = [](const std::vector<std::string>&, const mcp::CommandProgress&,
                                 std::stop_token) -> Result<mcp::CommandAnswer> {
    return mcp::CommandAnswer{0, R"({"schema":"warpwright.analysis/1","units":[],"kernels":[]})", ""};
  };
  const std::filesystem::path folder = inputFile("assistant/a.cu", "__global__ void k() {}\n").parent_path();
  mcp::ToolCalls calls{mcp::FolderRule(folder), run, {{}, "none"}};
  mcp::McpServer server(calls, "fuzz", [](const std::string&) {});
  server.accept(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})"
                "\n");
  server.accept(bytes);
  server.accept("\n");
}

}  // namespace warpwright::fuzz
