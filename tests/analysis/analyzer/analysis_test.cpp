#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;

namespace {

const char* const rows = R"(
__global__ void rows(const int *in, int *out) {
  __shared__ int own[64];
  __shared__ int tile[64];
  for (int i = 0; i < 3; ++i) own[threadIdx.x] = in[threadIdx.x + 64 * i];
  tile[threadIdx.x] = own[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x] + own[threadIdx.x];
}
)";
const char* const launch = "void launch(const int *in, int *out) { rows<<<1, 64>>>(in, out); }\n";

AnalyzeOptions options(std::vector<std::string> passes = {"shared_to_register"}) {
  AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  if (!passes.empty()) options.passes = std::move(passes);
  return options;
}

const Opportunity* about(const AnalysisResult& result, const std::string& subject) {
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.subject == subject) return &found;
    }
  }
  return nullptr;
}

}  // namespace

class AnalyzerTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    [&] { QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(path)).path())); }();
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    return path;
  }

 private slots:
  // The text after a change is parsed with what the first parse has precompiled.
  void writesChangesInEachStandard() {
    const std::string file =
        write("standards.cu",
              "#include <algorithm>\n#include <cstdio>\n"
              "__global__ void turn(const int *in, int *out) {\n"
              "  __shared__ int own[64];\n"
              "  own[threadIdx.x] = std::min(in[threadIdx.x], 3);\n"
              "  printf(\"%d\", own[threadIdx.x]);\n"
              "  out[threadIdx.x] = own[threadIdx.x];\n"
              "}\n"
              "void launch(const int *in, int *out) { turn<<<1, 64>>>(in, out); printf(\"\"); }\n");
    for (const char* standard : {"-std=c++14", "-std=c++17", "-std=c++20", "-std=c++23"}) {
      AnalyzeOptions how = options();
      how.flags = {standard};
      Analyzer analyzer(how);
      const auto result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok());
      const Opportunity* found = about(*result, "own");
      QVERIFY2(found && found->verdict == VerdictKind::applicable, standard);
      const auto rewrite = analyzer.rewrite(file, found->id, {}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    }
  }

  // `main` alone is no whole program: what another file defines may launch the kernel too.
  void saysThatOtherFilesMayLaunch() {
    const std::string kernel = "__global__ void kernel(int *out) { out[threadIdx.x] = threadIdx.x; }\n";
    const std::string main = "int main() { kernel<<<1, 64>>>(nullptr); ";
    const std::string alone = write("alone.cu", kernel + main + "}\n");
    const std::string part = write("part.cu", kernel + "void other();\n" + main + "other(); }\n");
    write("other.c", "void other() {}\n");
    for (const std::string& file : {alone, part}) {
      Analyzer analyzer(options({"thread_compaction"}));
      Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok());
      const Opportunity* found = about(*result, "kernel");
      QVERIFY(found && found->verdict == VerdictKind::applicable);
      const auto isSaid = [](const Assumption& one) { return one.text == "`kernel` is launched from no other file"; };
      const auto& said = found->assumptions;
      QCOMPARE(std::any_of(said.begin(), said.end(), isSaid), file == part);
    }
  }

  // Two proofs, of one shape each, are no two assumptions: no launch could keep both.
  void assumesAllBlockShapesAtOnce() {
    const std::string file =
        write("shapes.cu",
              "__global__ void count(int *out, const int *in) {\n"
              "  atomicAdd(&out[threadIdx.x / 2], in[threadIdx.x]);\n}\n"
              "int main() { count<<<8, 64>>>(nullptr, nullptr); count<<<8, 96>>>(nullptr, nullptr); }\n");
    Analyzer analyzer(options({"atomic_order"}));
    Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = about(*result, "out");
    QVERIFY(found);
    QVERIFY2(found->verdict == VerdictKind::applicable, toText(found->reason).c_str());
    std::vector<std::string> shapes;
    for (const Assumption& one : found->assumptions) {
      if (one.check.kind == RunCheck::Kind::block) shapes.push_back(toString(one.check));
    }
    QCOMPARE(shapes, std::vector<std::string>{"block=64,1,1;96,1,1"});
  }

  void saysWhatChoosesATable() {
    const std::string kernel =
        "__global__ void f(const int *in, int *out, const int *t) { out[threadIdx.x] = t[in[threadIdx.x]]; }\n";
    const std::string head = "int main() {\n  int *i, *o, *t;\n  cudaMalloc(&i, 8); cudaMalloc(&o, 8);\n";
    const std::string file = write("choice.cu", kernel + head + "#ifdef SMALL\n  cudaMalloc(&t, 64);\n#else\n" +
                                                    "  cudaMalloc(&t, 256);\n#endif\n  f<<<1, 2>>>(i, o, t);\n}\n");
    Analyzer analyzer(options({"shared_table"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && result->kernels.front().opportunities.size() == 1);
    const Opportunity& found = result->kernels.front().opportunities.front();
    QVERIFY2(found.verdict == VerdictKind::applicable, toText(found.reason).c_str());
    QVERIFY(toText(found.assumptions.back().text).ends_with("as the condition at line 5 (#if) chooses"));
  }

  void answersInStages() {
    const std::string file = write("stages.cu", std::string(rows) + launch);
    Analyzer analyzer(options());
    std::vector<std::pair<size_t, size_t>> seen;  // kernels, findings
    double last = 0;
    const auto result = analyzer.analyze(
        {file},
        [&](const AnalysisResult& soFar, double fraction, std::string_view) {
          QVERIFY(fraction >= last);
          last = fraction;
          seen.emplace_back(soFar.kernels.size(), soFar.kernels.empty() ? 0 : soFar.kernels[0].opportunities.size());
        },
        {});
    QVERIFY(result.ok());
    QVERIFY(std::find(seen.begin(), seen.end(), std::pair<size_t, size_t>(1, 0)) != seen.end());
    QCOMPARE(seen.back(), (std::pair<size_t, size_t>(1, 2)));
    QCOMPARE(last, 1.0);
    QCOMPARE(result->kernels[0].resources.sharedBytes, uint64_t{512});
    QVERIFY(about(*result, "own")->verdict == VerdictKind::applicable);
    QVERIFY(about(*result, "tile")->verdict == VerdictKind::refused);
    QCOMPARE(about(*result, "own")->estimate.inputs.at("shared_loads"), 2.0);
  }

  // An array of forty elements a thread: registers of one device hold it, those of another do not. What writes the
  // change goes by the device that the change is for, as what finds it does.
  void writesForTheDeviceItFindsFor() {
    const std::string file = write("registers.cu",
                                   "__global__ void rows(const int *in, int *out) {\n"
                                   "  __shared__ int own[32][40];\n"
                                   "  int t = threadIdx.x;\n"
                                   "#pragma unroll\n"
                                   "  for (int i = 0; i < 40; ++i) own[t][i] = in[40 * t + i];\n"
                                   "#pragma unroll\n"
                                   "  for (int i = 0; i < 40; ++i) out[40 * t + i] = own[t][i];\n"
                                   "}\n"
                                   "void launch(const int *in, int *out) { rows<<<1, 32>>>(in, out); }\n");
    AnalyzeOptions how = options();
    how.device = "H200";
    Analyzer large(how);
    const auto result = large.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = about(*result, "own");
    QVERIFY(found && found->verdict == VerdictKind::applicable);
    QVERIFY(large.rewrite(file, found->id, {}, {}).ok());
    how.device = "GTX 480";
    Analyzer small(how);
    const auto refused = small.rewrite(file, found->id, {}, {});
    QVERIFY(!refused.ok());
    QVERIFY2(refused.error().message.find("more than half") != std::string::npos, refused.error().message.c_str());
    const auto again = small.analyze({file}, {}, {});
    QVERIFY(again.ok() && about(*again, "own")->verdict == VerdictKind::refused);
  }

  // No pass is something else than no choice of passes: kernels, launches and resources alone.
  void looksForNothingWhereNothingIsAskedFor() {
    const std::string file = write("nothing.cu", std::string(rows) + launch);
    AnalyzeOptions how = options({});
    const auto unasked = Analyzer(how).analyze({file}, {}, {});
    QVERIFY(unasked.ok() && !unasked->kernels.at(0).opportunities.empty());
    QCOMPARE(describe(unasked->passes, "shared_to_register").place, std::string("Registers"));
    QVERIFY(describe(unasked->passes, "l2_prefetch").id.empty());  // it is on request only
    how.passes.emplace();
    const auto nothing = Analyzer(how).analyze({file}, {}, {});
    QVERIFY(nothing.ok());
    QCOMPARE(nothing->kernels.size(), size_t{1});
    QVERIFY(nothing->kernels[0].opportunities.empty() && nothing->passes.empty());
    QCOMPARE(nothing->kernels[0].launches.size(), size_t{1});
    QCOMPARE(nothing->kernels[0].resources.registers, unasked->kernels[0].resources.registers);
  }

  // Pre-execution is looked for where it helps, and where it is asked for; elsewhere it is not even refused.
  void looksAtTheKernelThatIsAskedFor() {
    const std::string other =
        "__global__ void other(int *out) { out[threadIdx.x] = threadIdx.x; }\n"
        "void more(int *out) { other<<<1, 64>>>(out); }\n";
    const std::string file = write("asked.cu", std::string(rows) + launch + other);
    AnalyzeOptions how = options({"shared_to_register", "thread_compaction"});
    for (const char* asked : {"", "rows", "other", "other(int *)", "nobody"}) {
      how.kernel = asked;
      Analyzer analyzer(how);
      const auto result = analyzer.analyze({file}, {}, {});
      QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
      QCOMPARE(result->kernels.size(), size_t(2));
      for (const KernelSummary& kernel : result->kernels) {
        const bool isWanted = how.kernel.empty() || how.kernel.starts_with(kernel.name);
        QVERIFY2(kernel.opportunities.empty() != isWanted, asked);
      }
    }
  }
  void looksForWhatTheDeviceCanDo() {
    const std::string file = write("device.cu", std::string(rows) + launch);
    const auto verdicts = [&](const std::string& device, std::vector<std::string> passes) {
      AnalyzeOptions how = options(std::move(passes));
      how.device = device;
      std::vector<VerdictKind> found;
      const auto result = Analyzer(how).analyze({file}, {}, {});
      if (!result.ok()) return found;
      for (const Opportunity& one : result->kernels.at(0).opportunities) {
        if (one.pass == "cpu_preexecution") found.push_back(one.verdict);
      }
      return found;
    };
    using Verdicts = std::vector<VerdictKind>;
    QVERIFY(verdicts("", {}) == Verdicts());
    QVERIFY(verdicts("H200", {}) == Verdicts());
    QVERIFY(verdicts("Fused 2012", {}) == Verdicts{VerdictKind::applicable});
    QVERIFY(verdicts("H200", {"cpu_preexecution"}) == Verdicts{VerdictKind::refused});
    AnalyzeOptions wrong = options();
    wrong.device = "no such GPU";
    QCOMPARE(Analyzer(wrong).analyze({file}, {}, {}).error().kind, ErrorKind::usage);
  }

  // The change brings files beside the source, which stays as it is.
  void writesFilesBesideTheSource() {
    const std::string file = write("beside.cu", std::string(rows) + launch);
    AnalyzeOptions how = options({"cpu_preexecution"});
    how.device = "Fused 2012";
    Analyzer analyzer(how);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const std::string id = result->kernels.at(0).opportunities.at(0).id;
    const auto rewrite = analyzer.rewrite(file, id, {{"unroll_factor", "2"}}, {});
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    QCOMPARE(rewrite->files.size(), size_t(3));
    for (const FileEdits& created : rewrite->files) {
      QVERIFY(created.creates);
      QVERIFY(created.file.starts_with(folder_.filePath("rows_preexecution").toStdString()));
    }
    QCOMPARE(analyzer.rewrite(file, id, {{"unroll_factor", "3"}}, {}).error().kind, ErrorKind::usage);
    // The same on a device where it is refused.
    QVERIFY(!Analyzer(options({"cpu_preexecution"})).rewrite(file, id, {}, {}).ok());
  }

  void keepsFindingsOfWhatDidNotChange() {
    const std::string file = write("kept.cu", std::string(rows) + launch);
    Analyzer analyzer(options());
    const auto before = analyzer.analyze({file}, {}, {});
    QVERIFY(before.ok());
    analyzer.setOpenTexts({{file, "// one line\n// another\n" + std::string(rows) + "\n\n" + launch}});
    const auto after = analyzer.analyze({file}, {}, {});
    QVERIFY(after.ok());
    for (const char* subject : {"own", "tile"}) {
      const Opportunity *old = about(*before, subject), *now = about(*after, subject);
      QVERIFY(old && now);
      QCOMPARE(now->id, old->id);
      QVERIFY(now->verdict == old->verdict);
      QCOMPARE(now->range.begin.line, old->range.begin.line + 2);
      QCOMPARE(now->evidence.size(), old->evidence.size());
      for (size_t i = 0; i < now->evidence.size(); ++i) {
        QCOMPARE(now->evidence[i].at.line, old->evidence[i].at.line + 2);
      }
      QCOMPARE(now->proofSeconds, 0.0);
    }
    QVERIFY(toText(about(*after, "tile")->reason).find("line 10 reads") != std::string::npos);
    // What is said of it is what is said where nothing was kept.
    Analyzer fresh(options());
    fresh.setOpenTexts({{file, "// one line\n// another\n" + std::string(rows) + "\n\n" + launch}});
    const auto anew = fresh.analyze({file}, {}, {});
    QVERIFY(anew.ok());
    for (const char* subject : {"own", "tile"}) {
      const Opportunity *kept = about(*after, subject), *now = about(*anew, subject);
      QCOMPARE(toText(kept->reason), toText(now->reason));
      QCOMPARE(toText(kept->title), toText(now->title));
      for (size_t i = 0; i < now->evidence.size(); ++i) {
        QCOMPARE(toText(kept->evidence[i].text), toText(now->evidence[i].text));
      }
      for (size_t i = 0; i < now->assumptions.size(); ++i) {
        QCOMPARE(toText(kept->assumptions[i].text), toText(now->assumptions[i].text));
      }
    }
    // The text is not on disk: the edits are for what was analysed.
    const auto rewrite = analyzer.rewrite(file, about(*after, "own")->id, {}, {});
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    QVERIFY(applyEdits(rewrite->files[0], "// one line\n// another\n" + std::string(rows) + "\n\n" + launch).ok());
    QVERIFY(!applyEdits(rewrite->files[0], std::string(rows) + launch).ok());
  }

  // Errors that the file had before, here beside its kernels, are its own: what is changed must bring none.
  void rewritesBesideErrorsOfTheHost() {
    const std::string beside = "#include <nowhere.h>\nstatic int number() { return fromNowhere(1); }\n";
    const std::string text = beside + rows + launch;
    const std::string file = write("beside.cu", text);
    Analyzer analyzer(options());
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    QVERIFY(!result->units[0].errors.empty());
    QVERIFY(about(*result, "own"));
    QVERIFY(about(*result, "own")->verdict == VerdictKind::applicable);
    const auto rewrite = analyzer.rewrite(file, about(*result, "own")->id, {}, {});
    QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
    QVERIFY(applyEdits(rewrite->files[0], text).ok());
  }

  // What is not known of a launch is told with its line: it moves along.
  void keepsFindingsOfOpenLaunches() {
    const std::string text =
        std::string(rows) + "void launch(const int *in, int *out, int n) {\n  rows<<<n, 64>>>(in, out);\n}\n";
    const std::string file = write("open/open.cu", text);
    Analyzer analyzer(options());
    const auto before = analyzer.analyze({file}, {}, {});
    QVERIFY(before.ok());
    QVERIFY(!before->kernels[0].launches[0].unknownReason.empty());
    analyzer.setOpenTexts({{file, "// one line\n" + text}});
    const auto after = analyzer.analyze({file}, {}, {});
    QVERIFY(after.ok());
    QVERIFY(about(*before, "own")->proofSeconds > 0);
    QCOMPARE(about(*after, "own")->proofSeconds, 0.0);
    QCOMPARE(about(*after, "own")->range.begin.line, about(*before, "own")->range.begin.line + 1);
  }

  /// Proofs of several kernels run side by side; what is found does not depend on it.
  void kernelsAreLookedAtSideBySide() {
    const auto copy = [](const std::string& name) {
      std::string text = rows;
      text.replace(text.find("rows("), 4, name);
      return text + "void call_" + name + "(const int *in, int *out) { " + name + "<<<1, 64>>>(in, out); }\n";
    };
    const std::string names[] = {"first", "second", "third", "fourth", "fifth"};
    std::string text;
    for (const std::string& name : names) text += copy(name);
    const std::string together = write("together.cu", text);
    Analyzer all(options({}));
    const auto found = all.analyze({together}, {}, {});
    QVERIFY(found.ok());
    QCOMPARE(found->kernels.size(), std::size(names));
    for (size_t i = 0; i < std::size(names); ++i) {
      Analyzer alone(options({}));
      const auto one = alone.analyze({write("alone.cu", copy(names[i]))}, {}, {});
      QVERIFY(one.ok());
      const auto &expected = one->kernels[0].opportunities, &actual = found->kernels[i].opportunities;
      QCOMPARE(QString::fromStdString(found->kernels[i].name), QString::fromStdString(names[i]));
      QCOMPARE(actual.size(), expected.size());
      for (size_t k = 0; k < expected.size(); ++k) {
        QVERIFY(actual[k].pass == expected[k].pass && actual[k].subject == expected[k].subject);
        QVERIFY(actual[k].verdict == expected[k].verdict);
      }
    }
  }

  void looksAgainAtWhatDidChange() {
    const std::string file = write("changed.cu", std::string(rows) + launch);
    Analyzer analyzer(options());
    const auto before = analyzer.analyze({file}, {}, {});
    QVERIFY(before.ok());
    std::string text = std::string(rows) + launch;
    text.replace(text.find("+ own[threadIdx.x]"), 18, "+ own[threadIdx.x ^ 1]");
    analyzer.setOpenTexts({{file, text}});
    const auto after = analyzer.analyze({file}, {}, {});
    QVERIFY(after.ok());
    QVERIFY(about(*after, "own")->verdict == VerdictKind::refused);
    const auto rewrite = analyzer.rewrite(file, about(*before, "own")->id, {}, {});
    QVERIFY(!rewrite.ok());
    QVERIFY(rewrite.error().message.find("stays shared") != std::string::npos);
  }

  void aLaunchElsewhereChangesTheVerdict() {
    const std::string file = write("shape.cu", std::string(rows) + launch);
    AnalyzeOptions given = options();
    given.launches = {"rows<<<1,(32,2,1)>>>"};
    Analyzer analyzer(given);
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    QVERIFY(about(*result, "own")->verdict == VerdictKind::refused);
  }

  // One kernel in a header, two units: reported once, and what holds must hold for both.
  void aHeaderOfTwoUnitsIsOneKernel() {
    const std::string name = folder_.filePath("project").toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(name)));
    write("project/rows.cuh", rows);
    write("project/a.cu", "#include \"rows.cuh\"\n" + std::string(launch));
    write("project/b.cu",
          "#include \"rows.cuh\"\nvoid other(const int *in, int *out) { rows<<<1, dim3(32, 2)>>>(in, out); }\n");
    Analyzer analyzer(options());
    const auto result = analyzer.analyze({name}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->units.size(), size_t{2});
    QCOMPARE(result->kernels.size(), size_t{1});
    QCOMPARE(result->kernels[0].launches.size(), size_t{2});
    QCOMPARE(result->kernels[0].opportunities.size(), size_t{2});
    QVERIFY(about(*result, "own")->verdict == VerdictKind::refused);
    const auto rewrite = analyzer.rewrite(name, about(*result, "own")->id, {}, {});
    QVERIFY(!rewrite.ok());
  }

  void errorsInAKernelLeaveItAlone() {
    const std::string file =
        write("errors/errors.cu", std::string(rows) + launch + "__global__ void broken() { int a = ; }\n");
    Analyzer analyzer(options());
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->units[0].errors.size(), size_t{1});
    QVERIFY(about(*result, "own"));
    QVERIFY(about(*result, "own")->verdict == VerdictKind::applicable);
  }

  // Clang does not compile what device code does with a kernel, and leaves no launch behind.
  void whatDeviceCodeLaunchesIsNotAllKnown() {
    const std::string handed =
        "template <typename Kernel> __device__ void go(Kernel kernel, const int *in, int *out) {\n"
        "  kernel<<<1, 128>>>(in, out);\n}\n"
        "__global__ void parent(const int *in, int *out) { go(rows, in, out); }\n";
    const std::string pointer =
        "__global__ void parent(const int *in, int *out) {\n"
        "  void (*kernel)(const int *, int *) = rows;\n  kernel<<<1, 128>>>(in, out);\n}\n";
    for (const std::string& more : {handed, pointer}) {
      const std::string file = write("nested.cu", std::string(rows) + more + launch);
      Analyzer analyzer(options());
      const auto result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok());
      const Opportunity* own = about(*result, "own");
      QVERIFY(own && own->verdict != VerdictKind::applicable);
    }
  }

  void takesTheValuesThatWereJudged() {
    const std::string file = write("values.cu",
                                   "__global__ void k(const int *in, int *o) { int i = blockIdx.x * blockDim.x + "
                                   "threadIdx.x; o[i] = in[i] + 1; }\n"
                                   "void launch(const int *in, int *o) { k<<<8, 64>>>(in, o); }\n");
    Analyzer analyzer(options({"thread_compaction"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity& found = result->kernels.at(0).opportunities.at(0);
    QVERIFY2(found.verdict == VerdictKind::applicable, toText(found.reason).c_str());
    QVERIFY(!found.parameters.empty());
    const Parameter& parameter = found.parameters.front();
    QVERIFY(analyzer.rewrite(file, found.id, {{parameter.name, parameter.values.front()}}, {}).ok());
    const std::vector<ParameterValues> wrong = {
        {{parameter.name, "17"}}, {{parameter.name, ""}}, {{"no_such_name", parameter.values.front()}}};
    for (const ParameterValues& values : wrong) {
      const auto rewrite = analyzer.rewrite(file, found.id, values, {});
      QVERIFY(!rewrite.ok());
      QCOMPARE(rewrite.error().kind, ErrorKind::usage);
      const std::string& why = rewrite.error().message;
      QVERIFY2(why.find("is not possible. Values: " + parameter.values.front()) != std::string::npos ||
                   why.find("has no parameter `no_such_name`") != std::string::npos,
               why.c_str());
    }
  }

  void saysWhatIsWrongWithTheRequest() {
    const std::string file = write("fine.cu", std::string(rows) + launch);
    Analyzer unknownPass(options({"no_such_pass"}));
    QCOMPARE(unknownPass.analyze({file}, {}, {}).error().kind, ErrorKind::usage);
    AnalyzeOptions badLaunch = options();
    badLaunch.launches = {"rows<<<"};
    QCOMPARE(Analyzer(badLaunch).analyze({file}, {}, {}).error().kind, ErrorKind::usage);
    AnalyzeOptions badArch = options();
    badArch.arch = "sm_1";
    QCOMPARE(Analyzer(badArch).analyze({file}, {}, {}).error().kind, ErrorKind::usage);
    Analyzer analyzer(options());
    QCOMPARE(analyzer.analyze({}, {}, {}).error().kind, ErrorKind::usage);
    QCOMPARE(analyzer.analyze({folder_.filePath("none.cu").toStdString()}, {}, {}).error().kind, ErrorKind::input);
    QCOMPARE(analyzer.rewrite(file, "nonsense", {}, {}).error().kind, ErrorKind::usage);
    QCOMPARE(analyzer.rewrite(file, "shared_to_register-0000000000", {}, {}).error().kind, ErrorKind::stale);
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(analyzer.analyze({file}, {}, stopped.get_token()).error().kind, ErrorKind::cancelled);
  }
};

QTEST_GUILESS_MAIN(AnalyzerTest)
#include "analysis_test.moc"
