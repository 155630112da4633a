// What `analyze` shows of what it finds, and what it fails on: verdicts, baselines, comments, lines, limits.

#include <signal.h>

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

/// Each has one array that is private to its thread, and one that threads share.
std::string kernel(const std::string& name, const std::string& comment = {}) {
  return "static __global__ void " + name + "(int *a) {\n  __shared__ int own[64];  " + comment +
         "\n  __shared__ int all[64];\n  own[threadIdx.x] = a[threadIdx.x];\n  all[threadIdx.x] = own[threadIdx.x];\n"
         "  __syncthreads();\n  a[threadIdx.x] = own[threadIdx.x] + all[63 - threadIdx.x];\n}\nvoid call_" +
         name + "(int *a) { " + name + "<<<1, 64>>>(a); }\n";
}

std::vector<json> linesOf(const Answer& answer) {
  std::vector<json> lines;
  for (const QString& line : QString::fromStdString(answer.output).split('\n', Qt::SkipEmptyParts))
    lines.push_back(json::parse(line.toStdString(), nullptr, false));
  return lines;
}

}  // namespace

class AnalyzeCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Answer analyze(const QStringList& words, const QString& output = {}) {
    return callWarpwright(
        QStringList{"analyze", "--cuda", "none", "--passes", "shared_to_register,shared_to_global"} + words,
        folder_.path(), output);
  }

 private slots:
  void initTestCase() {
    QDir(folder_.path()).mkpath("p");
    QDir(folder_.path()).mkpath("ci");
    writeInto(folder_, "p/a.cu", kernel("first"));
    writeInto(folder_, "p/b.cu", kernel("second"));
  }

  void showsOneVerdict() {
    const Answer all = analyze({"p"}), only = analyze({"p", "--only", "applicable"});
    QCOMPARE(only.code, 0);
    QVERIFY2(all.output.find("\n  refused  line 3") != std::string::npos, all.output.c_str());
    QVERIFY2(only.output.find("\n  refused") == std::string::npos, only.output.c_str());
    QVERIFY(only.output.find("\n  applicable  line 2  Keep `own` in a register") != std::string::npos);
    QVERIFY2(only.output.find("2 kernels: 2 applicable, ") != std::string::npos, only.output.c_str());
    const json filtered = analyze({"p", "--only", "refused", "--format", "json"}).value();
    for (const json& one : filtered["kernels"]) {
      QVERIFY(!one["opportunities"].empty());
      for (const json& found : one["opportunities"]) QVERIFY(found["verdict"] == "refused");
    }
    const json sarif = analyze({"p", "--only", "applicable", "--format", "sarif"}).value();
    QCOMPARE(sarif["runs"][0]["results"].size(), size_t(4));
    for (const json& line : linesOf(analyze({"p", "--only", "applicable", "--format", "jsonl"}))) {
      for (const json& found : line.value("/kernel/opportunities"_json_pointer, json::array()))
        QVERIFY(found["verdict"] == "applicable");
    }
    QCOMPARE(analyze({"p", "--only", "maybe"}).code, 2);
  }

  // The same bytes whatever the machine does, and in whichever order the files are named.
  void isStable_data() {
    QTest::addColumn<QString>("format");
    for (const char* format : {"text", "json", "jsonl", "sarif"}) QTest::newRow(format) << format;
  }
  void isStable() {
    QFETCH(QString, format);
    const QStringList how{"--stable", "--format", format};
    const Answer once = analyze(QStringList{"p/a.cu", "p/b.cu"} + how + QStringList{"--jobs", "1"});
    const Answer again = analyze(QStringList{"p/a.cu", "p/b.cu"} + how + QStringList{"--jobs", "3"});
    QVERIFY(!once.output.empty());
    QCOMPARE(again.output, once.output);
    QVERIFY2(once.output.find("econds") == std::string::npos && once.output.find("Proofs:") == std::string::npos,
             once.output.c_str());
    if (format == "jsonl") return;
    const Answer swapped = analyze(QStringList{"p/b.cu", "p/a.cu"} + how);
    if (format != "text") QCOMPARE(swapped.output, once.output);  // text names the first path in its last line
  }

  // On a slow machine kernels come twice, unless what is printed must not depend on it.
  void streamsLines() {
    const auto lines = linesOf(analyze({"p", "--format", "jsonl", "--jobs", "2", "--stable"}));
    QCOMPARE(lines.size(), size_t(5));
    for (const json& line : lines) QVERIFY(line["schema"] == "warpwright.analysis_line/1");
    QVERIFY(lines[0]["unit"]["file"].get<std::string>().ends_with("p/a.cu"));
    QVERIFY(lines[1]["kernel"]["name"] == "first");
    QVERIFY(lines[2]["unit"]["file"].get<std::string>().ends_with("p/b.cu"));
    QVERIFY(lines[3]["kernel"]["name"] == "second");
    const json& summary = lines[4]["summary"];
    QCOMPARE(summary["units"].get<int>(), 2);
    QCOMPARE(summary["applicable"].get<int>(), 2);
    QVERIFY(summary["complete"].get<bool>() && summary["not_looked_at"].empty());
  }

  // An array that several passes speak about counts once, whoever counts.
  void countsAsOthersDo() {
    const QTemporaryDir folder;
    writeInto(folder, "a.cu", kernel("first") + "int main() {}\n");
    const QStringList rest{"a.cu", "--cuda", "none"};
    const auto ask = [&](const QStringList& words) { return callWarpwright(words + rest, folder.path()); };
    const Answer text = ask({"analyze"}), lines = ask({"analyze", "--format", "jsonl"});
    const json tried = ask({"try", "--format", "json", "--session", "s.wws", "--trades", "0"}).value()["findings"];
    for (const char* verdict : {"applicable", "refused", "unknown"}) {
      const int count = tried[verdict].get<int>();
      QVERIFY2(text.output.find(std::to_string(count) + " " + verdict) != std::string::npos, text.output.c_str());
      QCOMPARE(linesOf(lines).back()["summary"][verdict].get<int>(), count);
    }
    QCOMPARE(callWarpwright({"report", "s.wws", "--output", "s.html"}, folder.path()).code, 0);
    const std::string page = readFile(folder.filePath("s.html").toStdString()).value();
    const auto shown = [&](const char* verdict) {
      return "</svg> " + std::to_string(tried[verdict].get<int>()) + "</span>";
    };
    const size_t figure = page.find("changes of one array or kernel count once");
    const std::string before = page.substr(figure - 2000, 2000);
    for (const char* verdict : {"applicable", "refused", "unknown"})
      QVERIFY2(before.find(shown(verdict)) != std::string::npos, before.c_str());
  }

  // Of a header that two units include: it comes again where the second one says more of it.
  void aKernelOfSeveralUnitsComesAgain() {
    QDir(folder_.path()).mkpath("shared");
    writeInto(folder_, "shared/k.cuh",
              "template <int N> __global__ void k(int *a) { __shared__ int s[64];\n"
              "  s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[threadIdx.x] + N; }\n");
    writeInto(folder_, "shared/one.cu", "#include \"k.cuh\"\nvoid f(int *a) { k<1><<<1, 64>>>(a); }\n");
    writeInto(folder_, "shared/two.cu", "#include \"k.cuh\"\nvoid g(int *a) { k<2><<<1, 32>>>(a); }\n");
    const auto lines = linesOf(analyze({"shared", "--format", "jsonl", "--stable"}));
    std::vector<size_t> launches;
    for (const json& line : lines) {
      if (line.contains("kernel")) launches.push_back(line["kernel"]["launches"].size());
    }
    QVERIFY((launches == std::vector<size_t>{1, 2}));
    QCOMPARE(lines.back()["summary"]["kernels"].get<int>(), 1);
  }

  void knowsABaseline() {
    const QStringList trades{"--with-trades"};
    QCOMPARE(analyze({"p", "--fail-on", "new"}).code, 2);
    const Answer missing = analyze({"p", "--baseline", "ci/none.json", "--fail-on", "new"});
    QCOMPARE(missing.code, 3);
    QVERIFY2(missing.error.find("--write-baseline ci/none.json") != std::string::npos, missing.error.c_str());
    writeInto(folder_, "ci/bad.json", "[1, 2");
    QCOMPARE(analyze({"p", "--baseline", "ci/bad.json"}).code, 3);

    QCOMPARE(analyze({"p/a.cu", "--write-baseline", "ci/known.json"}).code, 0);
    const QStringList check{"--baseline", "ci/known.json", "--fail-on", "new"};
    QCOMPARE(analyze(QStringList{"p/a.cu"} + check + trades).code, 0);
    const Answer more = analyze(QStringList{"p"} + check);
    QCOMPARE(more.code, 1);
    QVERIFY2(more.output.find("applicable, new  line 2") != std::string::npos, more.output.c_str());
    QVERIFY2(more.output.find("2 applicable (1 new)") != std::string::npos, more.output.c_str());
    const json answer = analyze(QStringList{"p", "--format", "json"} + check).value();
    QVERIFY(answer["kernels"][0]["opportunities"][0]["new"] == false);
    const auto lines = linesOf(analyze(QStringList{"p", "--format", "jsonl"} + check));
    QCOMPARE(lines.back()["summary"]["new"].size(), size_t(2));
    const json sarif = analyze(QStringList{"p", "--format", "sarif"} + check).value();
    QVERIFY(sarif.dump().find(R"("baselineState":"new")") != std::string::npos);
    QVERIFY(sarif.dump().find(R"("baselineState":"unchanged")") != std::string::npos);
    // Moved lines are nothing new, and what a baseline knows may go.
    writeInto(folder_, "ci/a.cu", "\n\n// moved\n" + kernel("first"));
    QCOMPARE(analyze(QStringList{"ci/a.cu"} + check + trades).code, 0);
  }

  void countsTradesWhereAskedFor() {
    QCOMPARE(analyze({"p", "--fail-on", "applicable"}).code, 1);
    const QStringList onlyTrades{"p", "--passes", "shared_to_global", "--fail-on", "applicable"};
    const QStringList base{"analyze", "--cuda", "none"};
    QCOMPARE(callWarpwright(base + onlyTrades, folder_.path()).code, 0);
    QCOMPARE(callWarpwright(base + onlyTrades + QStringList{"--with-trades"}, folder_.path()).code, 1);
  }

  // Kernels of one name in two files have findings of one id.
  void sarifHasAFixForEachFile() {
    QDir(folder_.path()).mkpath("alike");
    writeInto(folder_, "alike/a.cu", kernel("first"));
    writeInto(folder_, "alike/b.cu", "// another text\n" + kernel("first"));
    const json sarif = analyze({"alike/a.cu", "alike/b.cu", "--only", "applicable", "--format", "sarif"}).value();
    std::set<std::string> files;
    for (const json& result : sarif["runs"][0]["results"]) {
      const std::string at = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
      const json& changes = result["fixes"][0]["artifactChanges"];
      QCOMPARE(changes.size(), size_t(1));
      QCOMPARE(changes[0]["artifactLocation"]["uri"].get<std::string>(), at);
      files.insert(at);
    }
    QCOMPARE(files.size(), size_t(2));
  }

  void keepsWhatACommentKeeps() {
    writeInto(folder_, "ci/kept.cu", kernel("third", "// warpwright: keep(shared_to_register) read by a debugger"));
    const Answer text = analyze({"ci/kept.cu", "--fail-on", "applicable"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.output.find("applicable, kept  line 2") != std::string::npos, text.output.c_str());
    QVERIFY(text.output.find("Kept by line 2: read by a debugger") != std::string::npos);
    QVERIFY2(text.output.find("1 applicable (1 kept)") != std::string::npos, text.output.c_str());
    const json answer = analyze({"ci/kept.cu", "--format", "json"}).value();
    QVERIFY2(answer.dump().find(R"("kept_by":{"file")") != std::string::npos, answer.dump().c_str());
    const json sarif = analyze({"ci/kept.cu", "--format", "sarif"}).value();
    int suppressed = 0;
    for (const json& result : sarif["runs"][0]["results"]) {
      if (!result.contains("suppressions")) continue;
      ++suppressed;
      QVERIFY(result["suppressions"][0]["kind"] == "inSource");
      QVERIFY(result["suppressions"][0]["justification"] == "read by a debugger");
    }
    QCOMPARE(suppressed, 1);
    writeInto(folder_, "ci/unknown.cu", kernel("fourth", "// warpwright: keep(shared_to_regster) x"));
    const Answer wrong = analyze({"ci/unknown.cu", "--fail-on", "applicable"});
    QCOMPARE(wrong.code, 1);
    QVERIFY2(wrong.output.find("ci/unknown.cu: 2: there is no pass `shared_to_regster`") != std::string::npos,
             wrong.output.c_str());
  }

  // Wherever it lies in the project and is written from: of kernels of one name in two files, the new one is new.
  void aBaselineHoldsInAnotherClone_data() {
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("from");
    QTest::newRow("beside the sources") << "known.json" << ".";
    QTest::newRow("above") << "known.json" << "src";
    QTest::newRow("beside their folder") << "ci/known.json" << ".";
    QTest::newRow("among them") << "src/known.json" << "src";
  }
  void aBaselineHoldsInAnotherClone() {
    QFETCH(QString, baseline);
    QFETCH(QString, from);
    const QTemporaryDir clones;
    for (const char* clone : {"one", "two"}) {
      for (const char* folder : {"/src", "/ci"}) QVERIFY(QDir(clones.path()).mkpath(QString(clone) + folder));
      writeInto(clones, QString(clone) + "/src/b.cu", kernel("same"));
    }
    const auto check = [&](const QString& clone, const char* option) {
      const QDir top(clones.filePath(clone)), here(top.filePath(from));
      return callWarpwright(
          {"analyze", here.relativeFilePath(top.filePath("src")), "--cuda", "none", "--passes", "shared_to_register",
           "--format", "json", option, here.relativeFilePath(top.filePath(baseline)), "--with-trades"},
          here.path());
    };
    QCOMPARE(check("one", "--write-baseline").code, 0);
    const std::string written = readFile(clones.filePath("one/" + baseline).toStdString()).value();
    QVERIFY2(written.find("b.cu\"") != std::string::npos && written.find("\"/") == std::string::npos, written.c_str());
    writeInto(clones, "two/" + baseline, written);
    writeInto(clones, "two/src/a.cu", kernel("same"));
    const json found = check("two", "--baseline").value();
    std::map<bool, std::string> files;  // by whether they are new
    for (const json& one : found["kernels"]) {
      for (const json& finding : one["opportunities"]) {
        if (finding["verdict"] == "applicable") files[finding["new"].get<bool>()] += one["file"].get<std::string>();
      }
    }
    QVERIFY2(files[true].ends_with("src/a.cu") && files[false].ends_with("src/b.cu"), found.dump(1).c_str());
  }

  // Of what is stopped what there is is shown, and the rest is named.
  void givesWhatThereIs() {
    QDir(folder_.path()).mkpath("slow");
    for (int i = 0; i < 60; ++i)
      writeInto(folder_, QString("slow/u%1.cu").arg(i, 2, 10, QChar('0')), kernel("k" + std::to_string(i)));
    const Answer limited =
        analyze({"slow", "--time-limit", "0.8", "--jobs", "1", "--format", "json", "--write-baseline", "ci/part.json"});
    QCOMPARE(limited.code, 3);
    const json answer = limited.value();
    QVERIFY(!answer["not_looked_at"].empty());
    QCOMPARE(answer["units"].size() + answer["not_looked_at"].size(), size_t(60));
    QVERIFY(answer["not_looked_at"].back().get<std::string>().ends_with("u59.cu"));
    QVERIFY(answer["stopped"].get<std::string>().find("the time limit of ") == 0);
    QVERIFY2(limited.error.find("ci/part.json was not written") != std::string::npos, limited.error.c_str());
    QVERIFY(!QFile::exists(folder_.filePath("ci/part.json")));

    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, {"analyze", "slow", "--cuda", "none", "--jobs", "1", "--format", "jsonl"});
    QVERIFY(process.waitForReadyRead(60000));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 128 + SIGINT);
    const auto lines = linesOf({0, process.readAllStandardOutput().toStdString(), {}});
    QVERIFY(lines.size() >= 2);
    const json& summary = lines.back()["summary"];
    QVERIFY(!summary["complete"].get<bool>());
    QCOMPARE(summary["stopped"].get<std::string>(), std::string("it was interrupted"));
    QCOMPARE(summary["units"].get<size_t>() + summary["not_looked_at"].size(), size_t(60));
  }

  // Of one file that takes long, kernels come as they are decided; once it is stopped the others are named.
  void givesWhatThereIsOfAFile() {
    constexpr int all = 1500;
    std::string many;
    for (int i = 0; i < all; ++i) many += kernel("m" + std::to_string(i));
    QDir(folder_.path()).mkpath("many");
    writeInto(folder_, "many/m.cu", many);
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(WARPWRIGHT_PROGRAM, {"analyze", "many", "--cuda", "none", "--format", "jsonl"});
    QVERIFY(process.waitForReadyRead(100000));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 128 + SIGINT);
    const auto lines = linesOf({0, process.readAllStandardOutput().toStdString(), {}});
    QVERIFY(lines.size() > 2);
    QVERIFY(lines.front().contains("kernel") && !lines.front()["kernel"]["opportunities"].empty());
    std::set<std::string> open, named;
    for (const json& line : lines) {
      if (line.contains("kernel") && line["kernel"]["opportunities"].empty()) open.insert(line["kernel"]["name"]);
    }
    const json& summary = lines.back()["summary"];
    for (const json& one : summary["kernels_not_looked_at"])
      named.insert(one["kernel"].get<std::string>().substr(0, one["kernel"].get<std::string>().find('(')));
    QVERIFY(!open.empty() && open.size() < all);
    QVERIFY(open == named);
    QVERIFY(summary["not_looked_at"].empty() && !summary["complete"].get<bool>());
    QCOMPARE(summary["kernels"].get<int>(), all);
  }
};

QTEST_GUILESS_MAIN(AnalyzeCommandTest)
#include "analyze_command_test.moc"
