#include <QDir>
#include <QTest>

#include "core/base/hash.h"
#include "core/lsp/language_server.h"
#include "tests/core/rpc/protocol_script.h"

using namespace warpwright;
using nlohmann::json;

namespace {

/// A finding where a word stands in a text.
Opportunity findingAt(const std::string& path, const std::string& line, uint32_t number, const std::string& word,
                      VerdictKind verdict) {
  Opportunity found;
  const size_t column = line.find(word);
  found.id = "ID-" + line.substr(column + word.size(), 1);
  found.pass = word == "trade:" ? "pass_b" : "pass_a";
  found.kernel = "k";
  found.subject = line.substr(column + word.size(), 1);
  found.range = {{path, number, static_cast<uint32_t>(column + 1)}, number, static_cast<uint32_t>(column + 1 + 6)};
  found.title = "Move `" + found.subject + "`";
  found.reason = "So it is <said>.";
  found.verdict = verdict;
  found.assumptions.push_back({"the block is (64,1,1)", runCheckFrom("block=64,1,1"), true});
  found.evidence.push_back({{path, 1, 1}, "it stands there", "", "", ""});
  if (word == "value:") found.parameters.push_back({"factor", {"2", "4"}});
  return found;
}

/// A kernel in a header that a text includes.
KernelSummary kernelOf(const std::string& header) {
  KernelSummary kernel{.name = "h", .definition = {{header, 1, 1}, 1, 2}, .nameAt = {header, 1, 1}};
  kernel.opportunities.push_back(findingAt(header, "find:u", 1, "find:", VerdictKind::applicable));
  return kernel;
}

/// Reads "find:X", "trade:X", "value:X", "never:X", "unknown:X", "later:X", "error:" and "reads:HEADER" in texts; a
/// text with "hang" is never answered.
class TextService final : public AnalysisService {
 public:
  void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler progress) override {
    AnalysisResult result;
    const std::string path = request.paths.at(0).string();
    if (request.onlyPrograms) {
      result.programs.push_back({"p", path, {path}, {path}});
      return deliver(std::move(result), true);
    }
    const std::string text = request.openTexts.at(path);
    if (text.find("hang") != std::string::npos) return;
    if (progress) progress(0.5, "proofs");
    result.passes = {{.id = "pass_a", .title = "Pass A"}, {.id = "pass_b", .title = "Pass B", .isTrade = true}};
    KernelSummary kernel{
        .name = "k", .signature = "void()", .definition = {{path, 1, 1}, 1, 2}, .nameAt = {path, 1, 1}};
    UnitSummary unit;
    unit.file = path;
    std::istringstream lines(text);
    uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      kernel.definition.endLine = number;
      for (const char* word : {"find:", "trade:", "value:"}) {
        if (line.find(word) != std::string::npos)
          kernel.opportunities.push_back(findingAt(path, line, number, word, VerdictKind::applicable));
      }
      if (line.find("never:") != std::string::npos)
        kernel.opportunities.push_back(findingAt(path, line, number, "never:", VerdictKind::refused));
      for (const char* word : {"unknown:", "later:"}) {
        if (line.find(word) == std::string::npos) continue;
        kernel.opportunities.push_back(findingAt(path, line, number, word, VerdictKind::unknown));
        kernel.opportunities.back().isDecidedWhenMade = word == std::string("later:");
      }
      if (const size_t at = line.find("reads:"); at != std::string::npos)
        result.kernels.push_back(kernelOf(line.substr(at + 6)));
      if (line.find("error:") != std::string::npos)
        unit.errors.push_back({Diagnostic::Severity::error, {{path, number, 1}, 0, 0}, "It is wrong."});
    }
    if (!request.observed.empty()) kernel.opportunities.at(0).title = "Move it, guarded";
    result.units.push_back(unit);
    result.kernels.push_back(kernel);
    deliver(std::move(result), true);
  }

  void rewrite(RewriteRequest request, RewriteHandler deliver) override {
    const std::string path = request.context.paths.at(0).string();
    const std::string& text = request.context.openTexts.at(path);
    const size_t at = text.find(":" + request.opportunity.substr(3));
    if (at == std::string::npos) return deliver(inputError("It is gone."));
    const std::string value = request.values.contains("factor") ? request.values.at("factor") : "done";
    deliver(Rewrite{{{path, hashText(text), {{static_cast<uint32_t>(at), 2, "=" + value, ""}}, false}}, "Moved"});
  }
  void cancel() override {}
  bool waitUntilIdle(std::chrono::milliseconds) override { return true; }
};

lsp::EngineServices engine() {
  const auto wait = [](const EngineJob& job, const std::stop_token& stop) {
    while (!job.arguments.empty() && job.arguments[0] == "forever" && !stop.stop_requested())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return stop.stop_requested();
  };
  lsp::EngineServices services;
  services.run = [wait](const EngineJob& job, const auto& progress, std::stop_token stop) -> Result<EngineRun> {
    if (progress) progress({"run", "launch 1", 0.25});
    if (wait(job, stop)) return cancelledError();
    EngineRun run;
    run.launches.resize(3);
    run.observed.push_back({"k", {job.path.string(), 1, 1}, {ObservedLaunch{}}, 0});
    return run;
  };
  services.verify = [wait](EngineJob original, EngineJob variant, const auto&,
                           std::stop_token stop) -> Result<Verification> {
    if (wait(original, stop)) return cancelledError();
    Verification verification;
    verification.identical = original.openTexts != variant.openTexts && !original.assumptions.empty();
    verification.summary = "Compared: " + variant.openTexts.begin()->second + original.assumptions.at(0);
    return verification;
  };
  return services;
}

}  // namespace

/// Scripts of the protocol: what an editor says, and what must come.
class LanguageServerTest : public QObject {
  Q_OBJECT

 private slots:
  void plays_data() {
    QTest::addColumn<QString>("script");
    const QDir folder(SCRIPTS);
    for (const QString& name : folder.entryList({"*.txt"}, QDir::Files))
      QTest::newRow(qPrintable(name)) << folder.filePath(name);
  }
  void plays() {
    QFETCH(QString, script);
    ServerOutput output(Framing::contentLength);
    lsp::LanguageServer server(std::make_unique<TextService>(), engine(), "1.0",
                               [&](const std::string& bytes) { output.add(bytes); });
    play(script, Framing::contentLength, [&](const std::string& bytes) { server.accept(bytes); }, output);
  }

  void endsAsItIsTold() {
    for (const bool shutsDown : {true, false}) {
      lsp::LanguageServer server(std::make_unique<TextService>(), engine(), "1.0", [](const std::string&) {});
      const auto say = [&](const char* text) { server.accept(framed(Framing::contentLength, text)); };
      say(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})");
      if (shutsDown) say(R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})");
      QVERIFY(!server.exitCode());
      say(R"({"jsonrpc":"2.0","method":"exit"})");
      QCOMPARE(*server.exitCode(), shutsDown ? 0 : 1);
    }
  }

  void goesDownWhileItWorks() {
    lsp::LanguageServer server(std::make_unique<TextService>(), engine(), "1.0", [](const std::string&) {});
    const auto say = [&](const json& message) { server.accept(framed(Framing::contentLength, message.dump())); };
    say({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "initialize"}, {"params", {{"capabilities", json::object()}}}});
    const json document = {{"uri", "file:///a.cu"}, {"version", 1}, {"languageId", "cuda"}, {"text", "hang"}};
    say({{"jsonrpc", "2.0"}, {"method", "textDocument/didOpen"}, {"params", {{"textDocument", document}}}});
    const json argument = {{"uri", "file:///a.cu"}, {"arguments", {"forever"}}};
    const json params = {{"command", "warpwright.observe"}, {"arguments", json::array({argument})}};
    say({{"jsonrpc", "2.0"}, {"id", 2}, {"method", "workspace/executeCommand"}, {"params", params}});
  }
};

QTEST_APPLESS_MAIN(LanguageServerTest)
#include "language_server_test.moc"
