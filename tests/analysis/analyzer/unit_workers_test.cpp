// Units that are looked at by worker processes: the same answer as in one process, whatever happens to a worker.

#include <signal.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/unit_workers.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;
using analysis::PartialAnswer;
using analysis::UnitWorkers;
using nlohmann::json;

namespace {

const char* const header = R"(
template <int N>
__global__ void fold(const int *in, int *out) {
  __shared__ int own[64];
  own[threadIdx.x % N] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own[threadIdx.x % N];
}
)";

std::string unitOf(int number) {
  const std::string name = std::to_string(number);
  return "#include \"fold.cuh\"\n__global__ void own" + name +
         "(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n"
         "  a[threadIdx.x] = s[threadIdx.x];\n}\nvoid f" +
         name + "(int *in, int *out) {\n  fold<64><<<1, 64>>>(in, out);\n  own" + name + "<<<1, 64>>>(in);\n}\n";
}

AnalyzeOptions ownHeaders() {
  AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  return options;
}

/// Without times.
json shownBy(const AnalysisResult& result) {
  json object = toJson(result);
  for (json& unit : object["units"]) unit.erase("parse_seconds"), unit.erase("proof_seconds");
  for (json& kernel : object["kernels"]) {
    for (json& one : kernel["opportunities"]) one.erase("proof_seconds");
  }
  return object;
}

std::vector<pid_t> workers() {
  std::vector<pid_t> found;
  for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
    std::ifstream file("/proc/" + name.toStdString() + "/stat");
    std::string all;
    std::getline(file, all);
    const size_t end = all.rfind(')');
    if (end == std::string::npos || all.find("(warpwright-anal") == std::string::npos) continue;
    std::istringstream rest(all.substr(end + 1));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    if (parent == ::getpid() && state != "Z") found.push_back(name.toInt());
  }
  return found;
}

}  // namespace

class UnitWorkersTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    [&] { QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(path)).path())); }();
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    return path;
  }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

  struct How {
    size_t jobs = 1;
    uint64_t memoryBytes = uint64_t{4} << 30;
    std::stop_token stop = {};
    std::filesystem::path program = ANALYSIS_WORKER;
    std::filesystem::path cache;  ///< empty: none
  };
  Result<PartialAnswer> look(Analyzer& analyzer, const char* folder, const How& how,
                             const analysis::UnitHandler& onUnit = {}, const analysis::KernelHandler& onKernel = {}) {
    auto units = analyzer.begin({path(folder)});
    if (!units.ok()) return units.error();
    AnalysisRequest request;
    request.arch.clear();
    request.toolkit = "none";
    UnitWorkers workers({.program = how.program,
                         .request = request,
                         .units = *units,
                         .cache = how.cache.empty() ? nullptr : std::make_shared<analysis::UnitCache>(how.cache),
                         .jobs = how.jobs,
                         .memoryBytes = how.memoryBytes},
                        {}, how.stop);
    return analyzer.merge(workers, onUnit, onKernel);
  }

 private slots:
  void initTestCase() {
    write("many/fold.cuh", header);
    for (int i = 0; i < 5; ++i) write("many/u" + std::to_string(i) + ".cu", unitOf(i));
    write("many/broken.cu", "__global__ void b(int *p) { p[0] = nothing; }\n");
  }

  // A header's kernel, kernels of their own, and a unit with an error: the order is that of the units.
  void theAnswerIsTheSame() {
    const auto alone = Analyzer(ownHeaders()).analyze({path("many")}, {}, {});
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message.c_str());
    QCOMPARE(alone->units.size(), size_t(6));
    QCOMPARE(alone->kernels.size(), size_t(7));
    for (const size_t jobs : {1, 3}) {
      Analyzer analyzer(ownHeaders());
      size_t told = 0;
      const auto answer =
          look(analyzer, "many", {.jobs = jobs},
               [&](const AnalysisResult& soFar, const std::vector<size_t>&) { QCOMPARE(soFar.units.size(), ++told); });
      QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
      QCOMPARE(told, size_t(6));
      QVERIFY(answer->notLookedAt.empty() && !answer->workerFailed);
      QCOMPARE(shownBy(answer->result).dump(1), shownBy(*alone).dump(1));
      // What the analyzer knows of them is enough for a change.
      const Opportunity* change = nullptr;
      for (const KernelSummary& kernel : answer->result.kernels) {
        for (const Opportunity& one : kernel.opportunities) {
          if (kernel.name == "own3" && one.verdict == VerdictKind::applicable) change = &one;
        }
      }
      QVERIFY(change);
      const auto rewrite = analyzer.rewrite(path("many/u3.cu"), change->id, {}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    }
  }

  // With a cache: empty, filled, and filled in part; once it is filled nobody looks.
  void theAnswerIsTheSameFromTheCache() {
    const auto alone = Analyzer(ownHeaders()).analyze({path("many")}, {}, {});
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message.c_str());
    for (const size_t jobs : {1, 3}) {
      const std::filesystem::path cache = path(("cache" + std::to_string(jobs)).c_str());
      for (const char* program : {ANALYSIS_WORKER, "/no/such/worker", "half", "/no/such/worker"}) {
        if (program == std::string_view("half")) {
          bool remove = false;
          for (const auto& file : std::filesystem::recursive_directory_iterator(cache)) {
            if (file.is_regular_file() && (remove = !remove)) std::filesystem::remove(file);
          }
          program = ANALYSIS_WORKER;
        }
        Analyzer analyzer(ownHeaders());
        const auto answer = look(analyzer, "many", {.jobs = jobs, .program = program, .cache = cache});
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
        QVERIFY(answer->notLookedAt.empty() && !answer->workerFailed);
        QCOMPARE(shownBy(answer->result).dump(1), shownBy(*alone).dump(1));
      }
    }
  }

  // Killed again and again while it looks at its first unit, that unit is lost and no other one; killed once, none is.
  void aKilledWorkerLosesItsUnit_data() {
    QTest::addColumn<int>("times");
    QTest::newRow("once") << 1;
    QTest::newRow("always") << 3;
  }
  void aKilledWorkerLosesItsUnit() {
    QFETCH(int, times);
    std::string slow = "#include \"fold.cuh\"\n";
    for (int i = 0; i < 400; ++i) slow += "void f" + std::to_string(i) + "(int *a) { fold<64><<<1, 64>>>(a, a); }\n";
    write("killed/fold.cuh", header);
    write("killed/a.cu", slow);
    for (int i = 0; i < 2; ++i) write("killed/u" + std::to_string(i) + ".cu", unitOf(i));
    std::jthread killer([times](std::stop_token stop) {
      std::set<pid_t> killed;
      while (!stop.stop_requested() && killed.size() < static_cast<size_t>(times)) {
        for (const pid_t found : workers()) {
          if (killed.insert(found).second) ::kill(found, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    Analyzer analyzer(ownHeaders());
    const auto answer = look(analyzer, "killed", {.jobs = 1});
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QCOMPARE(answer->result.units.size(), size_t(3));
    QCOMPARE(answer->workerFailed, times == 3);
    QCOMPARE(answer->result.kernels.size(), size_t(3));  // fold, own0, own1
    if (times == 1) return;
    const std::string said = answer->result.units[0].errors.at(0).message;
    QVERIFY2(said.find("a.cu ended early (Killed)") != std::string::npos, said.c_str());
    QVERIFY(answer->result.units[1].errors.empty() && answer->result.units[2].errors.empty());
  }

  // One that had looked at others before is replaced, and nothing is lost.
  void aReplacedWorkerLosesNothing() {
    Analyzer analyzer(ownHeaders());
    size_t told = 0;
    const auto answer = look(analyzer, "many", {.jobs = 1}, [&](const AnalysisResult&, const std::vector<size_t>&) {
      if (++told == 2) {
        for (const pid_t worker : workers()) ::kill(worker, SIGKILL);
      }
    });
    QVERIFY(answer.ok());
    QVERIFY(!answer->workerFailed);
    QCOMPARE(answer->result.kernels.size(), size_t(7));
  }

  void memoryIsBounded() {
#if defined(__SANITIZE_ADDRESS__) || WARPWRIGHT_SANITIZED
    QSKIP("The sanitizer's own memory counts.");
#endif
    Analyzer analyzer(ownHeaders());
    const auto answer = look(analyzer, "many", {.jobs = 2, .memoryBytes = uint64_t{40} << 20});
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QVERIFY(answer->workerFailed);
    // It may have said what is wrong with the text before.
    const std::string said = answer->result.units.at(0).errors.back().message;
    QVERIFY2(said.find("needs more than 40 MiB of memory") != std::string::npos, said.c_str());
  }

  void whatIsStoppedIsNamed() {
    Analyzer analyzer(ownHeaders());
    std::stop_source stopping;
    const auto answer = look(analyzer, "many", {.jobs = 1, .stop = stopping.get_token()},
                             [&](const AnalysisResult& soFar, const std::vector<size_t>&) {
                               if (soFar.units.size() == 2) stopping.request_stop();
                             });
    QVERIFY(answer.ok());
    QVERIFY(answer->result.units.size() >= 2 && answer->result.units.size() < 6);
    QCOMPARE(answer->result.units.size() + answer->notLookedAt.size(), size_t(6));
    QVERIFY(answer->notLookedAt.back().ends_with("u4.cu"));
  }

  // Of one file, in whose middle the time is over or the worker ends: what had been decided is there, the rest is
  // named.
  void whatIsDecidedOfAUnitIsKept_data() {
    QTest::addColumn<bool>("crashes");
    QTest::newRow("stopped") << false;
    QTest::newRow("crashed") << true;
  }
  void whatIsDecidedOfAUnitIsKept() {
    QFETCH(bool, crashes);
    constexpr size_t all = 60;
    write("part/fold.cuh", header);
    std::string text;
    for (size_t i = 0; i < all; ++i) {
      const std::string unit = unitOf(static_cast<int>(i));
      text += i == 0 ? unit : unit.substr(unit.find('\n') + 1);
    }
    write("part/a.cu", text);
    Analyzer analyzer(ownHeaders());
    std::stop_source stopping;
    size_t decided = 0;
    const auto onKernel = [&](const AnalysisResult& soFar, size_t kernel) {
      QVERIFY(!soFar.kernels[kernel].opportunities.empty());
      if (++decided != 3) return;
      if (!crashes) stopping.request_stop();
      for (const pid_t worker : workers()) ::kill(worker, SIGSEGV);
    };
    const auto answer = look(analyzer, "part", {.stop = stopping.get_token()}, {}, onKernel);
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QCOMPARE(answer->workerFailed, crashes);
    QVERIFY(answer->notLookedAt.empty());
    QCOMPARE(answer->result.kernels.size(), all + 1);
    QVERIFY2(decided >= 3 && decided < all, std::to_string(decided).c_str());
    QCOMPARE(answer->undecided.size(), all + 1 - decided);
    for (size_t k = 0; k < answer->result.kernels.size(); ++k) {
      const bool isOpen = std::ranges::count(answer->undecided, k) != 0;
      QCOMPARE(answer->result.kernels[k].opportunities.empty(), isOpen);
    }
    const auto& errors = answer->result.units.at(0).errors;
    QCOMPARE(errors.size(), size_t(crashes ? 1 : 0));
    const std::string lack = std::to_string(all + 1 - decided) + " of 61 kernels were not looked at.";
    if (crashes) QVERIFY2(errors[0].message.ends_with(lack), errors[0].message.c_str());
  }

  void aMissingWorkerIsAnError() {
    Analyzer analyzer(ownHeaders());
    const auto answer = look(analyzer, "many", {.program = path("none")});
    QVERIFY(!answer.ok());
    QVERIFY(answer.error().kind == ErrorKind::worker);
  }
};

QTEST_GUILESS_MAIN(UnitWorkersTest)
#include "unit_workers_test.moc"
