// Texts of changes are read before findings are said to be applicable: many at once, from where the device code begins.

#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/text_trials.h"
#include "core/base/file.h"
#include "core/base/hash.h"

using namespace warpwright;
using analysis::TextTrials;

namespace {

const char* const source =
    "#include <vector>\n"
    "#include \"scale.h\"\n"
    "static int host(int n) { return n; }\n"
    "__global__ void first(int *out) {\n"
    "  out[threadIdx.x] = scale(1);\n"
    "}\n"
    "__global__ void second(int *out) {\n"
    "  out[threadIdx.x] = 2;\n"
    "}\n"
    "int main() {\n"
    "  first<<<1, 64>>>(nullptr);\n"
    "  second<<<1, 64>>>(nullptr);\n"
    "  return host(0);\n"
    "}\n";
const char* const header = "#pragma once\n__device__ inline int scale(int n) { return 3 * n; }\n";

Rewrite change(const std::string& file, const std::string& text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  return {{{file, hashText(text), {{static_cast<uint32_t>(at), static_cast<uint32_t>(what.size()), with, ""}}}}, ""};
}

}  // namespace

class TextTrialsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  frontend::ParseOptions options_;

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    [&] { QVERIFY(writeFileAtomically(path, text).ok()); }();
    return path;
  }
  Result<frontend::ParsedUnit> parse(const std::string& file) {
    options_.headers = frontend::HeaderMode::own;
    options_.parks = true;
    frontend::UnitParser parser(options_);
    return parser.parse(frontend::findUnits(file, {}).value().front(), {});
  }

 private slots:
  void each_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("why");
    QTest::newRow("right") << "a.cu" << "out[threadIdx.x] = 2" << "int two = 2; out[threadIdx.x] = two" << "";
    QTest::newRow("no such name") << "a.cu" << "out[threadIdx.x] = 2" << "out[threadIdx.x] = two"
                                  << "(its line 8: use of undeclared identifier 'two')";
    QTest::newRow("in the host code") << "a.cu" << "return host(0)" << "return hosts(0)"
                                      << "(its line 13: use of undeclared identifier 'hosts'; did you mean 'host'?)";
    QTest::newRow("an argument is missing")
        << "a.cu" << "first(int *out)" << "first(int *out, int n)" << "too few arguments";
    QTest::newRow("before the device code")
        << "a.cu" << "static int host(int n)" << "static int host(int)" << "undeclared identifier 'n'";
    QTest::newRow("right before the device code")
        << "a.cu" << "static int host(int n)" << "inline int host(int n)" << "";
    QTest::newRow("in the header") << "scale.h" << "3 * n" << "3 * m" << "undeclared identifier 'm'";
    QTest::newRow("right in the header") << "scale.h" << "3 * n" << "n * 3" << "";
    QTest::newRow("much longer") << "a.cu" << "= 2;" << QString("= 2;") + QString(" \n").repeated(60000) << "";
  }

  void each() {
    QFETCH(QString, file);
    QFETCH(QString, what);
    QFETCH(QString, with);
    QFETCH(QString, why);
    const std::string path = write("a.cu", source), beside = write("scale.h", header);
    const Result<frontend::ParsedUnit> unit = parse(path);
    QVERIFY(unit.ok() && unit->summary().errors.empty());
    QCOMPARE(unit->text(path).value(), std::string(source));
    const bool isHeader = file == "scale.h";
    TextTrials trials(*unit, options_, {});
    auto answer = trials.add(
        change(isHeader ? beside : path, isHeader ? header : source, what.toStdString(), with.toStdString()));
    trials.close();
    const std::string said = toText(answer.get());
    QVERIFY2(why.isEmpty() ? said.empty() : said.find(why.toStdString()) != std::string::npos, said.c_str());
    if (!why.isEmpty()) QVERIFY2(said.starts_with("the changed text does not compile ("), said.c_str());
  }

  // What is wrong with one change is not said of the others that were read with it.
  void together() {
    const std::string path = write("a.cu", source);
    write("scale.h", header);
    const Result<frontend::ParsedUnit> unit = parse(path);
    QVERIFY(unit.ok());
    TextTrials trials(*unit, options_, {});
    auto right = trials.add(change(path, source, "scale(1)", "scale(2)"));
    auto wrong = trials.add(change(path, source, "= 2", "= two"));
    auto same = trials.add(change(path, source, "scale(1)", "scale(1 + 1)"));
    auto last = trials.add(change(path, source, "host(0)", "host(1)"));
    auto created = trials.add({{creationOf(folder_.filePath("new.h").toStdString(), "no C++ at all")}, ""});
    trials.close();
    QVERIFY(right.get().empty());
    QVERIFY(same.get().empty());
    QVERIFY(last.get().empty());
    QVERIFY(created.get().empty());
    QVERIFY(toText(wrong.get()).find("'two'") != std::string::npos);
  }

  // Of many, those that touch each other are read one after the other, and one that is wrong is found among them.
  void many() {
    std::string text = "#include \"scale.h\"\n";
    for (int i = 0; i < 300; ++i)
      text += "__global__ void k" + std::to_string(i) + "(int *out) { out[0] = scale(" + std::to_string(i) + "); }\n";
    const std::string path = write("many.cu", text);
    write("scale.h", header);
    const Result<frontend::ParsedUnit> unit = parse(path);
    QVERIFY(unit.ok());
    TextTrials trials(*unit, options_, {});
    std::vector<std::future<Message>> answers;
    for (int i = 0; i < 300; ++i) {
      const std::string number = "scale(" + std::to_string(i) + ")";
      answers.push_back(trials.add(change(path, text, number, i == 217 ? "scales(2)" : "scale(2)")));
      answers.push_back(trials.add(change(path, text, "out[0] = " + number, "*out = scale(3)")));
    }
    trials.close();
    for (size_t i = 0; i < answers.size(); ++i) QCOMPARE(answers[i].get().empty(), i != 2 * 217);
  }

  // Changes that declare one name in one place are read in one text all the same, and what is wrong with one is found.
  void oneName() {
    std::string text = "__global__ void k(int *out) { out[0] = 1; }\nint main() {\n";
    const auto line = [](int i) { return "  k<<<1, " + std::to_string(100 + i) + ">>>(nullptr);\n"; };
    for (int i = 0; i < 50; ++i) text += line(i);
    const std::string path = write("names.cu", text + "}\n");
    const Result<frontend::ParsedUnit> unit = parse(path);
    QVERIFY(unit.ok());
    const auto readings = [&](const std::string& last) {
      TextTrials trials(*unit, options_, {});
      std::vector<std::future<Message>> answers;
      for (int i = 0; i < 50; ++i) {
        answers.push_back(trials.add(change(path, text + "}\n", line(i),
                                            "  int *scratch = nullptr;  // scratch\n  k<<<1, 64>>>(scratch + 1);\n" +
                                                (i == 49 ? last : std::string()))));
      }
      trials.close();
      for (size_t i = 0; i < answers.size(); ++i) [&] { QCOMPARE(answers[i].get().empty(), i < 49 || last.empty()); }();
      return trials.readings();
    };
    QVERIFY(readings("") <= 2);  // lines that touch
    QVERIFY(readings("  int scratch = 0;\n") < 20);
    QVERIFY(readings("  scratches = 0;\n") < 20);
  }

  // Errors that were there before are no news; at the end of the file, too.
  void oldErrors() {
    const std::string text = std::string(source) + "int broken() { return missing;\n";
    const std::string path = write("b.cu", text);
    write("scale.h", header);
    const Result<frontend::ParsedUnit> unit = parse(path);
    QVERIFY(unit.ok());
    QCOMPARE(unit->summary().errors.size(), size_t{2});
    QCOMPARE(unit->summary().errors[1].range.begin.line, 16u);
    QCOMPARE(unit->summary().errors[1].range.begin.column, 1u);
    TextTrials trials(*unit, options_, {});
    auto right = trials.add(change(path, text, "scale(1)", "scale(2)"));
    auto wrong = trials.add(change(path, text, "host(0)", "missing"));
    trials.close();
    QVERIFY(right.get().empty());
    QVERIFY(!wrong.get().empty());
  }

  // A program that gives a name to something else that a change would write.
  void whatCannotBeWrittenIsUnknown() {
    const char* const kernel =
        "__global__ void turned(const int *in, int *out) {\n"
        "  __shared__ int s[64];\n"
        "  s[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
        "}\n"
        "int main() {\n"
        "  turned<<<1, 64>>>(nullptr, nullptr);\n"
        "}\n";
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.passes = {"shared_to_global"};
    const std::string path = write("c.cu", std::string("#define sizeof(thing) no_such_size\n") + kernel);
    analysis::Analyzer analyzer(options);
    for (int i = 0; i < 2; ++i) {  // the second time from what was kept
      const Result<AnalysisResult> result = analyzer.analyze({path}, {}, {});
      QVERIFY(result.ok());
      const Opportunity& found = result->kernels.at(0).opportunities.at(0);
      QVERIFY(found.verdict == VerdictKind::unknown);
      QVERIFY2(toText(found.reason)
                   .starts_with("The change cannot be written: the changed text does not compile (its line "),
               toText(found.reason).c_str());
      QVERIFY2(toText(found.reason).find("no_such_size") != std::string::npos, toText(found.reason).c_str());
      QVERIFY(found.parameters.empty());
    }
    analyzer.setOpenTexts({{path, kernel}});
    const Result<AnalysisResult> mended = analyzer.analyze({path}, {}, {});
    QVERIFY(mended.ok());
    QVERIFY(mended->kernels.at(0).opportunities.at(0).verdict == VerdictKind::applicable);
  }
};

QTEST_GUILESS_MAIN(TextTrialsTest)
#include "text_trials_test.moc"
