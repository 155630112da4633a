// What is known of a launch in functions that are handed to others, and of what they get by references.
#include "launch_programs.h"

using namespace warpwright;
using analysis::Analyzer;

/// `X` and `Y` choose among functions of one name, where a template calls them.
static const char* const declared = R"(
struct X {};
struct Y {};
typedef void (*Launch)(int);
static Launch kept;
static int block = 32;
static void go(int b) { k<<<1, b>>>(0, 0); }
)";

class HandedOnTest : public QObject {
  Q_OBJECT
  ProgramFolder folder_;

 private slots:
  void knowsTheBlock_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isKnown");
    const auto row = [](const char* name, const QByteArray& host, bool isKnown = false) {
      QTest::newRow(name) << QString(host) << isKnown;
    };
    const char* const run = "static void run(Launch f, X) { f(32); }\n";
    const char* const keep = "static void run(Launch f, Y) { kept = f; }\n";
    const char* const each = "template <class T> static void each(T t) { run(go, t); }\n";
    const auto text = [](std::initializer_list<const char*> parts) {
      QString all;
      for (const char* part : parts) all += part;
      return all.toUtf8();
    };
    row("one instance", text({run, each, "int main() { each(X()); }"}), true);
    row("another instance keeps it", text({run, keep, each, "int main() { each(X()); each(Y()); kept(64); }"}));
    row("another instance keeps it first", text({run, keep, each, "int main() { each(Y()); each(X()); kept(64); }"}));
    row("its address", text({run, keep,
                             "template <class T> static void each(T t) { run(&go, t); }\n"
                             "int main() { each(X()); each(Y()); kept(64); }"}));
    row("another lambda keeps it",
        text({run, keep, "int main() { auto each = [](auto t) { run(go, t); }; each(X()); each(Y()); kept(64); }"}));
    row("a function that is replaced", "__attribute__((weak)) void run(Launch f) { f(32); }\nint main() { run(go); }");
    row("a function of another file",
        "extern inline __attribute__((gnu_inline)) void run(Launch f) { f(32); }\nint main() { run(go); }");

    const char* const read = "static int take(int &b, X) { return b; }\n";
    const char* const change = "static int take(int &b, Y) { return b = 64; }\n";
    const char* const all = "template <class T> static void all(T t) { take(block, t); }\n";
    row("one instance reads", text({read, all, "int main() { all(X()); go(block); }"}), true);
    row("another instance changes", text({read, change, all, "int main() { all(X()); all(Y()); go(block); }"}));
    row("another instance binds",
        "template <class T> static void set() { T b = block; b = 64; }\n"
        "int main() { set<int>(); set<int &>(); go(block); }");
    row("another instance's operator",
        "static int operator+(Y, int &b) { return b = 64; }\ntemplate <class T> static int sum(T t) { return t + "
        "(block); }"
        "\nint main() { sum(1); sum(Y()); go(block); }");
    row("another lambda's operator",
        "static int operator+(Y, int &b) { return b = 64; }\nint main() { static int own = 32; "
        "auto sum = [](auto t) { return t + own; }; sum(1); sum(Y()); go(own); }");
    row("an assignment's operator",
        "struct S { void operator=(int &b) { b = 64; } };\n"
        "int main() { S s; s = block; go(block); }");
    row("a reader that is replaced",
        "__attribute__((weak)) int take(int &b) { return b; }\nint main() { int b = 32; take(b); go(b); }");
    row("a reader of another file",
        "extern inline __attribute__((gnu_inline)) int take(int &b) { return b; }\n"
        "int main() { int b = 32; take(b); go(b); }");
    row("a reader in assembly",
        "__attribute__((naked)) static void set(int &) { asm(\"movl $64, (%rdi)\\n ret\"); }\n"
        "int main() { int b = 32; set(b); go(b); }");
  }
  void knowsTheBlock() {
    QFETCH(QString, host);
    QFETCH(bool, isKnown);
    const std::string file = folder_.write("program.cu", QString(kernelText) + declared + host + "\n");
    Analyzer analyzer(optionsOf({"shared_to_register"}));
    const Result<AnalysisResult> result = analyzer.analyze({file}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    for (const Diagnostic& error : result->units.front().errors) qWarning("%s", error.message.c_str());
    QVERIFY(result->units.front().errors.empty());
    const Opportunity* found = findingOf(*result, "shared_to_register");
    QVERIFY(found);
    QVERIFY2((found->verdict == VerdictKind::applicable) == isKnown, toText(found->reason).c_str());
  }
};

QTEST_GUILESS_MAIN(HandedOnTest)
#include "handed_on_test.moc"
