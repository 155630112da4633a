#include <QElapsedTimer>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/execute/service/analysis_service.h"
#include "core/execute/service/request_json.h"
#include "core/execute/service/worker_loop.h"

using namespace warpwright;
using namespace std::chrono_literals;

namespace {

/// What came back for one request; written on the service's thread, read after waitUntilIdle.
struct Seen {
  std::vector<std::string> results;  ///< "stages.cu partial", "a.cu final", "error: …"
  std::string worker;                ///< which process answered
  ErrorKind kind = ErrorKind::usage;
  std::string phase;
};

AnalysisRequest request(const std::string& file) {
  AnalysisRequest request;
  request.paths = {"/project/" + file};
  return request;
}

void ask(AnalysisService& service, const std::string& file, Seen& seen) {
  service.analyze(
      request(file),
      [&seen](Result<AnalysisResult> result, bool final) {
        if (result.ok()) {
          seen.worker = result->kernels.at(0).name;
          seen.results.push_back(result->kernels.at(0).signature + (final ? " final" : " partial"));
        } else {
          seen.kind = result.error().kind;
          seen.results.push_back("error: " + result.error().message);
        }
      },
      [&seen](double, std::string phase) { seen.phase = phase; });
}

}  // namespace

class AnalysisServiceTest : public QObject {
  Q_OBJECT

  std::unique_ptr<AnalysisService> service_;

 private slots:
  void init() { service_ = makeProcessAnalysisService(FAKE_WORKER); }
  void cleanup() { service_.reset(); }

  void answersInStagesAndKeepsItsWorker() {
    Seen first, second;
    ask(*service_, "stages.cu", first);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(first.results, (std::vector<std::string>{"stages.cu partial", "stages.cu final"}));
    QCOMPARE(first.phase, std::string("proofs"));
    ask(*service_, "a.cu", second);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(second.worker, first.worker);
  }

  void newestWins() {
    std::vector<Seen> seen(20);
    for (size_t i = 0; i < seen.size(); ++i) ask(*service_, "slow.cu", seen[i]);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(seen.back().results, (std::vector<std::string>{"slow.cu final"}));
    for (size_t i = 0; i + 1 < seen.size(); ++i) QVERIFY(seen[i].results.empty());
  }

  void doesNotWaitForAHang() {
    Seen hung, next;
    QElapsedTimer timer;
    timer.start();
    ask(*service_, "hang.cu", hung);
    ask(*service_, "a.cu", next);
    QVERIFY(service_->waitUntilIdle(10s));
    QVERIFY(hung.results.empty());
    QCOMPARE(next.results, (std::vector<std::string>{"a.cu final"}));
    QVERIFY(timer.elapsed() < 5000);
  }

  void cancelKillsAndTheNextRequestStartsAnew() {
    Seen before, hung, after;
    ask(*service_, "a.cu", before);
    QVERIFY(service_->waitUntilIdle(10s));
    ask(*service_, "hang.cu", hung);
    QTest::qWait(50);
    service_->cancel();
    QVERIFY(service_->waitUntilIdle(10s));
    QVERIFY(hung.results.empty());
    ask(*service_, "b.cu", after);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(after.results, (std::vector<std::string>{"b.cu final"}));
    QVERIFY(after.worker != before.worker);
  }

  void aCrashNamesTheFileAndTheWorkerComesBack() {
    for (const char* file : {"crash.cu", "exit.cu"}) {
      Seen crashed, next;
      ask(*service_, file, crashed);
      QVERIFY(service_->waitUntilIdle(10s));
      QCOMPARE(crashed.results.size(), size_t{1});
      QVERIFY(crashed.kind == ErrorKind::worker);
      QVERIFY(crashed.results[0].find(file) != std::string::npos);
      ask(*service_, "a.cu", next);
      QVERIFY(service_->waitUntilIdle(10s));
      QCOMPARE(next.results, (std::vector<std::string>{"a.cu final"}));
    }
  }

  void aWorkerThatEndedWhileIdleIsReplacedSilently() {
    for (int round = 0; round < 5; ++round) {
      Seen seen;
      ask(*service_, "last.cu", seen);
      QVERIFY(service_->waitUntilIdle(10s));
      QTest::qWait(round * 5);
      if (seen.results.size() != 1 || seen.results[0] != "last.cu final")
        QFAIL(seen.results.empty() ? "" : seen.results[0].c_str());
    }
  }

  void noPassIsNotEveryPass() {
    AnalysisRequest asked = request("a.cu");
    const auto sent = [&] { return analysisRequestFromJson(nlohmann::json::parse(toJson(asked).dump()))->passes; };
    QVERIFY(!sent());
    asked.passes.emplace();
    QVERIFY(sent() && sent()->empty());
    asked.passes = {"one", "two"};
    QCOMPARE(*sent(), (std::vector<std::string>{"one", "two"}));
    QVERIFY(!analysisRequestFromJson({{"paths", {"a.cu"}}})->passes);
    QVERIFY(!analysisRequestFromJson({{"paths", {"a.cu"}}, {"passes", 3}}).ok());
  }

  void passesErrorsOnAndIgnoresNonsense() {
    Seen wrong, odd;
    ask(*service_, "error.cu", wrong);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(wrong.results, (std::vector<std::string>{"error: no CUDA in it"}));
    QVERIFY(wrong.kind == ErrorKind::input);
    ask(*service_, "nonsense.cu", odd);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(odd.results, (std::vector<std::string>{"nonsense.cu final"}));
  }

  void rewritesBesideAnAnalysis() {
    Seen analysis;
    ask(*service_, "slow.cu", analysis);
    RewriteRequest rewrite{request("a.cu"), "shared_to_register-1", {{"c", "4"}}};
    rewrite.context.openTexts["/project/a.cu"] = "caf\xe9";
    std::string summary, text;
    service_->rewrite(rewrite, [&](Result<Rewrite> result) {
      summary = result.ok() ? result->summary : result.error().message;
      text = result.ok() ? result->files.at(0).edits.at(0).replacement : "";
    });
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(analysis.results, (std::vector<std::string>{"slow.cu final"}));
    QCOMPARE(summary, std::string("shared_to_register-1 4"));
    QCOMPARE(text, std::string("caf\xe9"));
  }

  void saysWhatIsMissing() {
    service_ = makeProcessAnalysisService("/no/such/worker");
    Seen seen;
    ask(*service_, "a.cu", seen);
    QVERIFY(service_->waitUntilIdle(10s));
    QCOMPARE(seen.results.size(), size_t{1});
    QVERIFY(seen.kind == ErrorKind::worker);
    QVERIFY(seen.results[0].find("/no/such/worker") != std::string::npos);
  }

  void destructionDuringWorkIsQuickAndSilent() {
    Seen seen;
    ask(*service_, "hang.cu", seen);
    QTest::qWait(30);
    QElapsedTimer timer;
    timer.start();
    service_.reset();
    QVERIFY(timer.elapsed() < 2000);
    QVERIFY(seen.results.empty());
  }

  /// The other side of the protocol, on strings.
  void servesRequestsAndRefusesOthers() {
    using nlohmann::json;
    WorkerFunctions functions;
    functions.analyze = [](const AnalysisRequest& wanted, const WorkerFunctions::Progress& progress) {
      AnalysisResult result;
      for (int i = 0; i < 100; ++i) {
        result.kernels.resize(i + 1);
        progress(result, i / 100.0, "model");
      }
      if (wanted.paths.empty()) return Result<AnalysisResult>(inputError("nothing"));
      return Result<AnalysisResult>(result);
    };
    functions.rewrite = [](const RewriteRequest& wanted) { return Result<Rewrite>(Rewrite{{}, wanted.opportunity}); };
    std::istringstream input(json{{"id", 1}, {"method", "analyze"}, {"params", toJson(request("a.cu"))}}.dump() + "\n" +
                             R"({"id":2,"method":"analyze","params":{"paths":[]}})"
                             "\n"
                             R"({"id":3,"method":"analyze","params":{"paths":7}})"
                             "\n"
                             R"({"id":4,"method":"rewrite","params":{"paths":[],"opportunity":"o"}})"
                             "\n"
                             "nonsense\n[]\n"
                             R"({"id":5,"method":"stop"})"
                             "\n");
    std::map<std::string, std::vector<std::string>> keys;
    serveAnalysis(
        input,
        [&](const std::string& line) {
          const json answer = json::parse(line);
          for (const auto& [key, value] : answer.items()) {
            if (key != "id") keys[answer["id"].dump()].push_back(key);
          }
        },
        functions);
    QCOMPARE(keys["1"], (std::vector<std::string>{"progress", "partial", "result"}));
    QCOMPARE(keys["2"].back(), std::string("error"));
    QCOMPARE(keys["3"], (std::vector<std::string>{"error"}));
    QCOMPARE(keys["4"], (std::vector<std::string>{"result"}));
    QCOMPARE(keys["5"], (std::vector<std::string>{"error"}));
    QCOMPARE(keys["null"], (std::vector<std::string>{"error", "error"}));
  }

  /// The first findings, of the kernel that was edited, follow the list of kernels at once, and so do all of them when
  /// only registers are missing; those between wait for the interval.
  void sendsTheFirstFindingsAtOnceAndAllBeforeTheRegisters() {
    using nlohmann::json;
    WorkerFunctions functions;
    functions.analyze = [](const AnalysisRequest&, const WorkerFunctions::Progress& progress) {
      AnalysisResult result;
      result.kernels.resize(1);
      progress(result, 0.5, "proofs");
      result.kernels[0].opportunities.resize(2);
      progress(result, 0.6, "proofs");
      result.kernels[0].opportunities.resize(3);
      progress(result, 0.7, "proofs");
      result.awaitsRegisters = true;
      progress(result, 0.9, "registers");
      result.awaitsRegisters = false;
      return Result<AnalysisResult>(result);
    };
    std::istringstream input(json{{"id", 1}, {"method", "analyze"}, {"params", toJson(request("a.cu"))}}.dump() + "\n");
    std::vector<std::string> partials;
    serveAnalysis(
        input,
        [&](const std::string& line) {
          const json answer = json::parse(line);
          if (!answer.contains("partial")) return;
          const auto partial = analysisFromJson(answer["partial"]);
          partials.push_back(std::to_string(partial->kernels[0].opportunities.size()) +
                             (partial->awaitsRegisters ? " awaits" : ""));
        },
        functions);
    QCOMPARE(partials, (std::vector<std::string>{"0", "2", "3 awaits"}));
  }

  void answersInlineForTests() {
    const auto inlineService =
        makeInlineAnalysisService([](const AnalysisRequest&) { return Result<AnalysisResult>(inputError("none")); },
                                  [](const RewriteRequest&) { return Result<Rewrite>(Rewrite{{}, "s"}); });
    Seen seen;
    ask(*inlineService, "a.cu", seen);
    QCOMPARE(seen.results, (std::vector<std::string>{"error: none"}));
    std::string summary;
    inlineService->rewrite({}, [&](Result<Rewrite> result) { summary = result->summary; });
    QCOMPARE(summary, std::string("s"));
  }
};

QTEST_GUILESS_MAIN(AnalysisServiceTest)
#include "analysis_service_test.moc"
