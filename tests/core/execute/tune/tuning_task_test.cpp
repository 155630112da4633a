#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/tuning_task.h"
#include "core/job/sampled_times.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

namespace {

/// `result` may go to a register, `prev` to global memory.
AnalysisResult analysisOf(const std::string& file) {
  AnalysisResult result;
  result.passes = describedPasses();
  result.units.push_back({file, "own", {}, {}, {}, {}, 0, 0});
  KernelSummary kernel;
  kernel.name = "descend";
  kernel.resources.registers = 20;
  kernel.resources.sharedBytes = 2048;
  Launch launch;
  launch.grid = {64, 1, 1};
  launch.block = {256, 1, 1};
  kernel.launches.push_back(launch);
  for (const auto& [pass, subject] :
       {std::pair("shared_to_register", "result"), std::pair("shared_to_global", "prev")}) {
    Opportunity opportunity;
    opportunity.id = std::string(pass) + "-" + subject;
    opportunity.pass = pass;
    opportunity.kernel = "descend";
    opportunity.subject = subject;
    opportunity.verdict = VerdictKind::applicable;
    kernel.opportunities.push_back(opportunity);
  }
  result.kernels.push_back(kernel);
  return result;
}

/// Each change adds a line to the text.
std::unique_ptr<AnalysisService> pretendedService(const std::string& file) {
  return makeInlineAnalysisService(
      [file](const AnalysisRequest& request) -> Result<AnalysisResult> {
        AnalysisResult result = analysisOf(file);
        const auto text = request.openTexts.find(file);
        if (text != request.openTexts.end() && text->second.find("result") != std::string::npos)
          result.kernels[0].resources.sharedBytes = 1024;
        return result;
      },
      [file](const RewriteRequest& request) -> Result<Rewrite> {
        std::string text = *readFile(file);
        if (const auto open = request.context.openTexts.find(file); open != request.context.openTexts.end())
          text = open->second;
        const auto end = static_cast<uint32_t>(text.size());
        return Rewrite{{{file, hashText(text), {{end, 0, "// " + request.opportunity + "\n", ""}}}},
                       request.opportunity};
      });
}

/// Half as many accesses with `result` in a register, more with `prev` in global memory.
class PretendedJudge : public VariantJudge {
 public:
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token) override {
    TuningJudgement judgement;
    judgement.verification.identical = true;
    double accesses = 1000;
    for (const VariantStep& step : variant.steps) accesses += step.opportunity.ends_with("result") ? -500 : 100;
    judgement.metrics["engine/accesses"] = accesses;
    return judgement;
  }
};

}  // namespace

class TuningTaskTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }

  /// A recording of all four variants.
  void record(const std::string& source, const std::string& file) {
    auto session = Session::openOrCreate(file);
    QVERIFY(session.ok());
    const auto service = pretendedService(source);
    AnalysisRequest context;
    context.paths = {source};
    ServiceMaker maker(*service, context);
    PretendedJudge judge;
    const auto changes = tunableChanges(analysisOf(source), "descend");
    const auto strategy = makeStrategy("exhaustive", *changes);
    const TuningProblem problem{"descend", "cpu", "sm_90", "engine/accesses", "accesses", "counted", "recording"};
    const auto done = tune(*session, problem, **strategy, maker, judge, {}, nullptr, {});
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().message.c_str());
  }

 private slots:
  void aRecordingBecomesATable() {
    const std::string source = at("a.cu");
    QVERIFY(writeFileAtomically(source, "__global__ void descend() {}\n").ok());
    record(source, at("recording.wws"));
    const auto service = pretendedService(source);
    TuningTask task;
    task.target = "recorded:" + at("recording.wws");
    task.context.paths = {source};
    task.analysis = analysisOf(source);
    task.kernel = "descend";
    task.strategy = "exhaustive";
    task.folder = at("tunings");
    task.device = *findDevice("H200");
    size_t told = 0;
    std::string running;
    auto tuned = runTuning(task, *service, [&](const TuningNow& now) { ++told, running = now.running; }, {}, {});
    QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
    TuningTable* table = &tuned->table;
    QVERIFY(table->complete && !table->isTime && told > 0);
    QCOMPARE(table->rows.size(), size_t(4));
    QCOMPARE(table->rows[0].name, std::string("`result`→register"));
    QVERIFY(table->rows[0].isBest);
    QCOMPARE(*table->rows[0].ratio, 2.0);
    QCOMPARE(table->rows[0].verdict, std::string("fewer"));
    QCOMPARE(*table->rows[0].sharedBytes, 1024.0);
    QCOMPARE(*table->rows[0].occupancy, 1.0);
    QCOMPARE(table->rows[1].name, std::string("`result`→register, `prev`→global"));
    QCOMPARE(table->original()->name, std::string("Original"));
    QCOMPARE(table->rows[3].verdict, std::string("more"));
    // The table survives the way through a session, and gives its variants back.
    table->stalls.emplace().add(source, 1, "barrier", 3);
    const auto again = tuningTableFromJson(toJson(*table));
    QVERIFY(again.ok() && again->rows == table->rows && again->stalls == table->stalls);
    const HeatMap stalls = stallHeat(*again, source);
    QCOMPARE(stalls.name, "Stalls of descend, " + table->device);
    QVERIFY(stalls.lines.size() == 1 && stalls.lines[0].line == 1 && stalls.lines[0].share == 1);
    QVERIFY(stallHeat(*again, source + "h").lines.empty());
    const auto variant = tunedVariant(*again, again->best()->steps);
    QVERIFY(variant.ok());
    const FileEdits edits = editsBetween(source, variant->files[0].before, variant->files[0].after);
    QCOMPARE(*applyEdits(edits, *readFile(source)), *readFile(source) + "// shared_to_register-result\n");
    QVERIFY(!tunedVariant(*again, {{"gone", {}}}).ok());
  }

  /// As the command line asks: a session by name, the findings from the service.
  void aNamedSessionKeepsAll() {
    const std::string source = at("named.cu");
    QVERIFY(writeFileAtomically(source, "__global__ void descend() {}\n").ok());
    record(source, at("kept.wws"));
    const auto service = pretendedService(source);
    TuningTask task;
    task.target = "recorded:" + at("kept.wws");
    task.context.paths = {source};
    task.kernel = "descend";
    task.session = at("mine.wws");
    const auto tuned = runTuning(task, *service, {}, {}, {});
    QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
    QCOMPARE(tuned->table.session, at("mine.wws"));
    QCOMPARE(tuned->problem.metric, std::string("engine/accesses"));
    QCOMPARE(tuned->opportunities.size(), size_t{2});
    QVERIFY(tuned->result.best && tuned->result.best->steps == tuned->table.best()->steps);
    // What a report or the IDE needs is in it.
    const auto session = Session::open(at("mine.wws"));
    QVERIFY(session.ok());
    const auto values = session->values();
    QVERIFY(values.ok() && values->at("project") == source);
    const auto kept = tuningTableFromJson(nlohmann::json::parse(values->at(tuningTableKey("descend"))));
    QVERIFY(kept.ok() && kept->rows == tuned->table.rows);
    QVERIFY(session->latestAnalysis().ok() && session->latestAnalysis()->has_value());
    QVERIFY(session->sources()->contains(source));
  }

  /// Whose worth a measurement tells, is asked for; unless somebody names what is to be looked for.
  void findingsOfTheOneKernelAreAskedFor() {
    const std::string source = at("a.cu");
    QVERIFY(writeFileAtomically(source, "__global__ void descend() {}\n").ok());
    TuningTask task;
    task.context.paths = {source};
    task.kernel = "descend";
    task.folder = at("tunings");
    std::optional<AnalysisRequest> asked;
    const auto service = makeInlineAnalysisService(
        [&](const AnalysisRequest& request) -> Result<AnalysisResult> {
          asked = request;
          return inputError("enough");
        },
        [](const RewriteRequest&) -> Result<Rewrite> { return inputError("nothing is written"); });
    for (const bool isRecorded : {false, true}) {
      task.target = isRecorded ? "recorded:" + at("recording.wws") : "cpu";
      for (const bool namesPasses : {false, true}) {
        task.context.passes.reset();
        if (namesPasses) task.context.passes = {"shared_to_local"};
        QVERIFY(!runTuning(task, *service, {}, {}, {}).ok());
        QVERIFY(asked && asked->kernel == "descend" && asked->comparesLater);
        // A launch that is to be captured is known before anything is looked for.
        QCOMPARE(asked->passes && asked->passes->empty(), !isRecorded);
        const std::vector<Family> all = {Family::compaction, Family::other};
        QCOMPARE(asked->families, isRecorded && !namesPasses ? all : std::vector<Family>());
      }
    }
  }

  void whatIsWrongIsSaidBeforeAnythingRuns() {
    const std::string source = at("wrong.cu");
    QVERIFY(writeFileAtomically(source, "__global__ void descend() {}\n").ok());
    const auto service = pretendedService(source);
    TuningTask task;
    task.context.paths = {source};
    task.kernel = "descend";
    task.folder = at("wrong");
    const auto errorOf = [&](const TuningTask& wrong) {
      const auto tuned = runTuning(wrong, *service, {}, {}, {});
      return tuned.ok() ? Error{ErrorKind::worker, "It ran.", {}} : tuned.error();
    };
    TuningTask timeOnGpu = task, luck = task, nowhere = task, other = task;
    timeOnGpu.target = "gpu";
    timeOnGpu.metric = "engine/accesses";
    QCOMPARE(errorOf(timeOnGpu).message, std::string("On a GPU the metric is gpu/time."));
    luck.strategy = "luck";
    QVERIFY(errorOf(luck).kind == ErrorKind::usage);
    nowhere.target = "moon";
    QVERIFY(errorOf(nowhere).kind == ErrorKind::usage);
    other.kernel = "ascend";
    other.session = at("none.wws");
    QVERIFY(errorOf(other).message.starts_with("There is no kernel `ascend`."));
    QVERIFY(!std::filesystem::exists(other.session));
    QVERIFY(writeFileAtomically(at("not.wws"), "no session").ok());
    task.session = at("not.wws");
    QVERIFY(errorOf(task).kind != ErrorKind::worker);
  }

  void whatWasLeftOutIsInTheTable() {
    TuningTable table;
    table.leftOut = {"a (`p`) gives the kernel an argument"};
    table.notes = {"No policy was predicted. Why."};
    const auto again = tuningTableFromJson(toJson(table));
    QVERIFY(again.ok() && again->leftOut == table.leftOut && again->notes == table.notes);
    const std::string conditions = tuningConditions(table);
    QVERIFY(conditions.find("not tried: a (`p`) gives") != std::string::npos);
    QVERIFY(conditions.find("No policy was predicted. Why.") != std::string::npos);
  }

  void pausedItGoesOn() {
    const std::string source = at("b.cu");
    QVERIFY(writeFileAtomically(source, "__global__ void descend() {}\n").ok());
    record(source, at("other.wws"));
    const auto service = pretendedService(source);
    TuningTask task;
    task.target = "recorded:" + at("other.wws");
    task.context.paths = {source};
    task.analysis = analysisOf(source);
    task.kernel = "descend";
    task.strategy = "exhaustive";
    task.folder = at("paused");
    std::stop_source pause;
    pause.request_stop();
    const auto first = runTuning(task, *service, [](const TuningNow&) {}, pause.get_token(), {});
    QVERIFY(first.ok() && !first->table.complete && first->table.rows.size() == 1);
    const auto second = runTuning(task, *service, [](const TuningNow&) {}, {}, {});
    QVERIFY(second.ok() && second->table.complete && second->table.rows.size() == 4);
    std::stop_source stop;
    stop.request_stop();
    task.folder = at("stopped");
    const auto none = runTuning(task, *service, [](const TuningNow&) {}, {}, stop.get_token());
    QVERIFY(!none.ok() && none.error().kind == ErrorKind::cancelled);
    task.target = "gpu";
    QVERIFY(!runTuning(task, *service, [](const TuningNow&) {}, {}, {}).ok());
  }

  void verdictsOfTimes() {
    QCOMPARE(speedVerdict(1.02, 1.08), std::string("FASTER"));
    QCOMPARE(speedVerdict(0.9, 0.98), std::string("SLOWER"));
    QCOMPARE(speedVerdict(0.995, 1.005), std::string("SAME"));
    QCOMPARE(speedVerdict(0.98, 1.04), std::string("UNSURE"));
  }

  void namesOfVariants() {
    Opportunity merge;
    merge.id = "m";
    merge.pass = "thread_compaction";
    Opportunity barrier;
    barrier.id = "b";
    barrier.pass = "redundant_barrier";
    barrier.range.begin.line = 44;
    QCOMPARE(variantName({}, {}, {}), std::string("Original"));
    QCOMPARE(variantName({{"b", {}}, {"m", {{"c_factor", "4"}, {"dimension", "x"}, {"assignment", "interleaved"}}}},
                         {merge, barrier}, describedPasses()),
             std::string("no barrier at line 44, C=4 interleaved along x"));
    const auto nameOf = [](const char* pass, const ParameterValues& values) {
      Opportunity one;
      one.id = "1", one.pass = pass, one.subject = "tile", one.title = "Title of it";
      return variantName({{"1", values}}, {one}, describedPasses());
    };
    QCOMPARE(nameOf("thread_compaction", {}), std::string("threads merged"));
    QCOMPARE(nameOf("thread_compaction", {{"c_factor", "2"}, {"other", "7"}}), std::string("C=2 other=7"));
    QCOMPARE(nameOf("block_compaction", {{"c_factor", "2"}, {"dimension", "y"}}), std::string("blocks C=2 along y"));
    QCOMPARE(nameOf("block_compaction", {{"assignment", "blocked"}}), std::string("blocks merged blocked"));
    QCOMPARE(nameOf("shared_to_local", {{"unroll", "2"}}), std::string("`tile`→local unroll=2"));
    QCOMPARE(nameOf("l2_prefetch", {{"waves", "2"}}), std::string("Title of it waves=2"));
    // What came up in the text of a variant the session's analysis does not have.
    const auto further = [](const char* id, const ParameterValues& values) {
      return variantName({{id, values}}, {}, describedPasses());
    };
    QCOMPARE(further("block_shape-12ab", {{"threads", "128"}}), std::string("blocks of 128"));
    QCOMPARE(further("block_shape-12ab@k.256.1.1", {}), std::string("blocks of another size"));
    QCOMPARE(further("l2_prefetch-12ab", {}), passTitle(describedPasses(), "l2_prefetch"));
    QCOMPARE(further("nobody-12ab", {}), std::string("nobody-12ab"));
  }
};

QTEST_GUILESS_MAIN(TuningTaskTest)
#include "tuning_task_test.moc"
