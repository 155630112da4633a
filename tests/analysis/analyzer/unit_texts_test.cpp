// Texts of which units make other functions, or launches of other kernels.

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"
#include "core/execute/gpu/gpu_compiler.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;

namespace {

AnalyzeOptions options(const char* pass) {
  AnalyzeOptions options;
  options.parse.headers = frontend::HeaderMode::own;
  options.passes = {pass};
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

/// Tells of all units but one.
class Without final : public analysis::UnitSource {
 public:
  Without(Analyzer& analyzer, const std::vector<frontend::CompileCommand>& units, std::string name, bool isLost)
      : analyzer_(analyzer), units_(units), name_(std::move(name)), isLost_(isLost) {}
  Result<Told> tell(size_t unit, analysis::UnitListener& listener) override {
    if (units_[unit].file.filename() == name_)
      return Told{false, false, isLost_ ? std::optional(inputError("It ended early.")) : std::nullopt};
    const Status looked = analyzer_.lookAt(unit, listener, {});
    return looked.ok() ? Result<Told>(Told{true, true, std::nullopt}) : looked.error();
  }

 private:
  Analyzer& analyzer_;
  const std::vector<frontend::CompileCommand>& units_;
  const std::string name_;
  const bool isLost_;
};

}  // namespace

class UnitTextsTest : public QObject {
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
  // Text that a header gives to functions of several names is that of each of them.
  void textOfOtherFunctions_data() {
    QTest::addColumn<QStringList>("files");  // name, text, …
    QTest::addColumn<int>("applicable");
    const QString body =
        "  __shared__ int own[64];\n  own[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n"
        "  out[threadIdx.x] = own[threadIdx.x ^ OFF];\n";
    const QString plain = "KIND void NAME(const int *in, int *out) {\n" + body + "}\n";
    const QString ours = "#define OFF 0\n", theirs = "#define OFF 63\n";
    const auto use = [](const QString& name, const QString& kernel) {
      return "void " + name + "(int *p) { " + kernel + "<<<1, 64>>>(p, p); }\n";
    };
    const auto as = [](const QString& kind, const QString& name) {
      return "#define KIND " + kind + "\n#define NAME " + name + "\n";
    };
    const QString include = "#include \"k.cuh\"\n";
    const QString a = ours + as("static __global__", "k") + include + use("a", "k");
    const QString calls = "__global__ void call(int *p) { k(p, p); }\n" + use("b", "call");
    const auto row = [&](const char* name, const QString& b, int applicable) {
      QTest::newRow(name) << QStringList{"k.cuh", plain, "a.cu", a, "b.cu", b} << applicable;
    };
    row("the same", ours + as("static __global__", "k") + include + use("b", "k"), 1);
    row("nothing of it", "__global__ void z(int *p) { *p = 1; }\n" + use("b", "z"), 1);
    row("another name", theirs + as("__global__", "other") + include + use("b", "other"), 0);
    row("a namespace", theirs + as("__global__", "k") + "namespace b {\n" + include + "}\n" + use("b", "b::k"), 0);
    row("a function", theirs + as("static __device__", "k") + include + calls, 0);
    row("a template",
        theirs + as("template <int N> __device__", "k") + include + "__global__ void call(int *p) { k<1>(p, p); }\n" +
            use("b", "call"),
        0);
    row("a member",
        theirs + as("static __device__", "k") + "struct S {\n" + include +
            "};\n__global__ void call(int *p) { S::k(p, p); }\n" + use("b", "call"),
        0);
    row("what has errors", "#define OFF wanting\n" + as("static __global__", "k") + include + use("b", "k"), 0);
    row("errors elsewhere", "__global__ void z(int *p) { *p = wanting; }\n" + use("b", "z"), 1);
    const auto around = [&](const QString& name) {
      return "__global__ void " + name + "(const int *in, int *out) {\n#include \"body.inl\"\n}\n" +
             use("f" + name, name);
    };
    QTest::newRow("a body") << QStringList{"body.inl",         body,   "a.cu",
                                           ours + around("k"), "b.cu", theirs + around("other")}
                            << 0;
    QTest::newRow("a body twice") << QStringList{"body.inl", body, "a.cu",
                                                 ours + around("k") + "#undef OFF\n" + theirs + around("other")}
                                  << 0;
    QTest::newRow("a body once") << QStringList{"body.inl", body, "a.cu", ours + around("k")} << 1;
  }
  void textOfOtherFunctions() {
    QFETCH(QStringList, files);
    QFETCH(int, applicable);
    const std::string place = "texts_" + QByteArray(QTest::currentDataTag()).replace(' ', '_').toStdString();
    for (qsizetype i = 0; i < files.size(); i += 2)
      write(place + "/" + files[i].toStdString(), files[i + 1].toStdString());
    Analyzer analyzer(options("shared_to_register"));
    const auto result = analyzer.analyze({path(place.c_str())}, {}, {});
    QVERIFY(result.ok());
    int found = 0;
    for (const KernelSummary& kernel : result->kernels) {
      for (const Opportunity& one : kernel.opportunities) found += one.verdict == VerdictKind::applicable;
    }
    QCOMPARE(found, applicable);
    const std::string id = about(*result, "own")->id, header = path((place + "/" + files[0].toStdString()).c_str());
    QCOMPARE(analyzer.rewrite(header, id, {}, {}).ok() ||
                 Analyzer(options("shared_to_register")).rewrite(header, id, {}, {}).ok(),
             applicable == 1);
  }

  // A body in a file of its own is as open as a header, when it is looked at again, too.
  void bodiesOfOtherSourcesAreOpen() {
    write("bodies/body.inl",
          "  __shared__ int own[64];\n  own[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n"
          "  out[threadIdx.x] = own[threadIdx.x ^ OFF];\n");
    const auto unit = [](const std::string& off, const std::string& name) {
      return "#define OFF " + off +
             "\nstatic __global__ void k(const int *in, int *out) {\n#include \"body.inl\"\n}\nvoid " + name +
             "(int *p) { k<<<1, 64>>>(p, p); }\n";
    };
    const std::string file = write("bodies/a.cu", unit("0", "a"));
    write("bodies/b.cu", unit("63", "b"));
    Analyzer analyzer(options("shared_to_register"));
    for (int round = 0; round < 2; ++round) {
      const auto result = analyzer.analyze({file}, {}, {});
      QVERIFY(result.ok() && about(*result, "own"));
      QVERIFY(about(*result, "own")->verdict != VerdictKind::applicable);
    }
  }

  // The text of a launch may launch another kernel in another unit.
  void textOfOtherLaunches() {
    const auto kernel = [](const std::string& name, const std::string& factor) {
      return "static __global__ void " + name +
             "(const int *in, int *out, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "  if (i < n) out[i] = in[i] * " +
             factor + ";\n}\n";
    };
    const std::string include = "#include \"run.h\"\n", call = "(int *p, int *q) { run(p, q, 1000); }\n";
    const auto verdict = [&](const std::string& other) {
      write("launches/run.h",
            "static void run(int *p, int *q, int n) {\n  KERNEL<<<(n + 127) / 128, 128>>>(p, q, n);\n}\n");
      const std::string own = kernel("k", "2") + "#define KERNEL k\n" + include;
      const std::string file = write("launches/a.cu", own + "void a" + call);
      write("launches/b.cu", other);
      Analyzer analyzer(options("thread_compaction"));
      const auto result = analyzer.analyze({path("launches")}, {}, {});
      const Opportunity* found =
          result.ok() && !result->kernels.empty() ? &result->kernels[0].opportunities[0] : nullptr;
      const bool applies = found && found->verdict == VerdictKind::applicable;
      return found && applies == analyzer.rewrite(file, found->id, {}, {}).ok() ? int(applies) : -1;
    };
    QCOMPARE(verdict("void b(int *p) {}\n"), 1);
    QCOMPARE(verdict(kernel("other", "3") + "#define KERNEL other\n" + include + "void b" + call), 0);
    QCOMPARE(verdict(kernel("k", "3") + "#define KERNEL k\n" + include + "void b" + call), 0);
  }

  // Sources that a build makes are not there to be looked at.
  void sourcesThatAreMade_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOpen");
    const auto row = [](const char* file, const char* text, bool isOpen) {
      QTest::newRow(file) << file << text << isOpen;
    };
    row("b.cu.in", "#define OFF @OFF@\n#include \"../k.cuh\"\n", true);
    row("other.cu.in", "#define OFF @OFF@\n#include \"other.cuh\"\n", false);
    row("Makefile", "b.cu:\n\techo \"#include \\\"k.cuh\\\"\" > b.cu\n", true);
    row("gen.py", "out.write('#include <made/k.cuh>\\n')\n", true);
    row("README.md", "Include it: #include \"k.cuh\"\n", false);
  }
  void sourcesThatAreMade() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(bool, isOpen);
    const std::string place = "made_" + file.toStdString() + "/";
    write(place + "k.cuh",
          "template <int N> __global__ void k(const int *in, int *out) {\n  __shared__ int own[64];\n"
          "  own[threadIdx.x] = in[threadIdx.x];\n  out[threadIdx.x] = own[threadIdx.x ^ N];\n}\n");
    write(place + "a.cu", "#include \"k.cuh\"\nvoid a(int *p) { k<0><<<1, 64>>>(p, p); }\n");
    write(place + file.toStdString(), text.toStdString());
    Analyzer analyzer(options("shared_to_register"));
    const auto result = analyzer.analyze({path(place.c_str())}, {}, {});
    QVERIFY(result.ok() && about(*result, "own"));
    QVERIFY(about(*result, "own")->verdict == (isOpen ? VerdictKind::unknown : VerdictKind::applicable));
  }

  // What is decided when a change is made is made by whoever asks for it.
  void decidedWhenMade() {
    if (!findNvcc("")) QSKIP("no nvcc");
    const std::string header = write("later/k.cuh",
                                     "static __global__ void NAME(const float *a, float *b, int n) {\n"
                                     "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"
                                     "  b[i] = a[i] * a[i + 1] + 3.0f * a[i];\n  EXTRA;\n}\n");
    const auto unit = [&](const char* name, const char* extra) {
      const std::string kernel = std::string("k_") + name;
      write(std::string("later/") + name + ".cu", "#define NAME " + kernel + "\n#define EXTRA " + extra +
                                                      "\n#include \"k.cuh\"\nvoid " + name + "(float *p, float *q) { " +
                                                      kernel + "<<<8, 128>>>(p, q, 1000); }\n");
    };
    unit("a", "");
    unit("b", "__syncthreads()");
    AnalyzeOptions asked = options("block_shape");
    asked.parse.headers = frontend::HeaderMode::automatic;
    Analyzer analyzer(asked);
    const auto result = analyzer.analyze({path("later")}, {}, {});
    QVERIFY(result.ok() && about(*result, "k_a"));
    QVERIFY(about(*result, "k_a")->verdict == VerdictKind::unknown && !about(*result, "k_a")->isDecidedWhenMade);
    QVERIFY(!analyzer.rewrite(header, about(*result, "k_a")->id, {}, {}).ok());
  }

  // What is left out when the time is over, or could not be looked at, may make something else of a header.
  void sourcesThatAreLeftOut_data() {
    QTest::addColumn<bool>("isLost");
    QTest::newRow("not looked at") << false;
    QTest::newRow("lost") << true;
  }
  void sourcesThatAreLeftOut() {
    QFETCH(bool, isLost);
    write("left/k.cuh",
          "static __global__ void k(const int *in, int *out) {\n  __shared__ int own[64];\n"
          "  own[threadIdx.x] = in[threadIdx.x];\n  out[threadIdx.x] = own[threadIdx.x ^ OFF];\n}\n"
          "static void run(int *p) { k<<<1, 64>>>(p, p); }\n");
    const std::string a = write("left/a.cu", "#define OFF 0\n#include \"k.cuh\"\nvoid a(int *p) { run(p); }\n");
    write("left/b.cu", "#define OFF 63\n#include \"k.cuh\"\nvoid b(int *p) { run(p); }\n");
    write("left/c.cu", "void c() {}\n");
    Analyzer analyzer(options("shared_to_register"));
    for (const char* leftOut : {"c.cu", "b.cu"}) {
      const auto units = analyzer.begin({path("left")});
      QVERIFY(units.ok() && units->size() == 3);
      Without source(analyzer, *units, leftOut, isLost);
      const auto answer = analyzer.merge(source, {}, {});
      QVERIFY(answer.ok() && about(answer->result, "own"));
      const bool isRead = leftOut == std::string("b.cu");
      QVERIFY(about(answer->result, "own")->verdict == (isRead ? VerdictKind::unknown : VerdictKind::refused));
    }
  }

  // A copy for what a run has seen would stand in the text of others, too.
  void guardedCopiesLeaveSharedText() {
    for (const bool isShared : {false, true}) {
      const std::string place = isShared ? "guarded/shared" : "guarded/own";
      write(place + "/k.cuh",
            "KIND void k(const int *in, int *out) {\n  __shared__ int own[256];\n"
            "  own[threadIdx.x] = in[threadIdx.x];\n  out[threadIdx.x] = own[threadIdx.x % 64];\n}\n");
      const std::string call = "void a(int *p, int block) { k<<<1, block>>>(p, p); }\n";
      write(place + "/a.cu", "#define KIND static __global__\n#include \"k.cuh\"\n" + call);
      if (isShared) write(place + "/b.cu", "#define KIND static __device__\n#include \"k.cuh\"\n");
      Analyzer analyzer(options("shared_to_register"));
      auto result = analyzer.analyze({path(place.c_str())}, {}, {});
      QVERIFY(result.ok() && result->kernels.size() == 1);
      ObservedLaunch seen{.kernel = "_ZL1kPKiPi", .at = {}, .block = {64, 1, 1}, .arguments = {}};
      seen.arguments.resize(2);
      result->kernels[0].observed.push_back(seen);
      QVERIFY(analyzer.addGuarded(*result, {}).ok());
      QCOMPARE(about(*result, "own")->verdict == VerdictKind::applicable, !isShared);
    }
  }
};

QTEST_GUILESS_MAIN(UnitTextsTest)
#include "unit_texts_test.moc"
