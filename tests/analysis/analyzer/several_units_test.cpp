// Kernels whose text several units have, and findings that rest on what stands around a kernel.

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/several_units.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;

namespace {

AnalyzeOptions options(std::vector<std::string> passes) {
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

// Private to its thread where a thread stands for at least N others, which it does for 64 only.
const char* const header = R"(
template <int N>
__global__ void fold(const int *in, int *out) {
  __shared__ int own[64];
  own[threadIdx.x % N] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own[threadIdx.x % N];
}
)";

std::string unitOf(const std::string& count, const std::string& name) {
  return "#include \"fold.cuh\"\nvoid " + name + "(const int *in, int *out) { fold<" + count +
         "><<<1, 64>>>(in, out); }\n";
}

const char* const twice = R"(
static __global__ void twice(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}
)";

}  // namespace

class SeveralUnitsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    [&] { QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(path)).path())); }();
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    return path;
  }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  // More sources than are looked at with it: it is a part of each.
  void aHeaderOfManySourcesIsNoUnitOfItsOwn() {
    const std::string many = "many/k.cuh";
    const std::string file = write(many,
                                   "#ifndef OFF\n#define OFF 0\n#endif\n"
                                   "static __global__ void k(const int *in, int *out) {\n  __shared__ int t[64];\n"
                                   "  t[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n"
                                   "  out[threadIdx.x] = t[threadIdx.x ^ OFF];\n}\n"
                                   "inline void run(int *i, int *o) { k<<<1, 64>>>(i, o); }\n");
    for (int i = 0; i < 18; ++i)
      write("many/a" + std::to_string(i) + ".cu", std::string(i == 9 ? "#define OFF 63\n" : "") +
                                                      "#include \"k.cuh\"\nvoid f" + std::to_string(i) +
                                                      "(int *p) { run(p, p); }\n");
    Analyzer analyzer(options({{"shared_to_register"}}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    const Opportunity* found = about(*result, "t");
    QVERIFY(found && found->verdict == VerdictKind::unknown);
    QVERIFY(!analyzer.rewrite(file, found->id, {}, {}).ok());
    // One that does not find the header may include it all the same.
    const std::string lost = write("lost/k.cuh", readFile(file).value());
    write("lost/a.cu", "#include \"k.cuh\"\nvoid f(int *p) { run(p, p); }\n");
    write("lost/b/b.cu", "#define OFF 63\n#include <deep/k.cuh>\nvoid g(int *p) { k<<<1, 64>>>(p, p); }\n");
    Analyzer other(options({{"shared_to_register"}}));
    const auto again = other.analyze({path("lost")}, {}, {});
    QVERIFY(again.ok());
    found = about(*again, "t");
    QVERIFY(found && found->verdict == VerdictKind::unknown);
    QVERIFY(!other.rewrite(lost, found->id, {}, {}).ok());
  }

  // Where no change is offered there is nothing that it would rest on.
  void whatIsLeftOpenRestsOnNothing() {
    Opportunity finding;
    finding.verdict = VerdictKind::applicable;
    finding.assumptions.push_back({"a and b do not overlap", runCheckFrom("disjoint=a,b")});
    analysis::leaveOpen(finding, {});
    QCOMPARE(finding.assumptions.size(), size_t{1});
    analysis::leaveOpen(finding, Message("The change cannot be written."));
    QVERIFY(finding.verdict == VerdictKind::unknown);
    QVERIFY(finding.assumptions.empty());
  }

  // What another source makes of a header is not known where only one of them is looked at.
  void aHeaderOfOtherSourcesIsOpen() {
    write("open/fold.cuh", header);
    const std::string file = write("open/a.cu", unitOf("64", "a"));
    Analyzer alone(options({"shared_to_register"}));
    const auto before = alone.analyze({file}, {}, {});
    QVERIFY(before.ok() && about(*before, "own"));
    QVERIFY(about(*before, "own")->verdict == VerdictKind::applicable);
    const std::string id = about(*before, "own")->id;

    write("open/b.cu", unitOf("32", "b"));
    const auto after = alone.analyze({file}, {}, {});
    QVERIFY(after.ok());
    QVERIFY(about(*after, "own")->verdict == VerdictKind::unknown);
    QVERIFY(toText(about(*after, "own")->reason).starts_with("b.cu is made of fold.cuh too"));
    QVERIFY(!alone.rewrite(file, id, {}, {}).ok());
    const auto fresh = Analyzer(options({"shared_to_register"})).rewrite(file, id, {}, {});
    QVERIFY(!fresh.ok() && fresh.error().message.starts_with("b.cu is made of fold.cuh too"));

    const auto folder = alone.analyze({path("open")}, {}, {});
    QVERIFY(folder.ok());
    QVERIFY(about(*folder, "own")->verdict == VerdictKind::refused);
  }

  // A build file may make sources of it whose texts, or names, do not say so.
  void aHeaderThatBuildFilesIncludeIsOpen_data() {
    QTest::addColumn<QStringList>("files");  // name, text, …
    QTest::addColumn<bool>("isKnown");
    const QString other = QString::fromStdString(unitOf("32", "b"));
    const auto row = [](const char* name, QStringList files, bool isKnown) { QTest::newRow(name) << files << isKnown; };
    row("by a flag", {"Makefile", "b: b.cu\n\tnvcc -include fold.cuh b.cu -o b\n"}, false);
    row("by a flag of the database",
        {"compile_commands.json",
         R"([{"directory": ".", "file": "a.cu", "command": "clang++ -c a.cu"},
             {"directory": ".", "file": "b.cu", "arguments": ["clang++", "-include", "fold.cuh", "-c", "b.cu"]}])",
         "b.cu", "\n"},
        false);
    row("another one by a flag", {"Makefile", "a: a.cu\n\tnvcc -include config.h a.cu -o a\n", "config.h", "\n"}, true);
    row("in a source of another ending", {"Makefile", "b: b.cup\n\tnvcc -x cu b.cup -o b\n", "b.cup", other}, false);
    row("in a source of C++ that launches by calls",
        {"Makefile", "b: b.cpp\n\tnvcc -x cu b.cpp -o b\n", "b.cpp", "#include \"fold.cuh\"\n"}, false);
    const QString away = "#define __global__\n#include \"fold.cuh\"\n";
    row("in a source of C++ that knows no kernels", {"b.cpp", away}, false);
    row("in one by a header",
        {"b.cpp", "#include \"cpu.h\"\n#include \"all.h\"\n", "cpu.h",
         "#ifndef __CUDACC__\n# define __global__ static\n#endif\n", "all.h", "#include \"fold.cuh\"\n"},
        false);
    row("in one that leaves kernels out",
        {"b.cpp", away, "fold.cuh", "#ifdef __CUDACC__\n" + QString(header) + "#endif\n"}, true);
    row("in one of two arms",
        {"b.cpp", away, "fold.cuh", "#ifdef __CUDACC__\n" + QString(header) + "#else\nint n;\n#endif\n"}, true);
    row("in one that may leave them out",
        {"b.cpp", away, "fold.cuh", "#if defined(__CUDACC__) || defined(ON_CPU)\n" + QString(header) + "#endif\n"},
        false);
    row("in no source that knows no kernels", {"b.cpp", "#define __global__\n"}, true);
    row("in a source of C++", {"Makefile", "b: b.cpp\n\tg++ -c b.cpp\n", "b.cpp", "#include \"fold.cuh\"\n"}, true);
  }
  void aHeaderThatBuildFilesIncludeIsOpen() {
    QFETCH(QStringList, files);
    QFETCH(bool, isKnown);
    const QTemporaryDir own;  // build files speak for a whole folder
    const auto place = [&](const QString& name) { return own.filePath(name).toStdString(); };
    QVERIFY(writeFileAtomically(place("fold.cuh"), header).ok());
    const std::string file = place("a.cu");
    QVERIFY(writeFileAtomically(file, unitOf("64", "a")).ok());
    for (int i = 0; i + 1 < files.size(); i += 2)
      QVERIFY(writeFileAtomically(place(files[i]), files[i + 1].toStdString()).ok());
    const auto result = Analyzer(options({"shared_to_register"})).analyze({file}, {}, {});
    QVERIFY(result.ok() && about(*result, "own"));
    QVERIFY((about(*result, "own")->verdict == VerdictKind::applicable) == isKnown);
  }

  // A source that another one includes is compiled twice where it has a `main`: each with its macros.
  void aSourceThatAnotherIncludesIsCompiledTwice() {
    const QTemporaryDir own;
    const auto put = [&](const char* name, const std::string& text) {
      const std::string file = own.filePath(name).toStdString();
      std::filesystem::create_directories(std::filesystem::path(file).parent_path());
      return writeFileAtomically(file, text).ok() ? file : std::string();
    };
    put(".git/HEAD", "ref\n");
    const auto isKnownWith = [&](const char* inOwn, const char* inOther) {
      const std::string file =
          put("src/a.cu", "#ifndef N\n#define N " + std::string(inOwn) +
                              "\n#endif\nstatic __global__ void fold(const int *in, int *out) {\n"
                              "  __shared__ int s[32];\n  int t = threadIdx.x;\n  if (t < 32) s[t] = in[t];\n"
                              "  __syncthreads();\n  out[t] = s[t & 31] * 3;\n}\n"
                              "void run(const int *i, int *o) { fold<<<4, N>>>(i, o); }\nint main() { run(0, 0); }\n");
      put("other/Makefile", "b: b.cu\n\tnvcc -DN=" + std::string(inOther) + " -I../src b.cu -o b\n");
      put("other/b.cu", "#define main mine\n#include \"a.cu\"\n#undef main\nint main() { run(0, 0); }\n");
      const auto result = Analyzer(options({"shared_to_register"})).analyze({file}, {}, {});
      return result.ok() && about(*result, "s") && about(*result, "s")->verdict == VerdictKind::applicable;
    };
    QVERIFY(isKnownWith("32", "32"));
    QVERIFY(!isKnownWith("32", "64"));
    QVERIFY(!isKnownWith("64", "32"));
  }

  // What includes a file by another name is made of it, too.
  void aFileOfTwoNamesIsOpen() {
    const QTemporaryDir own;
    const auto place = [&](const char* name) { return own.filePath(name).toStdString(); };
    QVERIFY(writeFileAtomically(place("fold.cuh"), header).ok());
    QVERIFY(writeFileAtomically(place("a.cu"), unitOf("64", "a")).ok());
    const auto isKnown = [&] {
      const auto result = Analyzer(options({"shared_to_register"})).analyze({place("a.cu")}, {}, {});
      return result.ok() && about(*result, "own") && about(*result, "own")->verdict == VerdictKind::applicable;
    };
    QVERIFY(isKnown());
    std::filesystem::create_symlink("fold.cuh", place("alias.cuh"));
    QVERIFY(!isKnown());
  }

  // Other instantiations in another unit: the same kernel, which must be right in both.
  void instantiationsOfSeveralUnitsAreOneKernel() {
    write("types/rows.cuh",
          "#pragma once\ntemplate <class T> __global__ void rows(const T *in, T *out) {\n  __shared__ T own[64];\n"
          "  own[threadIdx.x % (8 * sizeof(T))] = in[threadIdx.x];\n  __syncthreads();\n"
          "  out[threadIdx.x] = own[threadIdx.x % (8 * sizeof(T))];\n}\n");
    for (const std::string type : {"long", "int"}) {
      write("types/" + type + ".cu",
            "#include \"rows.cuh\"\nvoid f(const " + type + " *in, " + type + " *out) { rows<<<1, 64>>>(in, out); }\n");
    }
    write("types/a.cu", "#include \"rows.cuh\"\nint nothing;\n");
    Analyzer analyzer(options({"shared_to_register"}));
    const auto result = analyzer.analyze({path("types")}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->kernels.size(), size_t{1});
    QVERIFY(about(*result, "own")->verdict == VerdictKind::refused);
    // The kernel's code is in what is compiled of a unit that launches it, not of its header.
    QVERIFY(result->kernels.front().unit.ends_with("types/int.cu"));
  }

  // A header's text changes once, the launches of each unit with it.
  void launchesOfAllUnitsChange() {
    write("launches/twice.cuh", twice);
    for (const std::string name : {"a", "b"}) {
      write("launches/" + name + ".cu", "#include \"twice.cuh\"\nvoid " + name +
                                            "(const int *in, int *out) { twice<<<4, " + (name == "a" ? "64" : "32") +
                                            ">>>(in, out); }\n");
    }
    Analyzer analyzer(options({"thread_compaction"}));
    const auto result = analyzer.analyze({path("launches")}, {}, {});
    QVERIFY(result.ok() && about(*result, "twice"));
    QVERIFY(about(*result, "twice")->verdict == VerdictKind::applicable);
    const std::string id = about(*result, "twice")->id;
    Analyzer fresh(options({"thread_compaction"}));
    for (Analyzer* one : {&analyzer, &fresh}) {
      const auto rewrite = one->rewrite(path("launches"), id, {{"c_factor", "2"}}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      QCOMPARE(rewrite->files.size(), size_t{3});
    }
  }

  // Kernels of one name in two files are two: the one that is named changes.
  void aFindingBelongsToItsFile() {
    const std::string a = write("names/a.cu", std::string(twice) + "void a(int *p) { twice<<<4, 64>>>(p, p); }\n");
    const std::string b = write("names/b.cu", std::string(twice) + "void b(int *p) { twice<<<4, 64>>>(p, p); }\n");
    Analyzer analyzer(options({"thread_compaction"}));
    const auto result = analyzer.analyze({path("names")}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->kernels.size(), size_t{2});
    const std::string id = result->kernels[0].opportunities.at(0).id;
    for (const std::string& file : {a, b}) {
      const auto rewrite = analyzer.rewrite(file, id, {}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      QCOMPARE(rewrite->files.size(), size_t{1});
      QCOMPARE(QString::fromStdString(rewrite->files[0].file), QString::fromStdString(file));
    }
    QVERIFY(!analyzer.rewrite(path("names"), id, {}, {}).ok());
  }

  // One that takes a kernel by its type, or specialises it, does not compile where others change its parameters.
  void parametersChangeForThoseThatOnlyInclude() {
    write("typed/turn.cuh",
          "#pragma once\ntemplate <int N> __global__ void turn(const int *in, int *out) {\n  __shared__ int all[64];\n"
          "  int t = threadIdx.x;\n  all[t] = in[t];\n  __syncthreads();\n  out[t] = all[63 - t];\n}\n");
    write("typed/.git/HEAD", "ref\n");
    write("typed/main.cu",
          "#include \"turn.cuh\"\nint main() { int *in, *out; cudaMalloc(&in, 256); cudaMalloc(&out, 256); "
          "turn<1><<<1, 64>>>(in, out); }\n");
    const std::string folder = path("typed");
    Analyzer alone(options({"shared_to_global"}));
    const auto before = alone.analyze({folder}, {}, {});
    QVERIFY(before.ok() && about(*before, "all"));
    QVERIFY(about(*before, "all")->verdict == VerdictKind::applicable);
    write("typed/b.cu", "#include \"turn.cuh\"\ntemplate <> __global__ void turn<2>(const int *, int *) {}\n");
    const auto after = alone.analyze({folder}, {}, {});
    QVERIFY(after.ok());
    QVERIFY(about(*after, "all")->verdict == VerdictKind::unknown);
    const std::string id = about(*after, "all")->id;
    QVERIFY(!alone.rewrite(path("typed/main.cu"), id, {}, {}).ok());
  }

  // A template and what is written out for one of its arguments are two texts.
  void aSpecialisationHasFindingsOfItsOwn() {
    std::string text = header;
    text +=
        "template <> __global__ void fold<16>(const int *in, int *out) {\n  __shared__ int own[64];\n"
        "  own[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n  out[threadIdx.x] = own[63 - threadIdx.x];\n}\n"
        "void f(const int *in, int *out) { fold<64><<<1, 64>>>(in, out); fold<16><<<1, 64>>>(in, out); }\n";
    const std::string file = write("special.cu", text);
    Analyzer analyzer(options({"shared_to_register"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    QCOMPARE(result->kernels.size(), size_t{2});
    int applicable = 0;
    for (const KernelSummary& kernel : result->kernels) {
      const Opportunity& found = kernel.opportunities.at(0);
      const bool applies = found.verdict == VerdictKind::applicable;
      applicable += applies;
      QCOMPARE(analyzer.rewrite(file, found.id, {}, {}).ok(), applies);
    }
    QCOMPARE(applicable, 1);
  }

  // A file that is built in two ways must be right in both.
  void everyConfigurationCounts() {
    std::string text = header;
    text += "void f(const int *in, int *out) { fold<COUNT><<<1, 64>>>(in, out); }\n";
    const std::string file = write("ways/a.cu", text);
    const auto entry = [&](const std::string& count) {
      return "{\"directory\": \"" + path("ways") + "\", \"file\": \"a.cu\", \"command\": \"nvcc -DCOUNT=" + count +
             " -c a.cu\"}";
    };
    const auto verdict = [&](const std::string& counts) {
      write("ways/compile_commands.json", "[" + counts + "]");
      Analyzer analyzer(options({"shared_to_register"}));
      const auto result = analyzer.analyze({file}, {}, {});
      return result.ok() && about(*result, "own") ? about(*result, "own")->verdict : VerdictKind::unknown;
    };
    QVERIFY(verdict(entry("64")) == VerdictKind::applicable);
    QVERIFY(verdict(entry("64") + ", " + entry("64")) == VerdictKind::applicable);
    QVERIFY(verdict(entry("64") + ", " + entry("32")) == VerdictKind::refused);
  }

  // What changes launches looks again where the text around the kernel changes.
  void findingsFollowTheirLaunches() {
    const std::string kernel =
        "__global__ void turn(const int *in, int *out) {\n  __shared__ int all[64];\n"
        "  all[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n"
        "  out[threadIdx.x] = all[63 - threadIdx.x];\n}\n";
    const std::string plain = "int main() {\n  turn<<<1, 64>>>(nullptr, nullptr);\n}\n";
    const std::string inLambda = "int main() {\n  auto f = [] { turn<<<1, 64>>>(nullptr, nullptr); };\n  f();\n}\n";
    const std::string file = write("follow.cu", kernel + plain);
    Analyzer analyzer(options({"shared_to_global"}));
    const auto verdict = [&](const std::string& text) {
      analyzer.setOpenTexts({{file, text}});
      const auto result = analyzer.analyze({file}, {}, {});
      return result.ok() && about(*result, "all") ? *about(*result, "all") : Opportunity{};
    };
    QVERIFY(verdict(kernel + plain).verdict == VerdictKind::applicable);
    QVERIFY(verdict(kernel + inLambda).verdict == VerdictKind::refused);
    QVERIFY(verdict(kernel + plain).verdict == VerdictKind::applicable);
    // Above the kernel, a comment changes nothing but lines.
    const Opportunity moved = verdict("// one line\n" + kernel + plain);
    QVERIFY(moved.verdict == VerdictKind::applicable);
    QCOMPARE(moved.proofSeconds, 0.0);
    QVERIFY(toText(verdict("// one line\n" + kernel + inLambda).reason).find("line 9") != std::string::npos);
  }

  // A graph of launches is made by whoever captures the stream, maybe far from them.
  void capturesOfOtherFilesCount_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("fits");
    const QString around = "void run(int *, cudaStream_t);\nvoid all(int *p, cudaStream_t s) { %1; run(p, s); }\n";
    const QString begins = around.arg("cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)");
    QTest::newRow("none") << "b.cu" << around.arg("cudaStreamSynchronize(s)") << true;
    QTest::newRow("CUDA") << "b.cu" << begins << false;
    QTest::newRow("C++") << "b.cpp" << begins << false;
    QTest::newRow("driver") << "b.cpp" << around.arg("cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED)")
                            << false;
    QTest::newRow("another program") << "b.cu" << begins + "int main() {}\n" << true;
    QTest::newRow("a comment") << "b.cu" << around.arg("/* no cudaStreamBeginCapture */") << true;
  }
  void capturesOfOtherFilesCount() {
    QFETCH(QString, name);
    QFETCH(QString, other);
    QFETCH(bool, fits);
    const std::string folder = std::string("captured_") + QTest::currentDataTag() + "/";
    write(folder + name.toStdString(), other.toStdString());
    const std::string file =
        write(folder + "a.cu",
              "__global__ void turn(int *out) {\n  __shared__ int all[64];\n  all[threadIdx.x] = out[threadIdx.x];\n"
              "  __syncthreads();\n  out[threadIdx.x] = all[63 - threadIdx.x];\n}\n"
              "void run(int *p, cudaStream_t s) {\n  for (int i = 0; i < 200; ++i) turn<<<1, 64, 0, s>>>(p);\n}\n"
              "void all(int *p, cudaStream_t s);\nint main() { all(nullptr, 0); }\n");
    Analyzer analyzer(options({"shared_to_global", "launch_graph"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok());
    size_t seen = 0;
    for (const Opportunity& found : result->kernels.at(0).opportunities) {
      ++seen;
      QVERIFY2((found.verdict == VerdictKind::applicable) == fits, toText(found.reason).c_str());
      QCOMPARE(toText(found.reason).find("capture these launches into a graph") == std::string::npos, fits);
    }
    QCOMPARE(seen, size_t{2});
  }
  void tasksThatOthersCaptureStay() {
    const std::string text = R"(
__global__ void flux(const int* ends, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = x[ends[2 * e]] - x[ends[2 * e + 1]];
}
void begin();
int main() {
  int *ends, edges = 1500;
  float *x, *out;
  cudaMalloc(&ends, 2 * edges * sizeof(int));
  cudaMalloc(&x, 300 * sizeof(float));
  cudaMalloc(&out, edges * sizeof(float));
  begin();
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(ends, x, out, edges);
  }
}
)";
    const std::string file = write("tasks/a.cu", text);
    const auto verdict = [&](const std::string& begin) {
      write("tasks/b.cu", "cudaStream_t s;\nvoid begin() { " + begin + "; }\n");
      Analyzer analyzer(options({"task_repartition"}));
      const auto result = analyzer.analyze({file}, {}, {});
      return result.ok() && about(*result, "flux") ? about(*result, "flux")->verdict : VerdictKind::refused;
    };
    QVERIFY(verdict("cudaStreamSynchronize(s)") == VerdictKind::applicable);
    QVERIFY(verdict("cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)") == VerdictKind::unknown);
  }

  // A kernel that a header declares may be launched by what includes it.
  void aDeclaredKernelIsLaunchedElsewhere() {
    write("declared/turn.h", "__global__ void turn(int *out);\nvoid other(int *out);\n");
    write("declared/other.c", "void other(int *out) {}\n");
    const std::string file =
        write("declared/a.cu",
              "#include \"turn.h\"\n__global__ void turn(int *out) {\n"
              "  __shared__ int all[64];\n  all[threadIdx.x] = out[threadIdx.x];\n  __syncthreads();\n"
              "  out[threadIdx.x] = all[63 - threadIdx.x];\n}\n"
              "int main() { turn<<<1, 64>>>(nullptr); other(nullptr); }\n");
    Analyzer analyzer(options({"shared_to_global", "thread_compaction"}));
    const auto result = analyzer.analyze({file}, {}, {});
    QVERIFY(result.ok() && about(*result, "all") && about(*result, "turn"));
    for (const char* subject : {"all", "turn"}) {
      QVERIFY(about(*result, subject)->verdict != VerdictKind::applicable);
      QVERIFY(toText(about(*result, subject)->reason).find("is declared at line 1 of turn.h") != std::string::npos);
    }
  }
};

QTEST_GUILESS_MAIN(SeveralUnitsTest)
#include "several_units_test.moc"
