// Launches in code that this configuration leaves out: another compiler, or the other side, may read it.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

class LeftOutLaunchesTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

  VerdictKind verdictUnder(const QString& host) { return verdictIn(kernelText + host + "\n"); }

  VerdictKind verdictIn(const QString& program) {
    const std::string file = folder_.write("program.cu", program);
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    const Opportunity* found = result.ok() ? findingOf(*result, "shared_to_register") : nullptr;
    return found ? found->verdict : VerdictKind::refused;
  }

 private slots:
  void whatMayBeLaunchedElsewhereIsOpen_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    const char* const leftOut[][2] = {
        {"by name", "  void *a[] = {&i, &o};\n  cudaLaunchKernel((void *)k, 1, 64, a, 0, 0);\n"},
        {"handed on", "  go(k, i, o);\n"},
        {"a variable", "  auto f = k;\n  f<<<1, 64>>>(i, o);\n"},
        {"in brackets", "  (k)<<<1, 64>>>(i, o);\n"},
        {"in lines", "  k<\\\n<<1, 64>>>(i, o);\n"},
        {"to a macro", "  RUN(k, 64);\n"}};
    for (const auto& [name, code] : leftOut) {
      const QString text = QString(
                               "void more(int *i, int *o) {\n#ifdef ELSEWHERE\n%1#endif\n}\n"
                               "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); more(i, o); }")
                               .arg(code);
      QTest::newRow(qPrintable(QString("left out, %1").arg(name))) << text;
    }
    row("left out, a call of what launches",
        "static void fire(int *i, int *o, int n) { k<<<1, n>>>(i, o); }\nvoid run(int *i, int *o) { fire(i, o, 32); }\n"
        "#ifdef ELSEWHERE\nvoid go(int *i, int *o) { fire(i, o, 64); }\n#endif\n");
    row("left out, a call behind a macro of a type's name",
        "static void fire(int *i, int *o, int n) { k<<<1, n>>>(i, o); }\nvoid run(int *i, int *o) { fire(i, o, 32); }\n"
        "#ifdef ELSEWHERE\nvoid go(int *i, int *o) { double_t fire(i, o, 64); }\n#endif\n");
    row("left out, a call behind a type in brackets",
        "static int fire(int *i, int *o, int n) { k<<<1, n>>>(i, o); return n; }\n"
        "void run(int *i, int *o) { fire(i, o, 32); }\n"
        "#ifdef ELSEWHERE\nint go(int *i, int *o) { return (int)fire(i, o, 64); }\n#endif\n");
    row("left out, a call of a method over another",
        "struct F { void fire(int *i, int *o, int n) { k<<<1, n>>>(i, o); } void go(int *i, int *o, int n) { fire(i, "
        "o, n); } "
        "};\nvoid run(int *i, int *o) { F f; f.go(i, o, 32); }\n"
        "#ifdef ELSEWHERE\nvoid more(F f, int *i, int *o) { f.go(i, o, 64); }\n#endif\n");
    const char* const rest = "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }";
    const auto arm = [&](const char* name, const char* code) {
      QTest::newRow(name) << QString("void more(int *i, int *o) {\n%1\n}\n%2").arg(code, rest);
    };
    arm("left out, by digraphs", "%:ifdef ELSEWHERE\n  go(k, i, o);\n%:endif");
    arm("left out, behind a wide quote", "#ifdef ELSEWHERE\n  wchar_t q = L'\"';\n  k<<<1, 64>>>(i, o);\n#endif");
    arm("left out, behind a comment that goes on",
        "// note \\ \n#if 0\n#ifdef ELSEWHERE\n  go(k, i, o);\n#endif\n#ifdef OTHER\n#endif");
    arm("left out, in what begins as a guard does",
        "#define BLOCK 32\n#ifndef BLOCK\n#define BLOCK 64\n  go(k, i, o);\n#endif");
    arm("left out, in what begins nearly as a guard does",
        "#ifndef USE\n#define USE_ALL 1\n#endif\n#ifdef ELSEWHERE\n  go(k, i, o);\n#endif");
    row("left out, behind a comment that a carriage return ends",
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); }\n#ifdef ELSEWHERE\nvoid more(int *i, int *o) {\n"
        "  // note \r k<<<1, 64>>>(i, o);\n}\n#endif");
    row("left out, in a macro",
        "#define NAME k\nvoid more(int *i, int *o) {\n#ifdef ELSEWHERE\n  NAME<<<1, 64>>>(i, o);\n#endif\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); more(i, o); }");
    row("left out, a condition of two lines",
        "void more(int *i, int *o) {\n#if 0 \\\n  + defined(ELSEWHERE)\n  k<<<1, 64>>>(i, o);\n#endif\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); more(i, o); }");
    row("left out beside a launch",
        "#ifndef ELSEWHERE\n#define TWICE(x)\n#else\n#define TWICE(x) x\n#endif\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); TWICE((k<<<1, 64>>>(i, o))); }");
    row("left out, a letter by its number",
        "void more(int *i, int *o) {\n#ifdef ELSEWHERE\n  \\u006b<<<1, 64>>>(i, o);\n#endif\n}\n"
        "int main() { int *i = 0, *o = 0; k<<<1, 32>>>(i, o); more(i, o); }");
    row("loaded by its name",
        "typedef struct F *Fn; int cuModuleGetFunction(Fn *, void *, const char *) { return 0; }\n"
        "#define LOAD(f, n) cuModuleGetFunction(&f, 0, #n)\n"
        "int main() { int *i = 0, *o = 0; Fn f; LOAD(f, k); k<<<1, 32>>>(i, o); }");
  }
  void whatMayBeLaunchedElsewhereIsOpen() {
    QFETCH(QString, host);
    QVERIFY(verdictUnder(host) == VerdictKind::unknown);
  }

  void namesOfPieces_data() {
    QTest::addColumn<QString>("leftOut");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("made there") << "RUN(el);" << false;
    QTest::newRow("by a macro that uses it") << "ALL();" << false;
    QTest::newRow("of other words") << "LOG(\"%d\", 1);" << true;
  }
  void namesOfPieces() {
    QFETCH(QString, leftOut);
    QFETCH(bool, isKnown);
    const QString program = QString(kernelText).replace("void k(", "void kernel(") +
                            "#define RUN(n) kern##n<<<1, 64>>>(i, o)\n#define ALL() RUN(el)\n"
                            "#define LOG(form, ...) printf(form, ## __VA_ARGS__)\nvoid more(int *i, int *o) {\n"
                            "#ifdef ELSEWHERE\n  " +
                            leftOut +
                            "\n#endif\n}\nint main() { int *i = 0, *o = 0; kernel<<<1, 32>>>(i, o); more(i, o); }\n";
    QVERIFY(verdictIn(program) == (isKnown ? VerdictKind::applicable : VerdictKind::unknown));
  }

  void whatTheCodeAccountsForIsKnown_data() {
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* host) { QTest::newRow(name) << host; };
    row("what launches, declared otherwise elsewhere",
        "#ifdef ELSEWHERE\nstatic void fire(long *i, long *o,\n#else\nstatic void fire(int *i, int *o,\n#endif\n  int "
        "n) "
        "{ k<<<1, n>>>((int *)i, (int *)o); }\nint main() { int *i = 0, *o = 0; fire(i, o, 32); }\n");
    row("under conditions",
        "#ifndef GUARD_H\n#define GUARD_H\n#define LAUNCH(k, i, o) k<<<1, 32>>>(i, o)\nint main() {\n"
        "  int *i = 0, *o = 0, n = 0;\n#ifdef __CUDACC__\n  k<<<1, 32>>>(i, o);\n  LAUNCH(k, i, o);\n"
        "  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0);\n#endif\n}\n#endif");
    row("behind a carriage return of its own",
        "int main() {\n  int *i = 0, *o = 0; /* a \r b */\r\r\n  k<<<1, 32>>>(i, o);\r\n}");
    row("launchers under conditions that hold",
        "#ifdef __CUDACC__\nvoid fire(int *i, int *o);\nvoid fire(int *i, int *o) { k<<<1, 32>>>(i, o); }\n"
        "struct F { F() { fire(0, 0); } void go() { fire(0, 0); } };\nint main() { F f; f.go(); fire(0, 0); }\n#endif\n"
        "#ifdef ELSEWHERE\nvoid other() {}\n#endif\n");
  }
  void whatTheCodeAccountsForIsKnown() {
    QFETCH(QString, host);
    QVERIFY(verdictUnder(host) == VerdictKind::applicable);
  }
};

QTEST_GUILESS_MAIN(LeftOutLaunchesTest)
#include "left_out_launches_test.moc"
