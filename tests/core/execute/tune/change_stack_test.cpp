#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <atomic>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/execute/tune/change_stack.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/tuning_space.h"

using namespace warpwright;

class ChangeStackTest : public QObject {
  Q_OBJECT

  static Opportunity found(const char* id, const char* pass, VerdictKind verdict = VerdictKind::applicable) {
    Opportunity opportunity;
    opportunity.id = id;
    opportunity.pass = pass;
    opportunity.verdict = verdict;
    return opportunity;
  }
  static std::string idsOf(const VariantSteps& steps) {
    std::string ids;
    for (const VariantStep& step : steps) ids += step.opportunity + " ";
    return ids;
  }

 private slots:
  void whatStacksLastComesLast() {
    PassDescription last;
    last.id = "merge";
    last.stacksLast = true;
    KernelSummary kernel;
    kernel.opportunities = {found("m1", "merge"), found("r1", "register"),
                            found("r2", "register", VerdictKind::refused), found("r3", "register")};
    const std::vector<Opportunity> order = stackableFindings(kernel, {last});
    QCOMPARE(order.size(), size_t(3));
    VariantSteps steps = toggledStep({{"m1", {{"c", "4"}}}}, {"r3", {}}, order);
    QCOMPARE(idsOf(steps), std::string("r3 m1 "));
    steps = toggledStep(steps, {"r1", {}}, order);
    QCOMPARE(idsOf(steps), std::string("r1 r3 m1 "));
    QCOMPARE(steps.back().values.at("c"), std::string("4"));
    steps = toggledStep(steps, {"r3", {}}, order);
    QCOMPARE(idsOf(steps), std::string("r1 m1 "));
    QCOMPARE(idsOf(toggledStep(steps, {"r2", {}}, order)), std::string("r1 m1 "));
  }

  // An argument more is another signature, and findings are named by that, too.
  void whatAddsAnArgumentComesAfterAllOthers() {
    PassDescription merge, constants;
    merge.id = "merge";
    constants.id = "constants";
    merge.stacksLast = constants.stacksLast = true;
    merge.argument = ExtraArgument::fromLaunch;
    merge.measuredByReplay = constants.measuredByReplay = true;
    AnalysisResult analysis;
    analysis.passes = {merge, constants};
    KernelSummary kernel;
    kernel.name = "k";
    kernel.opportunities = {found("m1", "merge"), found("c1", "constants")};
    QCOMPARE(stackableFindings(kernel, analysis.passes).front().id, std::string("c1"));
    analysis.kernels = {kernel};
    const auto changes = tunableChanges(analysis, "k");
    QVERIFY(changes.ok() && changes->size() == 2);
    QCOMPARE(changes->front().opportunity, std::string("c1"));
  }

  void stepsStartFromUnsavedTexts() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("a.cu").toStdString();
    QVERIFY(writeFileAtomically(file, "on disk").ok());
    const auto service = makeInlineAnalysisService(
        [](const AnalysisRequest&) -> Result<AnalysisResult> { return AnalysisResult(); },
        [&](const RewriteRequest& request) -> Result<Rewrite> {
          const std::string& text = request.context.openTexts.at(file);
          return Rewrite{{{file, hashText(text), {{0, 0, request.opportunity + " ", ""}}}}, request.opportunity};
        });
    AnalysisRequest context;
    context.paths = {file};
    context.openTexts[file] = "unsaved";
    const auto made = ServiceMaker(*service, context).make({{"a", {}}, {"b", {}}}, {});
    QVERIFY(made.ok());
    QCOMPARE(made->files.size(), size_t(1));
    QCOMPARE(made->files[0].before, std::string("unsaved"));
    QCOMPARE(made->files[0].after, std::string("b a unsaved"));
  }

  void whatVariantsBeginWithIsMadeOnce() {
    const std::string file = "/a.cu";
    int asked = 0;
    const auto service = makeInlineAnalysisService(
        [](const AnalysisRequest&) -> Result<AnalysisResult> { return AnalysisResult(); },
        [&](const RewriteRequest& request) -> Result<Rewrite> {
          ++asked;
          if (request.opportunity == "none") return inputError("It cannot be made.");
          const std::string& text = request.context.openTexts.at(file);
          return Rewrite{{{file, hashText(text), {{0, 0, request.opportunity + " ", ""}}}}, request.opportunity};
        });
    AnalysisRequest context;
    context.paths = {file};
    context.openTexts[file] = "text";
    ServiceMaker maker(*service, context);
    const auto after = [&](const VariantSteps& steps) {
      const auto made = maker.make(steps, {});
      return made.ok() ? made->files[0].after + " (" + made->summary + ")" : made.error().message;
    };
    const VariantStep a{"a", {}}, b{"b", {}}, c{"c", {}}, none{"none", {}}, other{"a", {{"c_factor", "4"}}};
    QCOMPARE(after({a, b}), std::string("b a text (a b)"));
    QCOMPARE(asked, 2);
    QCOMPARE(after({a, b, c}), std::string("c b a text (a b c)"));
    QCOMPARE(asked, 3);
    QCOMPARE(after({a, b, none}), std::string("It cannot be made."));
    QCOMPARE(after({a, c}), std::string("c a text (a c)"));
    QCOMPARE(asked, 5);
    // Other values are another step, and what comes first counts.
    QCOMPARE(after({other, b}), std::string("b a text (a b)"));
    QCOMPARE(after({b, a}), std::string("a b text (b a)"));
    QCOMPARE(asked, 9);
    const auto first = maker.make({a}, {}), second = maker.make({a, b}, {});
    QVERIFY(first.ok() && second.ok() && first->id != second->id);
    QCOMPARE(asked, 9);
  }

  // While the original is measured, the first variants are made: who asks for one of them does not make it again.
  void whatWasBegunIsNotMadeAgain() {
    const std::string file = "/a.cu";
    std::atomic<int> asked = 0, services = 0;
    const auto more = [&] {
      ++services;
      return makeInlineAnalysisService(
          [](const AnalysisRequest&) -> Result<AnalysisResult> { return AnalysisResult(); },
          [&](const RewriteRequest& request) -> Result<Rewrite> {
            ++asked;
            QThread::msleep(20);
            if (request.opportunity == "none") return inputError("It cannot be made.");
            const std::string& text = request.context.openTexts.at(file);
            return Rewrite{{{file, hashText(text), {{0, 0, request.opportunity + " ", ""}}}}, request.opportunity};
          });
    };
    AnalysisRequest context;
    context.paths = {file};
    context.openTexts[file] = "text";
    ServiceMaker maker(more, 2, context);
    const VariantStep a{"a", {}}, b{"b", {}}, none{"none", {}};
    maker.begin({{a}, {b}, {none}});
    for (const VariantSteps& steps : {VariantSteps{b}, VariantSteps{a}}) {
      const auto made = maker.make(steps, {});
      QVERIFY(made.ok());
      QCOMPARE(made->id, makeVariantId(steps, made->files));
    }
    for (int i = 0; i < 2; ++i) {
      const auto failed = maker.make({none}, {});
      QVERIFY(!failed.ok() && failed.error().kind == ErrorKind::input);
    }
    QCOMPARE(asked.load(), 3);
    QVERIFY(services <= 3);
  }

  // Where a step is guarded, it is the copy in the text of the variant that more may be changed in.
  void whatIsPossibleInTheTextOfAVariantIsAsked() {
    AnalysisRequest asked;
    const auto service = makeInlineAnalysisService(
        [&](const AnalysisRequest& request) -> Result<AnalysisResult> {
          asked = request;
          AnalysisResult result;
          PassDescription pass;
          pass.id = "warp";
          pass.measuredByReplay = true;
          result.passes = {pass};
          KernelSummary kernel;
          kernel.name = request.kernel == "step_block_64" ? "step_block_64_2" : request.kernel;
          kernel.opportunities = {found("warp-1", "warp"), found("warp-2", "warp", VerdictKind::refused)};
          result.kernels = {kernel};
          return result;
        },
        [](const RewriteRequest& request) -> Result<Rewrite> {
          return Rewrite{{{"/a.cu", hashText("text"), {{0, 0, "made ", ""}}}}, request.opportunity};
        });
    AnalysisRequest context;
    context.paths = {"/a.cu"};
    context.openTexts["/a.cu"] = "text";
    ServiceMaker maker(*service, context, "step");
    auto changes = maker.changesOf({{"merge-1@step.256.1.1", {}}}, {});
    QVERIFY2(changes.ok(), changes.ok() ? "" : changes.error().message.c_str());
    QCOMPARE(changes->size(), size_t(1));
    QCOMPARE(changes->front().opportunity, std::string("warp-1"));
    QCOMPARE(asked.kernel, std::string("step_block_256"));
    QCOMPARE(asked.openTexts.at("/a.cu"), std::string("made text"));
    QCOMPARE(maker.found().size(), size_t(2));
    QVERIFY(maker.changesOf({{"merge-2", {}}}, {}).ok());
    QCOMPARE(asked.kernel, std::string("step"));
    QVERIFY(ServiceMaker(*service, context).changesOf({{"merge-2", {}}}, {})->empty());
    // A copy of another name is not known; that ends no tuning.
    const auto none = maker.changesOf({{"merge-3@step.64.1.1", {}}}, {});
    QVERIFY(!none.ok() && none.error().kind == ErrorKind::input);
  }
};

QTEST_GUILESS_MAIN(ChangeStackTest)
#include "change_stack_test.moc"
