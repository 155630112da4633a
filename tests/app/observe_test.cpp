// analyze --observe: what a run told stands beside the kernels. It is no proof: what it makes applicable is guarded.
#include <signal.h>

#include <QDir>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>
#include <QThread>
#include <map>
#include <set>

#include "core/base/file.h"
#include "core/finding/analysis_result.h"
#include "core/finding/guard.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

const char* const source = R"(#include <cstdio>
#include <cstdlib>
#include <unistd.h>
__global__ void turn(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t] * n;
}
template <int N>
__global__ void step(int *p) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x] + N;
}
__global__ void unused(int *p) { p[threadIdx.x] = 0; }
int main(int argc, char **argv) {
  int block = atoi(argv[1]);
  int *a, *b, h[256];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemset(a, 0, sizeof h);
  for (int i = 0; i < 20; ++i) turn<<<1, block>>>(a, b, FACTOR);
  step<3><<<1, block>>>(b);
  step<5><<<2, block / 2>>>(b);
  if (argc > 3) sleep(600);
  if (argc > 2) abort();
  printf("the program has run\n");
  return 0;
}
)";

const json* kernelOf(const json& answer, const std::string& name) {
  for (const json& kernel : answer["kernels"]) {
    if (kernel["name"] == name) return &kernel;
  }
  return nullptr;
}

/// The findings of an answer by id: pass, verdict and what an observation may not change.
std::map<std::string, std::string> verdicts(const json& answer) {
  std::map<std::string, std::string> all;
  for (const json& kernel : answer["kernels"]) {
    for (const json& finding : kernel["opportunities"])
      all[finding["id"]] = finding["verdict"].get<std::string>() + finding["assumptions"].dump();
  }
  return all;
}

/// All `--launch '…'` in a sentence.
QStringList assertionsIn(const std::string& reason) {
  QStringList words;
  static const QRegularExpression option("--launch '([^']*)'");
  auto found = option.globalMatch(QString::fromStdString(reason));
  while (found.hasNext()) words << "--launch" << found.next().captured(1);
  return words;
}

}  // namespace

class ObserveTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  Answer analyze(const QStringList& more, const QString& path = "main.cu") {
    return run(QStringList{"analyze", path, "--cuda", "none"} + more);
  }
  static QStringList flag() { return {"--compiler-flag", "-DFACTOR=3"}; }
  json observed(const QStringList& arguments) {
    const Answer answer = analyze(flag() + QStringList{"--observe", "--format", "json", "--"} + arguments);
    [&] { QVERIFY2(answer.code == 0, answer.error.c_str()); }();
    return answer.value();
  }

 private slots:
  void initTestCase() { writeInto(folder_, "main.cu", source); }

  void launchesStandBesideThoseOfTheSource() {
    const json answer = observed({"256"});
    const json* turn = kernelOf(answer, "turn");
    QVERIFY(turn);
    const json& launches = (*turn)["launches"];
    QCOMPARE(launches.size(), size_t(2));
    QVERIFY(!launches[0].contains("observed") && launches[0]["block"][0].is_null());
    const json& seen = launches[1];
    QVERIFY(seen["observed"] == true && seen["count"] == 20);
    QCOMPARE(seen["line"].get<int>(), 25);
    QCOMPARE(seen["block"].dump(), std::string("[256,1,1]"));
    QCOMPARE(seen["arguments"].dump(), std::string("[null,null,3]"));
    QCOMPARE(seen["values"][0]["memory"]["name"].get<std::string>(), std::string("a"));
    const json* step = kernelOf(answer, "step");
    QVERIFY(step && (*step)["launches"].size() == 4);
    std::set<std::string> instances;
    for (const json& launch : (*step)["launches"]) {
      if (launch.contains("observed")) instances.insert(launch["kernel"].get<std::string>());
    }
    QVERIFY((instances == std::set<std::string>{"void step<3>(int*)", "void step<5>(int*)"}));
    const json* unused = kernelOf(answer, "unused");
    QVERIFY(unused && (*unused)["launches"].empty());
    QVERIFY(answer["observed_run"]["arguments"] == json({"256"}));
    QCOMPARE(answer["observed_run"]["launches"].get<int>(), 22);
    // The session and the report read it back.
    const Result<AnalysisResult> read = analysisFromJson(answer);
    QVERIFY(read.ok());
    QCOMPARE(toJson(*read)["kernels"][0]["launches"].size(), answer["kernels"][0]["launches"].size());
  }

  void onlyGuardedFindingsAreNew() {
    const Answer alone = analyze({"--format", "json", "--", "-DFACTOR=3"});
    const auto before = verdicts(alone.value());
    QVERIFY(!before.empty());
    for (const char* block : {"256", "32"}) {
      const auto after = verdicts(observed({block}));
      size_t guarded = 0;
      for (const auto& [id, verdict] : before) {
        const auto same = after.find(id);
        const bool wasUnknown = verdict.starts_with("unknown");  // may be refused for the blocks that were seen
        QVERIFY2(wasUnknown || (same != after.end() && same->second == verdict), id.c_str());
      }
      for (const auto& [id, verdict] : after) {
        if (before.contains(id)) continue;
        QVERIFY2(readGuardedId(id) && verdict.starts_with("applicable"), id.c_str());
        ++guarded;
      }
      QVERIFY(guarded >= 2);
    }
  }

  void guardedChangesRunWhereTheirBlocksAre() {
    const json answer = observed({"256"});
    const json* turn = kernelOf(answer, "turn");
    QVERIFY(turn);
    int tried = 0;
    for (const json& finding : (*turn)["opportunities"]) {
      const auto guarded = readGuardedId(finding["id"]);
      if (!guarded) continue;
      QCOMPARE(guarded->second, (Guard{"turn", Guard::Block{256, 1, 1}}));
      const json& last = finding["parameters"].back();
      QVERIFY(last["name"] == "guard" && last["values"] == json({"dispatch"}));
      QCOMPARE(finding["line"].get<int>() >= 4 && finding["line"].get<int>() <= 10, true);
      const QString variant = folder_.filePath("variant.cu");
      const Answer written =
          callWarpwright({"rewrite", "main.cu", "--opportunity", QString::fromStdString(finding["id"]), "--output",
                          variant, "--", flag().last()},
                         folder_.path());
      QVERIFY2(written.code == 0, written.error.c_str());
      // Both sides: the copy with the guard's block, the original with another one.
      for (const char* block : {"256", "64"}) {
        const Answer judged = callWarpwright(
            {"verify", "main.cu", "--against", variant, "--compiler-flag", "-DFACTOR=3", "--", block}, folder_.path());
        QVERIFY2(judged.code == 0, (judged.output + judged.error).c_str());
      }
      // What the text has once is used again.
      const Answer again = callWarpwright({"rewrite", "variant.cu", "--opportunity",
                                           QString::fromStdString(finding["id"]), "--diff", "--", flag().last()},
                                          folder_.path());
      QVERIFY(again.output.find("turn_block_256_block") == std::string::npos &&
              again.output.find("turn_block_256_2") == std::string::npos);
      ++tried;
    }
    QVERIFY(tried > 0);
  }

  void kernelsAskWhereNoLaunchCanChoose() {
    writeInto(folder_, "asking.cu",
              "#include <cstdio>\n#include <cstdlib>\n#define NAMED(...) __VA_ARGS__\n"
              "__global__ void sum(const int *in, int *out, int n, int step) {\n  int all = 0;\n"
              "  for (int i = 0; i < n; ++i) all += in[i * step + threadIdx.x] / n;\n  out[threadIdx.x] = all;\n}\n"
              "template <typename T> __global__ void scale(T *p, int n) { p[threadIdx.x] /= n; }\n"
              "template <> __global__ void scale<int>(int *p, int n) { p[threadIdx.x] %= n; }\n"
              "template <typename T> void scaled(T *p, int n) { scale<T><<<1, 64>>>(p, n); }\n"
              "int main(int, char **argv) {\n  int *in, *out, n = atoi(argv[1]), all = 0;\n"
              "  cudaMallocManaged(&in, 65536);\n  cudaMallocManaged(&out, 256);\n"
              "  for (int i = 0; i < 16384; ++i) in[i] = i % 97;\n"
              "  for (int step = 1; step < 3; ++step) NAMED(sum)<<<1, 64>>>(in, out, n, step);\n"
              "  scaled(out, n);\n  scaled((unsigned *)in, n);\n  cudaDeviceSynchronize();\n"
              "  for (int i = 0; i < 64; ++i) all += out[i] * i + in[i];\n  printf(\"%d\\n\", all);\n}\n");
    const json answer = analyze({"--observe", "--format", "json", "--", "16"}, "asking.cu").value();
    std::multiset<std::string> titles;
    for (const json& kernel : answer["kernels"]) {
      for (const json& finding : kernel["opportunities"]) {
        const bool asks = finding["parameters"].dump().find("\"kernel\"") != std::string::npos;
        if (finding["verdict"] != "applicable" || !asks) continue;
        const QString id = QString::fromStdString(finding["id"]), variant = folder_.filePath("asks.cu");
        const Answer written =
            callWarpwright({"rewrite", "asking.cu", "--opportunity", id, "--output", variant}, folder_.path());
        QVERIFY2(written.code == 0, written.error.c_str());
        QVERIFY(readFile(variant.toStdString())->find("__launch_bounds__(1024)") != std::string::npos);
        for (const char* n : {"16", "20"}) {
          const Answer judged = callWarpwright({"verify", "asking.cu", "--against", variant, "--", n}, folder_.path());
          QVERIFY2(judged.code == 0, (judged.output + judged.error).c_str());
        }
        // It is asked once.
        const Answer again = callWarpwright({"rewrite", "asks.cu", "--opportunity", id, "--diff"}, folder_.path());
        QVERIFY(again.code != 0);
        titles.insert(finding["title"]);
      }
    }
    const std::string title = "Make constants of parameters of `";
    QVERIFY((titles == std::multiset<std::string>{title + "scale`: where `n` is 16", title + "scale`: where `n` is 16",
                                                  title + "sum`: where `n` is 16"}));
  }

  void numbersThatWereSeenAreAskedFor() {
    writeInto(folder_, "sum.cu",
              "#include <cstdio>\n#include <cstdlib>\n"
              "__global__ void sum(const int *in, int *out, int n, int step) {\n  int all = 0;\n"
              "  for (int i = 0; i < n; ++i) all += in[i * step + threadIdx.x] / n;\n  out[threadIdx.x] = all;\n}\n"
              "int main(int, char **argv) {\n  int *in, *out, n = atoi(argv[1]), all = 0;\n"
              "  cudaMallocManaged(&in, 65536);\n  cudaMallocManaged(&out, 256);\n"
              "  for (int i = 0; i < 16384; ++i) in[i] = i % 97;\n"
              "  for (int step = 1; step < 3; ++step) sum<<<1, 64>>>(in, out, n, step);\n  cudaDeviceSynchronize();\n"
              "  for (int i = 0; i < 64; ++i) all += out[i] * i;\n  printf(\"%d\\n\", all);\n}\n");
    const json answer = analyze({"--observe", "--format", "json", "--", "16"}, "sum.cu").value();
    QString id;
    for (const json& finding : (*kernelOf(answer, "sum"))["opportunities"]) {
      if (finding["verdict"] == "applicable") id = QString::fromStdString(finding["id"]);
    }
    // The source tells the block, and `step` is another in each launch.
    QVERIFY2(id.endsWith("@sum.n=16"), qPrintable(id));
    const QString variant = folder_.filePath("sixteen.cu");
    const Answer written =
        callWarpwright({"rewrite", "sum.cu", "--opportunity", id, "--output", variant}, folder_.path());
    QVERIFY2(written.code == 0, written.error.c_str());
    QFile file(variant);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll()).simplified();
    QVERIFY2(text.contains("if (n == 16) sum_with_n_16<<<1, 64>>>(in, out, 16, step); else sum<<<1, 64>>>(in, out, n, "
                           "step);") &&
                 text.contains("sum_with_n_16(const int *in, int *out, int /* n */, int step) { int n = 16;"),
             qPrintable(text));
    for (const char* n : {"16", "20"}) {
      const Answer judged = callWarpwright({"verify", "sum.cu", "--against", variant, "--", n}, folder_.path());
      QVERIFY2(judged.code == 0, (judged.output + judged.error).c_str());
    }
  }

  /// Without a look at what nvcc makes, whether constants round as before is not known: said, and not left out.
  void kernelsOfOneNameAreWrittenAlone() {
    const std::string work =
        "__global__ void k(int *out, const int *in) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  out[i] = in[i] + in[0];\n}\n}\n";
    writeInto(folder_, "spaces.cu",
              "#include <cstdlib>\nnamespace one {\n" + work + "namespace two {\n" + work +
                  "int main(int argc, char **argv) {\n  int *out, *in, threads = atoi(argv[1]);\n"
                  "  cudaMallocManaged(&out, 65536);\n  cudaMallocManaged(&in, 65536);\n"
                  "  for (int i = 0; i < 16384; ++i) in[i] = i;\n  two::k<<<2, threads>>>(out, in);\n"
                  "  if (argc > 2) one::k<<<2, threads>>>(out, in);\n  cudaDeviceSynchronize();\n}\n");
    const json answer =
        analyze({"--observe", "--passes", "thread_compaction", "--format", "json", "--", "64"}, "spaces.cu").value();
    QString id;
    for (const json& kernel : answer["kernels"]) {
      for (const json& finding : kernel["opportunities"]) {
        if (finding["verdict"] == "applicable") id = QString::fromStdString(finding["id"]);
      }
    }
    QVERIFY(id.endsWith("@k.64.1.1"));  // that of the one that ran
    const Answer written = callWarpwright({"rewrite", "spaces.cu", "--opportunity", id, "--diff"}, folder_.path());
    QVERIFY2(written.code == 0 && written.output.find("two::k_block_64") != std::string::npos, written.error.c_str());
  }

  void whatOnlyACopyCouldHaveIsSaidToBeUnknown() {
    writeInto(folder_, "dot.cu",
              "#include <cstdlib>\n"
              "__global__ void dot(const float *in, float *out, int n) {\n  float all = 0;\n"
              "  for (int i = 0; i < n; ++i) all += in[i] * in[i + threadIdx.x];\n  out[threadIdx.x] = all;\n}\n"
              "int main(int, char **argv) {\n  float *in, *out;\n  cudaMallocManaged(&in, 65536);\n"
              "  cudaMallocManaged(&out, 256);\n  for (int i = 0; i < 16384; ++i) in[i] = i % 97;\n"
              "  dot<<<1, 64>>>(in, out, atoi(argv[1]));\n  cudaDeviceSynchronize();\n}\n");
    const json answer =
        analyze({"--observe", "--passes", "specialise", "--format", "json", "--", "16"}, "dot.cu").value();
    const json& findings = (*kernelOf(answer, "dot"))["opportunities"];
    QCOMPARE(findings.size(), size_t{1});
    QCOMPARE(findings[0]["verdict"].get<std::string>(), std::string("unknown"));
    QVERIFY(findings[0]["reason"].get<std::string>().ends_with("So it is where `n` is 16, as a run has seen it."));
  }

  void whatTheCopyNoLongerHasIsStale() {
    const std::string text =
        "#include <cstdlib>\n__global__ void turn(const int *in, int *out) {\n  __shared__ int s[1024];\n"
        "  int t = threadIdx.y * 16 + threadIdx.x;\n  s[t] = in[t];\n  __syncthreads();\n  out[t] = s[t] + 1;\n}\n";
    const std::string run =
        "int main(int, char **argv) {\n  int *a, *b;\n  cudaMalloc(&a, 4096);\n  cudaMalloc(&b, 4096);\n"
        "  dim3 shape(atoi(argv[1]), 8);\n  turn<<<1, shape>>>(a, b);\n}\n";
    writeInto(folder_, "turn.cu", text + run);
    const auto idIn = [&](const QString& file) {
      const json answer = analyze({"--observe", "--format", "json", "--", "16"}, file).value();
      for (const json& finding : (*kernelOf(answer, "turn"))["opportunities"]) {
        if (finding["pass"] == "redundant_barrier") return QString::fromStdString(finding["id"]);
      }
      return QString();
    };
    const QString barrier = idIn("turn.cu");
    QVERIFY(readGuardedId(barrier.toStdString()));
    const auto rewrite = [&](const QString& file, const QString& id, const QString& to) {
      return callWarpwright({"rewrite", file, "--opportunity", id, "--output", folder_.filePath(to)}, folder_.path());
    };
    QCOMPARE(rewrite("turn.cu", barrier, "once.cu").code, 0);
    const Answer again = rewrite("once.cu", barrier, "twice.cu");
    QVERIFY(again.code != 0 && !QFile::exists(folder_.filePath("twice.cu")));
    QVERIFY2(again.error.find("is not found in once.cu as it is now") != std::string::npos, again.error.c_str());
    // A kernel of the program that is only called like a copy is none.
    writeInto(folder_, "named.cu", text + "__global__ void turn_block_16x8(int *p) { p[0] = 1; }\n" + run);
    const Answer named = rewrite("named.cu", idIn("named.cu"), "written.cu");
    QVERIFY2(named.code == 0, named.error.c_str());
  }

  void reasonsSayWhatWasSeenAndHowToAssertIt() {
    // A launch in a macro cannot choose.
    std::string text = source;
    for (const char* launch : {"turn<<<1, block>>>", "step<3><<<1, block>>>", "step<5><<<2, block / 2>>>"}) {
      const std::string is = launch;
      const size_t at = text.find(is);
      QVERIFY(at != std::string::npos);
      text.replace(at, is.size(),
                   "RUN(" + is.substr(0, is.find("<<<")) + ", " +
                       (is.find("/ 2") == std::string::npos ? "1, block" : "2, block / 2") + ")");
    }
    writeInto(folder_, "main.cu", "#define RUN(k, grid, size) k<<<grid, size>>>\n" + text);
    const auto back = qScopeGuard([&] { writeInto(folder_, "main.cu", source); });
    const json answer = observed({"256"});
    QStringList assertions;
    int unknown = 0;
    for (const json& kernel : answer["kernels"]) {
      for (const json& finding : kernel["opportunities"]) {
        if (finding["pass"] != "thread_compaction" || kernel["name"] == "unused") continue;
        QVERIFY(finding["verdict"] == "unknown");
        ++unknown;
        const std::string reason = finding["reason"];
        QVERIFY2(reason.find(kernel["name"] == "turn" ? "A run launched it 20 times, with blocks of (256,1,1)"
                                                      : "with blocks of (128,1,1) and (256,1,1)") != std::string::npos,
                 reason.c_str());
        QVERIFY2(reason.find("launches it in a macro") != std::string::npos, reason.c_str());
        assertions += assertionsIn(reason);
      }
    }
    QCOMPARE(unknown, 2);
    QCOMPARE(assertions.size(), 6);
    // What the reasons say does it, where the launches can be changed.
    writeInto(folder_, "main.cu", source);
    const json asserted = analyze(QStringList{"--format", "json"} + assertions + flag()).value();
    for (const char* name : {"turn", "step"}) {
      const json* kernel = kernelOf(asserted, name);
      QVERIFY(kernel);
      for (const json& finding : (*kernel)["opportunities"])
        QVERIFY(finding["pass"] != "thread_compaction" || finding["verdict"] == "applicable");
    }
  }

  void textSaysItInSentences() {
    const Answer answer = analyze(flag() + QStringList{"--observe", "--", "256"});
    QCOMPARE(answer.code, 0);
    for (const char* part :
         {"the program has run\n", "  Seen in 20 launches: blockDim (256,1,1), gridDim (1,1,1), `n` = 3.\n",
          "  Seen in 1 launch of `step<5>`: blockDim (128,1,1), gridDim (2,1,1).\n",
          "`main.cu 256` ran on the CPU engine and launched 22 kernels in "})
      QVERIFY2(answer.output.find(part) != std::string::npos, answer.output.c_str());
    // The command that shows a change keeps the flags, not the arguments.
    QVERIFY2(answer.output.find("--diff -- -DFACTOR=3\n") != std::string::npos, answer.output.c_str());
  }

  void printsNothingIntoJson() {
    const Answer answer = analyze(flag() + QStringList{"--observe", "--format", "json", "--", "256"});
    QVERIFY(answer.value().is_object());
    QVERIFY(answer.output.find("the program has run") == std::string::npos);
  }

  void keepsWhatAFailingProgramDid() {
    const json answer = observed({"256", "fail"});
    QCOMPARE((*kernelOf(answer, "turn"))["launches"][1]["count"].get<int>(), 20);
    const std::string notes = answer["observed_run"]["notes"].dump();
    QVERIFY2(notes.find("abort") != std::string::npos, notes.c_str());
  }

  void keepsWhatAHangingProgramDid() {
    const Answer answer = analyze(
        flag() + QStringList{"--observe", "--time-limit", "8", "--format", "json", "--", "256", "hang", "long"});
    QCOMPARE(answer.code, 0);
    QCOMPARE((*kernelOf(answer.value(), "turn"))["launches"][1]["count"].get<int>(), 20);
    QVERIFY2(answer.error.find("did not end within ") != std::string::npos, answer.error.c_str());
  }

  void isCancelled() {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, QStringList{"analyze", "main.cu", "--cuda", "none"} + flag() +
                                          QStringList{"--observe", "--", "256", "hang", "long"});
    QVERIFY(process.waitForStarted());
    QThread::sleep(8);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 128 + SIGINT);
    const std::string output = process.readAllStandardOutput().toStdString();
    QVERIFY2(output.find("This is not all: it was interrupted.") != std::string::npos, output.c_str());
  }

  void runsTheProgramThatIsNamed() {
    const std::string kernel = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";
    for (const auto& [name, block] : {std::pair{"many/one.cu", "32"}, std::pair{"many/two.cu", "64"}}) {
      QDir(folder_.path()).mkpath("many");
      writeInto(folder_, name, kernel + "int main() { int *p; cudaMalloc(&p, 4096); k<<<1, " + block + ">>>(p); }\n");
    }
    const Answer several = analyze({"--observe"}, "many");
    QCOMPARE(several.code, 2);
    QVERIFY2(several.error.find("one") != std::string::npos && several.error.find("two") != std::string::npos,
             several.error.c_str());
    const Answer two = analyze({"--observe", "--program", "two", "--format", "json"}, "many");
    QVERIFY2(two.code == 0, two.error.c_str());
    const json answer = two.value();
    QCOMPARE(answer["kernels"].size(), size_t(1));
    QCOMPARE(answer["kernels"][0]["launches"][1]["block"].dump(), std::string("[64,1,1]"));
  }

  void overloadsAreToldApart() {
    writeInto(folder_, "names.cu",
              "namespace one { __global__ void k(int *p) { p[threadIdx.x] = 1; } }\n"
              "namespace two { __global__ void k(int *p) { p[threadIdx.x] = 2; } }\n"
              "__global__ void over(int *p) { p[1] = 3; }\n__global__ void over(float *p) { p[2] = 3; }\n"
              "extern \"C\" __global__ void plain(int *p, float f, int n) { p[n] = f; }\n"
              "int main() { int *p; cudaMalloc(&p, 4096); one::k<<<1, 2>>>(p); two::k<<<1, 4>>>(p);\n"
              "over<<<1, 8>>>(p); over<<<1, 16>>>((float *)p); plain<<<1, 1>>>(p, 0.5f, 7); }\n");
    const json answer = analyze({"--observe", "--format", "json"}, "names.cu").value();
    QCOMPARE(answer["kernels"].size(), size_t(5));
    for (const json& kernel : answer["kernels"]) {
      QCOMPARE(kernel["launches"].size(), size_t(2));
      QVERIFY(kernel["launches"][0]["block"] == kernel["launches"][1]["block"]);
      QVERIFY(kernel["launches"][0]["line"] == kernel["launches"][1]["line"]);
    }
    const json& values = (*kernelOf(answer, "plain"))["launches"][1]["values"];
    QVERIFY(values[1]["value"] == 0.5 && values[2]["value"] == 7);
  }

  void kernelsOfOtherFilesAreNotes() {
    QDir(folder_.path()).mkpath("apart");
    writeInto(folder_, "apart/main.cu",
              "__global__ void here() {}\nvoid other();\nint main() { here<<<1, 1>>>(); other(); }\n");
    writeInto(folder_, "apart/other.cu", "__global__ void there() {}\nvoid other() { there<<<1, 1>>>(); }\n");
    const Answer answer = analyze({"--observe", "--format", "json"}, "apart/main.cu");
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const std::string notes = answer.value()["observed_run"]["notes"].dump();
    QVERIFY2(notes.find("not in the files that were analysed: `there()` (1 launch)") != std::string::npos,
             notes.c_str());
  }

  void tellsManyShapesShortly() {
    writeInto(folder_, "shapes.cu",
              "__global__ void k(int n) {}\n"
              "int main() { for (int i = 0; i < 1000; ++i) k<<<1, 1 + i % 300>>>(i % 300); }\n");
    const Answer answer = analyze({"--observe"}, "shapes.cu");
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.output.find("Seen in 132 more launches, unlike all of these") != std::string::npos,
             answer.output.c_str());
    QVERIFY(answer.output.find("other blocks.") != std::string::npos);
    QVERIFY(answer.output.find("256 different blocks.") != std::string::npos);
    QVERIFY(answer.output.find("--launch 'k") == std::string::npos);  // no list of assertions would hold
  }

  void isUsedWrongly_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<std::string>("part");
    QTest::newRow("two paths") << QStringList{"main.cu", "names.cu", "--observe"} << std::string("one program");
    QTest::newRow("--on alone") << QStringList{"main.cu", "--on", "cpu"} << std::string("--observe");
    QTest::newRow("on a GPU") << QStringList{"main.cu", "--observe", "--on", "gpu", "--compiler-flag", "-DFACTOR=3"}
                              << std::string("CPU engine");
  }
  void isUsedWrongly() {
    QFETCH(QStringList, arguments);
    QFETCH(std::string, part);
    const Answer answer = run(QStringList{"analyze", "--cuda", "none"} + arguments);
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.error.find(part) != std::string::npos, answer.error.c_str());
  }
};

QTEST_GUILESS_MAIN(ObserveTest)
#include "observe_test.moc"
