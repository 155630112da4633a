#include <QSignalSpy>

#include "views/shared/findings.h"
#include "views/window/analysis_queue.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

namespace {

/// An answer is taken in a turn of its own.
void takeAnswer() {
  QTest::qWait(50);
}

/// Holds every request until the test answers it.
class HeldService final : public AnalysisService {
 public:
  struct Held {
    AnalysisRequest request;
    AnalysisHandler deliver;
  };
  void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler) override {
    held.push_back({std::move(request), std::move(deliver)});
  }
  void rewrite(RewriteRequest, RewriteHandler) override {}
  void cancel() override { ++cancels; }
  bool waitUntilIdle(std::chrono::milliseconds) override { return held.empty(); }

  std::string file(size_t i) const { return held[i].request.paths[0].string(); }
  void answer(size_t i) {
    const std::string path = file(i);
    held[i].deliver(answerFor(path, kernelText), true);
    takeAnswer();
  }

  std::vector<Held> held;
  int cancels = 0;
};

}  // namespace

class QueueTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void looksAgainForAnotherDevice() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    service.answer(0);
    queue.setDevice("Fused 2012", {});
    QCOMPARE(service.held.size(), size_t(2));
    QCOMPARE(service.held[1].request.device, std::string("Fused 2012"));
    service.answer(1);
    queue.setDevice("Fused 2012", {});
    QCOMPARE(service.held.size(), size_t(2));
    QCOMPARE(queue.requestFor("/p/a.cu").device, std::string("Fused 2012"));
  }

  void asksAgainWithWhatARunHasSeen() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    service.answer(0);
    QVERIFY(service.held[0].request.observed.empty());
    queue.observe("/p/a.cu", {});
    QCOMPARE(service.held.size(), size_t(1));
    std::vector<ObservedKernel> seen{{"_Z7descendPf", {"/p/a.cu", 3, 17}, {}, 0}};
    seen.front().launches.push_back({"_Z7descendPf", {"/p/a.cu", 9, 3}, {4, 1, 1}, {64, 1, 1}});
    queue.observe("/p/a.cu", seen);
    QCOMPARE(service.held.size(), size_t(2));
    QCOMPARE(service.held[1].request.observed.size(), size_t(1));
    QCOMPARE(service.held[1].request.observed[0].launches[0].block[0], 64U);
    service.answer(1);
    queue.observe("/p/a.cu", seen);  // nothing new
    QCOMPARE(service.held.size(), size_t(2));
    QCOMPARE(queue.requestFor("/p/a.cu").observed.size(), size_t(1));
    QVERIFY(queue.requestFor("/q/other.cu").observed.empty());  // its launches are another program's
    // A session that is opened tells what was seen before, until a run tells anew.
    AnalysisResult kept = answerFor("/p/a.cu", kernelText);
    kept.kernels[0].observed = {seen[0].launches[0]};
    queue.restoreObserved(kept);
    QCOMPARE(service.held.size(), size_t(3));
    QCOMPARE(service.held[2].request.observed[0].name, std::string("_Z7descendPf"));
  }

  void programsAreListedFirstAndGiveWayToAnOpenedFile() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    std::vector<std::string> listed;
    queue.listPrograms("/p", [&](const std::vector<ProgramSummary>& programs) {
      for (const ProgramSummary& program : programs) listed.push_back(program.name);
      queue.add("/p/a.cu");
    });
    QVERIFY(service.held[0].request.onlyPrograms);
    queue.addFirst("/p/b.cu");
    QCOMPARE(service.file(1), std::string("/p/b.cu"));
    QVERIFY(!service.held[1].request.onlyPrograms);
    service.answer(1);
    QCOMPARE(service.file(2), std::string("/p"));
    AnalysisResult answer;
    answer.programs = {{"a", "/p/a.cu", {"/p/a.cu"}, {"/p/a.cu"}}};
    service.held[2].deliver(answer, true);
    takeAnswer();
    QCOMPARE(listed, std::vector<std::string>{"a"});
    QCOMPARE(service.file(3), std::string("/p/a.cu"));
    QVERIFY(!findings.unit("/p"));
  }

  void programsThatCannotBeListedAreNone() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    int told = 0;
    queue.listPrograms("/p", [&](const std::vector<ProgramSummary>& programs) { told += programs.empty() ? 1 : 100; });
    service.held[0].deliver(inputError("There is nothing."), true);
    takeAnswer();
    QCOMPARE(told, 1);
    QVERIFY(findings.units().empty() && !queue.isRunning());
  }

  void looksAgainForWhatIsOnRequest() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    QVERIFY(service.held[0].request.families.empty());
    service.answer(0);
    const std::vector<Family> policies = {Family::cachePolicy};
    queue.setDevice("", policies);
    QCOMPARE(service.held.size(), size_t(2));
    QVERIFY(service.held[1].request.families == policies && queue.requestFor("/p/a.cu").families == policies);
    service.answer(1);
    queue.setDevice("", policies);
    QCOMPARE(service.held.size(), size_t(2));
  }

  void oneAfterTheOther() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    queue.add("/p/b.cu");
    queue.add("/p/b.cu");
    QCOMPARE(service.held.size(), size_t(1));
    QVERIFY(findings.unit("/p/b.cu")->updating);
    service.answer(0);
    QCOMPARE(service.held.size(), size_t(2));
    service.answer(1);
    QVERIFY(!queue.isRunning());
    QCOMPARE(findings.counts().applicable, 2);
    QVERIFY(!findings.unit("/p/b.cu")->updating);
  }

  void openedFileGoesFirstAndTheInterruptedOneFollows() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    queue.addFirst("/p/b.cu");
    QCOMPARE(service.cancels, 1);
    QCOMPARE(service.file(1), std::string("/p/b.cu"));
    // The answer of the interrupted request comes too late.
    service.answer(0);
    QVERIFY(!findings.unit("/p/a.cu")->hasResult);
    service.answer(1);
    QCOMPARE(service.file(2), std::string("/p/a.cu"));
    service.answer(2);
    QVERIFY(findings.unit("/p/a.cu")->hasResult);
  }

  void aPauseAfterTypingAsksOnceWithTheNewestText() {
    HeldService service;
    Findings findings;
    std::string text = "first";
    AnalysisQueue queue(service, findings, [&] { return AnalysisQueue::Texts{{"/p/a.cu", text}}; });
    queue.edited("/p/a.cu");
    text = "second";
    queue.edited("/p/a.cu");
    QVERIFY(service.held.empty());
    QTRY_COMPARE(service.held.size(), size_t(1));
    QCOMPARE(service.held[0].request.openTexts.at("/p/a.cu"), std::string("second"));
    // Typing goes on: the answer for the older text is dropped, old findings stay, the newest is asked for.
    queue.edited("/p/a.cu");
    service.answer(0);
    QVERIFY(!findings.unit("/p/a.cu")->hasResult);
    QVERIFY(findings.unit("/p/a.cu")->updating);
    QTRY_COMPARE(service.held.size(), size_t(2));
    service.answer(1);
    QVERIFY(findings.unit("/p/a.cu")->hasResult);
  }

  void variantsDoNotTouchTheFindings() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    int delivered = 0;
    queue.analyzeVariant("/p/a.cu", {{"/p/a.cu", "other"}}, [&](const AnalysisResult&) { ++delivered; });
    QCOMPARE(service.held[0].request.openTexts.at("/p/a.cu"), std::string("other"));
    service.answer(0);
    QCOMPARE(delivered, 1);
    QVERIFY(!findings.unit("/p/a.cu"));
  }

  void failureAndCancel() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    service.held[0].deliver(Error{ErrorKind::worker, "The analysis worker crashed on a.cu.", {}}, true);
    takeAnswer();
    QCOMPARE(findings.unit("/p/a.cu")->failure, QString("The analysis worker crashed on a.cu."));
    queue.add("/p/a.cu");
    queue.cancel();
    QVERIFY(!queue.isRunning());
    QVERIFY(!findings.unit("/p/a.cu")->updating);
    service.answer(1);
    QVERIFY(!findings.unit("/p/a.cu")->hasResult);
  }

  // What was stopped is neither analysed nor forgotten.
  void whatIsStoppedGoesOn() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    for (const char* file : {"/p/a.cu", "/p/b.cu", "/p/c.cu"}) queue.add(file);
    queue.cancel();
    QVERIFY(!queue.isRunning());
    QCOMPARE(queue.stopped(), size_t(3));
    for (const char* file : {"/p/a.cu", "/p/b.cu", "/p/c.cu"}) {
      QVERIFY(findings.unit(file)->stopped);
      QVERIFY(!findings.unit(file)->updating && !findings.unit(file)->hasResult);
    }
    // One that is asked for by itself does not wait for the others.
    queue.addFirst("/p/b.cu");
    service.answer(1);
    QVERIFY(findings.unit("/p/b.cu")->hasResult && !findings.unit("/p/b.cu")->stopped);
    QVERIFY(!queue.isRunning());
    QCOMPARE(queue.stopped(), size_t(2));
    queue.goOn();
    service.answer(2);
    service.answer(3);
    QCOMPARE(queue.stopped(), size_t(0));
    QVERIFY(findings.unit("/p/a.cu")->hasResult && findings.unit("/p/c.cu")->hasResult);
    QVERIFY(!findings.unit("/p/a.cu")->stopped && !queue.isRunning());
  }

  void passesAreAskedForLast() {
    HeldService service;
    Findings findings;
    AnalysisQueue queue(service, findings, [] { return AnalysisQueue::Texts{}; });
    queue.add("/p/a.cu");
    queue.listPasses();
    QSignalSpy told(&findings, &Findings::passesChanged);
    service.answer(0);
    QVERIFY(service.held[1].request.onlyPrograms);
    AnalysisResult answer;
    answer.passes = {PassDescription{.id = "wished", .title = "Wished for", .onRequest = true}};
    service.held[1].deliver(answer, true);
    takeAnswer();
    QCOMPARE(told.count(), 1);
    QVERIFY(describe(findings.passes(), "wished").onRequest);
  }
};

QTEST_MAIN(QueueTest)
#include "analysis_queue_test.moc"
