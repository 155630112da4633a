#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

namespace {

const char* const program =
    "#include \"%1\"\n"
    "__global__ void k(const int *in, int *out) {\n"
    "  int t = lane(0);\n"
    "  out[blockIdx.x * 64 + t] = shifted(in[blockIdx.x * 64 + t]);\n"
    "}\n"
    "int main() {\n"
    "  int host[256], *in, *out, sum = 0;\n"
    "  for (int i = 0; i < 256; ++i) host[i] = i * 7 % 31;\n"
    "  cudaMalloc(&in, sizeof host);\n"
    "  cudaMalloc(&out, sizeof host);\n"
    "  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);\n"
    "  k<<<4, 64>>>(in, out);\n"
    "  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);\n"
    "  for (int i = 0; i < 256; ++i) sum += host[i] * (i + 1);\n"
    "  return sum % 100;\n"
    "}\n";
const char* const lane =
    "#pragma once\n"
    "#include \"%1\"\n"
    "__device__ inline int lane(int n) { return threadIdx.x + n; }\n";
const char* const shift = "#pragma once\n__device__ inline int shifted(int n) { return n + 5; }\n";

}  // namespace

/// What `rewrite --output FOLDER` writes compiles from there, and is no part of the project that it lies in.
class VariantFolderTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  /// What the program ends with; -1: it does not run.
  int endOf(const QStringList& arguments) {
    const Answer ran = run(QStringList{"run", "--cuda", "none", "--format", "json"} + arguments);
    return ran.value().is_object() ? ran.value().value("exit", -1) : -1;
  }
  void put(const QString& name, const QString& text) {
    const QString path = folder_.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    if (!writeFileAtomically(path.toStdString(), text.toStdString()).ok()) qFatal("cannot write %s", qPrintable(path));
  }
  std::string textOf(const QString& name) {
    const Result<std::string> text = readFile(folder_.filePath(name).toStdString());
    return text.ok() ? *text : "";
  }
  QString merging(const QString& file) {
    const Answer found = run({"analyze", file, "--cuda", "none", "--passes", "thread_compaction", "--format", "json"});
    const json answer = found.value();
    if (!answer.is_object() || answer["kernels"].empty()) return {};
    const json& one = answer["kernels"][0]["opportunities"][0];
    return one["verdict"] == "applicable" ? QString::fromStdString(one["id"].get<std::string>()) : QString();
  }

 private slots:
  void keepsFolders_data() {
    QTest::addColumn<QString>("file");    // the source below its project
    QTest::addColumn<QString>("first");   // what it includes
    QTest::addColumn<QString>("header");  // where that lies
    QTest::addColumn<QString>("second");  // what the header includes
    QTest::addColumn<QString>("neighbour");
    QTest::addColumn<QString>("variant");  // where the source is in the folder
    QTest::newRow("below") << "a.cu" << "inc/lane.h" << "inc/lane.h" << "shift.h" << "inc/shift.h" << "a.cu";
    QTest::newRow("beside and above") << "src/a.cu" << "../lane.h" << "lane.h" << "common/shift.h" << "common/shift.h"
                                      << "src/a.cu";
    QTest::newRow("another branch") << "app/a.cu" << "../lib/dev/lane.h" << "lib/dev/lane.h" << "../shift.h"
                                    << "lib/shift.h" << "app/a.cu";
    QTest::newRow("all beside") << "a.cu" << "lane.h" << "lane.h" << "shift.h" << "shift.h" << "a.cu";
  }

  void keepsFolders() {
    QFETCH(QString, file);
    QFETCH(QString, first);
    QFETCH(QString, header);
    QFETCH(QString, second);
    QFETCH(QString, neighbour);
    QFETCH(QString, variant);
    const QString top = QString(QTest::currentDataTag()).section(' ', 0, 0) + "/";
    put(top + ".git/HEAD", "ref: refs/heads/main\n");  // the project's folder
    put(top + file, QString(program).arg(first));
    put(top + header, QString(lane).arg(second));
    put(top + neighbour, shift);
    const int right = endOf({top + file});
    QVERIFY(right > 0);
    const QString id = merging(top + file);
    QVERIFY(!id.isEmpty());

    // Below the sources, where a careless look would take it for a part of them, and elsewhere.
    for (const QString& target :
         {top + QFileInfo(file).path() + "/variants/one", top + "out", QString("elsewhere/") + top}) {
      const QStringList rewrite{"rewrite", top + file, "--cuda", "none", "--opportunity", id, "--output", target};
      const Answer written = run(rewrite);
      QVERIFY2(written.code == 0, written.error.c_str());
      QVERIFY2(
          written.output.find(QString(target + "/" + variant).replace("//", "/").toStdString()) != std::string::npos,
          written.output.c_str());
      QVERIFY(textOf(target + "/" + variant) != textOf(top + file));
      QCOMPARE(endOf({target + "/" + variant}), right);
      const Answer same = run({"verify", top + file, "--against", target + "/" + variant, "--cuda", "none"});
      QVERIFY2(same.code == 0, (same.output + same.error).c_str());
      // Once more, with the first one there: into the same folder and into another.
      QCOMPARE(merging(top + file), id);
      QCOMPARE(run(rewrite).code, 0);
      QCOMPARE(run(QStringList(rewrite).replaceInStrings(target, target + "_2")).code, 0);
    }
    QCOMPARE(run({"analyze", top, "--cuda", "none", "--format", "json"}).value()["units"].size(), size_t{1});
    // A variant is a program like any other where it is named.
    QCOMPARE(run({"analyze", top + "out", "--cuda", "none", "--format", "json"}).value()["units"].size(), size_t{1});
    QVERIFY(!merging(top + "out/" + variant).isEmpty());
  }

  // A replay takes the folder as it was written.
  void replays() {
    put("again/a.cu", QString(program).arg("inc/lane.h"));
    put("again/inc/lane.h", QString(lane).arg("shift.h"));
    put("again/inc/shift.h", shift);
    const QString id = merging("again/a.cu");
    QVERIFY(!id.isEmpty());
    QCOMPARE(run({"rewrite", "again/a.cu", "--cuda", "none", "--opportunity", id, "--output", "again/out"}).code, 0);
    QVERIFY(endOf({"again/a.cu", "--capture", "k.wwcap"}) > 0);
    const Answer done = run({"replay", "k.wwcap", "--on", "cpu", "--variant", "again/out", "--format", "json"});
    QVERIFY2(done.code == 0, done.error.c_str());
    QVERIFY(done.value()["variants"][0]["launch"]["block"] != json::array({64, 1, 1}));
  }

  // Nobody's text goes, and a folder with other files in it stays a part of the project.
  void sparesWhatIsThere() {
    put("spare/a.cu", QString(program).arg("inc/lane.h"));
    put("spare/inc/lane.h", QString(lane).arg("shift.h"));
    put("spare/inc/shift.h", shift);
    put("spare/mine/notes.txt", "mine");
    put("spare/mine/inc/shift.h", "// mine\n");
    const QString id = merging("spare/a.cu");
    const QStringList rewrite{"rewrite", "spare/a.cu", "--cuda", "none", "--opportunity", id, "--output", "spare/mine"};
    const Answer taken = run(rewrite);
    QVERIFY2(taken.code == 3 && taken.error.find("is there already") != std::string::npos, taken.error.c_str());
    QVERIFY(!QFile::exists(folder_.filePath("spare/mine/a.cu")));
    QVERIFY(QFile::remove(folder_.filePath("spare/mine/inc/shift.h")));
    QCOMPARE(run(rewrite).code, 0);
    QVERIFY(!QFile::exists(folder_.filePath("spare/mine/.warpwright-variant")));
    // The folder of the sources itself: as in place.
    QCOMPARE(run(QStringList(rewrite).replaceInStrings("spare/mine", "spare")).code, 0);
    QVERIFY(textOf("spare/a.cu") == textOf("spare/mine/a.cu"));
    QVERIFY(!QFile::exists(folder_.filePath("spare/.warpwright-variant")));
  }
};

QTEST_GUILESS_MAIN(VariantFolderTest)
#include "variant_folder_test.moc"
