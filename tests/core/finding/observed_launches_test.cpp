#include <QTest>

#include <nlohmann/json.hpp>

#include "core/finding/observed_launches.h"
#include "core/finding/observed_text.h"

using namespace warpwright;

namespace {

ObservedLaunch seen(const std::string& kernel, uint32_t block, uint64_t count, int n = 5) {
  ObservedLaunch launch;
  launch.kernel = kernel;
  launch.block = {block, 1, 1};
  launch.count = count;
  launch.arguments = {{"in", "int const*", 8, {}, ObservedMemory{"a", 0, 4096, 64, 64}},
                      {"out", "int*", 8, {}, ObservedMemory{"a", 0, 4096, 0, 256}},
                      {"n", "int", 4, static_cast<uint64_t>(static_cast<uint32_t>(n)), {}}};
  return launch;
}

KernelSummary kernel(const std::string& name, const std::string& signature, uint32_t line) {
  KernelSummary summary;
  summary.name = name;
  summary.signature = signature;
  summary.nameAt = {"/p/a.cu", line, 17};
  summary.definition = {{"/p/a.cu", line, 1}, line + 5, 2};
  Launch launch;
  launch.at = {"/p/a.cu", 40, 3};
  launch.grid = {std::nullopt, 1, 1};
  launch.block = {std::nullopt, 1, 1};
  launch.sharedBytes = 0;
  summary.launches = {launch};
  Opportunity open;
  open.verdict = VerdictKind::unknown;
  open.reason = {"The block size is not known for the launch at %1.", lineText(40)};
  Opportunity other;
  other.verdict = VerdictKind::unknown;
  other.reason = "Its address is stored.";
  Opportunity refused = open;
  refused.verdict = VerdictKind::refused;
  summary.opportunities = {open, other, refused};
  return summary;
}

ObservedKernel of(const std::string& name, uint32_t line, std::vector<ObservedLaunch> launches, uint64_t others = 0) {
  return {name, {"/p/a.cu", line, 0}, std::move(launches), others};
}

}  // namespace

class ObservedLaunchesTest : public QObject {
  Q_OBJECT
 private slots:
  // As `capture` sees it, which runs what is built.
  void aKernelOfNoKnownPlaceIsTheOneOfItsName() {
    const auto blocksOf = [](AnalysisResult analysis) {
      addObserved(analysis, {{"_Z1kPKiPii", {}, {seen("_Z1kPKiPii", 256, 1)}, 0}});
      std::string text;
      for (const KernelSummary& one : analysis.kernels) text += std::to_string(one.observed.size());
      return text;
    };
    const KernelSummary k = kernel("k", "void(const int *, int *, int)", 3);
    QCOMPARE(blocksOf({{}, {kernel("other", "void(int *)", 9), k}, {}}), std::string("01"));
    QCOMPARE(blocksOf({{}, {kernel("k", "void(int *)", 9), k}, {}}), std::string("01"));
    QCOMPARE(blocksOf({{}, {kernel("k", "void(T *)", 9)}, {}}), std::string("1"));
    QCOMPARE(blocksOf({{}, {k, k}, {}}), std::string("00"));
  }
  void whatIsOpenWithoutBlocksIsAnswered() {
    AnalysisResult analysis{{}, {kernel("k", "void(const int *, int *, int)", 3)}, {}};
    addObserved(analysis, {of("_Z1kPKiPii", 3, {seen("_Z1kPKiPii", 256, 20)})}, {});
    const std::vector<Opportunity>& findings = analysis.kernels[0].opportunities;
    QCOMPARE(toText(findings[0].reason),
             std::string("The block size is not known for the launch at line 40. A run launched "
                         "it 20 times, with blocks of (256,1,1): if all its launches are like that, say so with "
                         "`--launch 'k<<<(_,1,1),(256,1,1)>>>'`."));
    QVERIFY(toText(findings[1].reason).starts_with("Its address is stored. A run launched it 20 times"));
    QVERIFY(toText(findings[2].reason).find("A run") == std::string::npos);
    for (size_t i = 0; i < findings.size(); ++i)
      QVERIFY(findings[i].verdict == (i == 2 ? VerdictKind::refused : VerdictKind::unknown));
    QCOMPARE(analysis.kernels[0].launches.size(), size_t(1));
    QVERIFY(!analysis.kernels[0].launches[0].block[0]);
    // Where there is no command line nobody says how to say it there; what was seen is given back as it was told.
    AnalysisResult again{{}, {kernel("k", "void(const int *, int *, int)", 3)}, {}};
    addObserved(again, observedIn(analysis));
    QVERIFY(toText(again.kernels[0].opportunities[0].reason).ends_with("20 times, with blocks of (256,1,1)."));
    QVERIFY(!again.observedRun);
    QCOMPARE(toJson(again)["kernels"][0]["launches"].dump(), toJson(analysis)["kernels"][0]["launches"].dump());
    AnalysisResult known{{}, {kernel("k", "void(const int *, int *, int)", 3)}, {}};
    known.kernels[0].launches[0].block = {256, 1, 1};
    addObserved(known, {of("_Z1kPKiPii", 3, {seen("_Z1kPKiPii", 256, 20)})}, {});
    QCOMPARE(toText(known.kernels[0].opportunities[1].reason), std::string("Its address is stored."));
  }

  void kernelsAreKnownByTheirPlaceOrTheirParameters() {
    // Names of the program for types, a line that has moved, two of one name on one line.
    AnalysisResult analysis{{},
                            {kernel("k", "void(const words *, words *, number)", 3), kernel("k", "void(int)", 3),
                             kernel("m", "void(const words *, words *, number)", 20), kernel("n", "void(int)", 30)},
                            {}};
    analysis.kernels[1].nameAt.line = analysis.kernels[1].definition.begin.line = 12;
    addObserved(analysis, {of("_Z1kPKiPii", 3, {seen("_Z1kPKiPii", 64, 1)}),
                           of("_Z1mPKiPii", 20, {seen("_Z1mPKiPii", 64, 1)}), of("_Z1ni", 99, {seen("_Z1ni", 64, 1)})});
    QCOMPARE(analysis.kernels[0].observed.size(), size_t(1));
    QVERIFY(analysis.kernels[1].observed.empty());
    QCOMPARE(analysis.kernels[2].observed.size(), size_t(1));
    QCOMPARE(analysis.kernels[3].observed.size(), size_t(1));
    AnalysisResult overloads{{}, {kernel("k", "void(int)", 3), kernel("k", "void(const int *, int *, int)", 3)}, {}};
    addObserved(overloads, {of("_Z1kPKiPii", 3, {seen("_Z1kPKiPii", 64, 1)})});
    QVERIFY(overloads.kernels[0].observed.empty());
    QCOMPARE(overloads.kernels[1].observed.size(), size_t(1));
  }

  void saysWhatTheLaunchesHaveInCommon() {
    KernelSummary summary = kernel("k", "void(const int *, int *, int)", 3);
    summary.observed = {seen("_Z1kPKiPii", 256, 20, -1), seen("_Z1kPKiPii", 256, 1, 7), seen("_Z1kPKiPii", 32, 2)};
    for (int n = 0; n < 9; ++n) summary.observed.push_back(seen("_Z1kPKiPii", 64, 1, n));
    const std::vector<std::string> expected{
        "Seen in 21 launches: blockDim (256,1,1), gridDim (1,1,1), `in` at byte 64 of `a`, `n` = -1 or 7, `in` and "
        "`out` "
        "in one allocation.",
        "Seen in 9 launches: blockDim (64,1,1), gridDim (1,1,1), `in` at byte 64 of `a`, `n` from 0 to 8, `in` and "
        "`out` "
        "in one allocation.",
        "Seen in 2 launches: blockDim (32,1,1), gridDim (1,1,1), `in` at byte 64 of `a`, `n` = 5, `in` and `out` in "
        "one "
        "allocation."};
    QCOMPARE(observedTexts(summary), expected);
    QVERIFY(observedTexts(kernel("k", "void()", 3)).empty());
  }

  void assertsNoMoreThanBlocks() {
    AnalysisResult analysis{{}, {kernel("step", "void(int *)", 3), kernel("step", "void(float *)", 20)}, {}};
    KernelSummary& step = analysis.kernels[0];
    step.observed = {seen("_Z4stepPi", 64, 1)};
    // Another kernel has the name; of the grid nothing is said that the source does not.
    QCOMPARE(launchAssertion(analysis, step), std::string("--launch 'step(int*)<<<(_,1,1),(64,1,1)>>>'"));
    analysis.kernels.pop_back();
    analysis.kernels[0].observed = {seen("_ZN1a4stepILi16EEEvPi", 64, 1), seen("_ZN1a4stepILi32EEEvPi", 64, 1)};
    analysis.kernels[0].launches.clear();
    QCOMPARE(
        launchAssertion(analysis, analysis.kernels[0]),
        std::string("--launch 'a::step<16><<<(_,_,_),(64,1,1),_>>>' --launch 'a::step<32><<<(_,_,_),(64,1,1),_>>>'"));
    // Launches that were not kept may have other blocks.
    analysis.kernels[0].observedOthers = 1;
    QVERIFY(launchAssertion(analysis, analysis.kernels[0]).empty());
    analysis.kernels[0].observedOthers = 0;
    for (uint32_t block = 1; block < 9; ++block) analysis.kernels[0].observed.push_back(seen("_Z4stepPi", block, 1));
    QVERIFY(launchAssertion(analysis, analysis.kernels[0]).empty());
  }

  void launchesThatWereGivenAreHeldAgainstTheRun() {
    AnalysisResult given{{}, {kernel("k", "void(int *)", 3)}, {}};
    Launch& launch = given.kernels[0].launches[0];
    launch.fromUser = true;
    launch.block = {256, 1, 1};
    AnalysisResult kept = given;
    addObserved(given, {of("_Z1kPi", 3, {seen("_Z1kPi", 256, 2), seen("_Z1kPi", 64, 2)})}, {});
    QCOMPARE(given.observedRun->notes.size(), size_t(1));
    QVERIFY(
        given.observedRun->notes[0].starts_with("`k` was launched as <<<(1,1,1),(64,1,1),0>>>, which the launches"));
    addObserved(kept, {of("_Z1kPi", 3, {seen("_Z1kPi", 256, 2)})}, {});
    QVERIFY(kept.observedRun->notes.empty());
  }

  void kernelsAreTheOnesThatStandThere() {
    AnalysisResult analysis{{}, {kernel("k", "void(int *)", 3), kernel("k", "void(int *)", 13)}, {}};
    ObservedKernel elsewhere = of("_Z1kPi", 3, {seen("_Z1kPi", 8, 1), seen("_Z1kPi", 9, 1)}, 2);
    elsewhere.definedAt.file = "/p/b.cu";
    addObserved(
        analysis,
        {of("_ZN1a1kEPi", 13, {seen("_ZN1a1kEPi", 64, 2)}), elsewhere, of("_Z5otherv", 3, {seen("_Z5otherv", 1, 1)})},
        {"a.cu", {}, 0, 9, 0, {}});
    QVERIFY(analysis.kernels[0].observed.empty());
    QCOMPARE(analysis.kernels[1].observed.size(), size_t(1));
    QCOMPARE(analysis.observedRun->notes.size(), size_t(1));
    QCOMPARE(analysis.observedRun->notes[0],
             std::string(
                 "Launched, and not in the files that were analysed: `k(int*)` (4 launches), `other()` (1 launch)."));
  }
};

QTEST_GUILESS_MAIN(ObservedLaunchesTest)
#include "observed_launches_test.moc"
