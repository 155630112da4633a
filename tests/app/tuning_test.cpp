#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/execute/tune/own_variant.h"
#include "core/execute/tune/tuning_task.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

/// Each block reads a table three times, and between two rounds as much again that nobody reads twice.
constexpr const char* program = R"(
#include <cstdio>
__global__ void mix(const int* once, const int* again, int* out) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  int sum = 0;
  for (int r = 0; r < 576; ++r) {
    sum += once[r * all + id];
    sum += again[(r * 256 + threadIdx.x) % 49152];
  }
  out[id] = sum;
}
int main() {
  const int all = 2 * 256;
  int *once, *again, *out;
  cudaMalloc(&once, 576 * all * sizeof(int));
  cudaMalloc(&again, 49152 * sizeof(int));
  cudaMalloc(&out, all * sizeof(int));
  cudaMemset(once, 1, 576 * all * sizeof(int));
  cudaMemset(again, 2, 49152 * sizeof(int));
  mix<<<2, 256>>>(once, again, out);
  int first = 0;
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", first);
}
)";

constexpr const char* turnFile = R"(#include "common.h"
__global__ void turn(const int *in, int *out) {
  __shared__ int s[length];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t] * 3;
}
void turnAll(const int *in, int *out) { turn<<<1, length>>>(in, out); }
)";

constexpr const char* turnMain = R"(#include "common.h"
void turnAll(const int *in, int *out);
int main() {
  int *in, *out;
  cudaMalloc(&in, length * sizeof(int));
  cudaMalloc(&out, length * sizeof(int));
  cudaMemset(in, 1, length * sizeof(int));
  turnAll(in, out);
  return cudaDeviceSynchronize();
}
)";

}  // namespace

/// Command line and IDE tune alike: one through the passes that are linked into it, one through the analysis worker.
class TuningTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }

  TuningTask task() const {
    TuningTask task;
    task.context.paths = {at("mix.cu")};
    task.context.toolkit = "none";
    task.program.path = at("mix.cu");
    task.program.toolkit = "none";
    task.kernel = "mix";
    task.metric = "model/l2_sectors";
    task.folder = at("tunings");
    return task;
  }

 private slots:
  void initTestCase() { QVERIFY(writeFileAtomically(at("mix.cu"), program).ok()); }

  void policiesArePredictedForBoth() {
    const Answer weighed = callWarpwright(
        {"cache-policy", "mix.cu", "--kernel", "mix", "--cuda", "none", "--format", "json"}, folder_.path());
    QVERIFY2(weighed.code == 0, weighed.error.c_str());
    const json values = weighed.value()["values"];
    QVERIFY2(!values.empty(), weighed.output.c_str());

    const Answer told =
        callWarpwright({"tune", "mix.cu", "--kernel", "mix", "--passes", "cache_policy", "--on", "cpu", "--session",
                        "cli.wws", "--cuda", "none", "--metric", "model/l2_sectors", "--format", "json"},
                       folder_.path());
    QVERIFY2(told.code == 0, told.error.c_str());
    const json variants = told.value()["variants"];
    QVERIFY(variants.size() > 1);
    QVERIFY2(variants[1]["steps"][0]["values"] == values, told.output.c_str());

    const auto service = makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
    TuningTask asked = task();
    asked.context.passes = {"cache_policy"};
    const auto tuned = runTuning(asked, *service, {}, {}, {});
    QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
    QVERIFY(tuned->table.notes.empty());
    const auto outcomes = tuned->result.history.outcomes();
    QCOMPARE(outcomes.size(), variants.size());
    for (size_t i = 0; i < outcomes.size(); ++i) {
      json steps = json::array();
      for (const VariantStep& step : outcomes[i]->steps) steps.push_back(step.values);
      json other = json::array();
      for (const json& step : variants[i]["steps"]) other.push_back(step["values"]);
      QVERIFY2(steps == other, (steps.dump() + " against " + other.dump()).c_str());
      QVERIFY(outcomes[i]->score.has_value() == variants[i]["score"].is_number());
      if (outcomes[i]->score) QCOMPARE(*outcomes[i]->score, variants[i]["score"].get<double>());
    }
  }

  /// A source in a subfolder names a header of the folder that is open: it is found where a variant is judged, too.
  void aVariantSeesTheFolderThatIsOpen() {
    const auto service = makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
    QVERIFY(QDir(folder_.path()).mkpath("tree/kernel"));
    QVERIFY(writeFileAtomically(at("tree/common.h"), "#pragma once\nconst int length = 32;\n").ok());
    QVERIFY(writeFileAtomically(at("tree/kernel/turn.cu"), turnFile).ok());
    QVERIFY(writeFileAtomically(at("tree/main.cu"), turnMain).ok());
    TuningTask asked = task();
    asked.context.paths = {at("tree/kernel/turn.cu")};
    asked.context.project = asked.program.project = at("tree");
    asked.program.path = at("tree/kernel/turn.cu");
    asked.kernel = "turn";
    asked.context.passes = {"shared_to_register"};
    asked.metric = "engine/accesses";
    asked.folder = at("tunings of tree");
    const auto tuned = runTuning(asked, *service, {}, {}, {});
    QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
    QVERIFY(tuned->table.rows.size() > 1);
    for (const TuningRow& row : tuned->table.rows) QVERIFY2(row.accepted, row.reason.c_str());
  }

  /// What the user wrote is built, compared and counted as what the tool writes.
  void whatTheUserWroteIsJudgedBesideIt() {
    const auto service = makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
    const std::string text = program;
    const auto with = [&](const std::string& from, const std::string& to) {
      std::string changed = text;
      return std::vector<VariantFile>{{at("mix.cu"), text, changed.replace(changed.find(from), from.size(), to)}};
    };
    TuningTask asked = task();
    asked.metric = "engine/accesses";
    asked.folder = at("tunings of mine");
    asked.onlyOwn = true;
    asked.own = {ownVariant(with("sum += once[r * all + id];", "if (r == 0) sum += 576 * once[id];"), nullptr)};
    const auto tuned = runTuning(asked, *service, {}, {}, {});
    QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
    QCOMPARE(tuned->table.rows.size(), size_t(2));
    QCOMPARE(tuned->table.rows[0].name, std::string("Yours 1"));
    QVERIFY2(tuned->table.rows[0].accepted, tuned->table.rows[0].reason.c_str());
    QVERIFY(*tuned->table.rows[0].ratio > 1.9);
    QVERIFY(tuned->table.rows[0].registers.has_value());
    const auto kept = tunedVariant(tuned->table, tuned->table.rows[0].steps);
    QVERIFY(kept.ok() && kept->files.front().after.find("576 * once") != std::string::npos);
    // What is wrong, and what is no program, are results with a reason.
    asked.own = {ownVariant(with("sum += again", "sum += 2 * again"), &tuned->table)};
    const auto wrong = runTuning(asked, *service, {}, {}, {});
    QVERIFY2(wrong.ok(), wrong.ok() ? "" : wrong.error().message.c_str());
    asked.own = {ownVariant(with("int sum = 0;", "int sum = ;"), &wrong->table)};
    const auto broken = runTuning(asked, *service, {}, {}, {});
    QVERIFY2(broken.ok(), broken.ok() ? "" : broken.error().message.c_str());
    QCOMPARE(broken->table.rows.size(), size_t(4));
    for (const TuningRow& row : broken->table.rows) {
      if (ownNumber(row.steps).value_or(1) > 1) QVERIFY(!row.accepted && !row.reason.empty());
    }
    asked.target = "recorded:" + at("any.wws");
    QVERIFY(!runTuning(asked, *service, {}, {}, {}).ok());
  }

  /// As the IDE asks once its user wants them: with all that is found anyway.
  void policiesAreFoundOnRequest() {
    const auto service = makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
    for (const bool onRequest : {false, true}) {
      TuningTask asked = task();
      if (onRequest) asked.context.families = {Family::cachePolicy};
      asked.budget = std::chrono::milliseconds(0);
      const auto tuned = runTuning(asked, *service, {}, {}, {});
      QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
      const bool isFound = std::any_of(tuned->opportunities.begin(), tuned->opportunities.end(),
                                       [](const Opportunity& one) { return one.pass == "cache_policy"; });
      QCOMPARE(isFound, onRequest);
    }
  }

  /// Which size of a block is best, only a measurement tells: there it is looked for unless passes are named.
  void sizesOfBlocksAreFoundUnasked() {
    const auto service = makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
    for (const bool namesPasses : {false, true}) {
      TuningTask asked = task();
      if (namesPasses) asked.context.passes = {"cache_policy"};
      asked.budget = std::chrono::milliseconds(0);
      const auto tuned = runTuning(asked, *service, {}, {}, {});
      QVERIFY2(tuned.ok(), tuned.ok() ? "" : tuned.error().message.c_str());
      const bool isFound = std::any_of(tuned->opportunities.begin(), tuned->opportunities.end(),
                                       [](const Opportunity& one) { return one.pass == "block_shape"; });
      QCOMPARE(isFound, !namesPasses);
    }
  }
};

QTEST_GUILESS_MAIN(TuningTest)
#include "tuning_test.moc"
