// Programs that fooled Warpwright once, with what they have to show: attack/expected.txt.

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "test_data.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

class AttackTest : public QObject {
  Q_OBJECT

  // A copy: the repository around the programs is no part of what they show.
  QTemporaryDir copy_;
  const QString folder_ = copy_.path();

  Answer call(const QStringList& arguments) const { return callWarpwright(arguments, folder_); }

  /// The ids of applicable findings of a pass.
  QStringList found(const QString& program, const QString& pass) const {
    const Answer answer =
        call({"analyze", program, "--cuda", "none", "--format", "json", "--passes", pass, "--", "-isystem", "sysinc"});
    const json result = answer.value();
    QStringList ids;
    if (!result.is_object()) return {"no answer: " + QString::fromStdString(answer.error)};
    for (const json& kernel : result["kernels"]) {
      for (const json& one : kernel["opportunities"]) {
        if (one["verdict"] == "applicable") ids << QString::fromStdString(one["id"].get<std::string>());
      }
    }
    return ids;
  }

  void writtenTheSame(const QString& program, const QString& pass) const {
    for (const QString& id : found(program, pass)) {
      QTemporaryDir target;
      QStringList rewrite{"rewrite",       program, "--cuda",   "none",
                          "--opportunity", id,      "--output", target.path() + "/variant.cu"};
      Answer written = call(rewrite);
      if (written.error.find("--set") != std::string::npos) return;  // it has no first values: loads are chosen by hand
      QVERIFY2(written.code == 0, qPrintable(id + ": " + QString::fromStdString(written.error)));
      const Answer same = call({"verify", program, "--against", target.path() + "/variant.cu", "--cuda", "none"});
      QVERIFY2(same.code == 0, qPrintable(id + ": " + QString::fromStdString(same.output + same.error)));
    }
  }

 private slots:
  void initTestCase() {
    std::error_code failed;
    std::filesystem::copy(WARPWRIGHT_TEST_DATA "/app/attack", folder_.toStdString(),
                          std::filesystem::copy_options::recursive, failed);
    QVERIFY2(!failed, failed.message().c_str());
  }
  void shows_data() {
    QTest::addColumn<QStringList>("words");
    QFile file(folder_ + "/expected.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (QString line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
      if (!line.startsWith('#')) QTest::newRow(qPrintable(line)) << line.split(' ', Qt::SkipEmptyParts);
    }
  }

  void shows() {
    QFETCH(QStringList, words);
    const QString program = words.takeFirst(), what = words.takeFirst();
    if (what == "never" || what == "applicable") {
      for (const QString& pass : words) {
        const QStringList ids = found(program, pass);
        QVERIFY2(ids.isEmpty() == (what == "never"), qPrintable(pass + ": " + ids.join(' ')));
      }
    } else if (what == "same") {
      for (const QString& pass : words) writtenTheSame(program, pass);
    } else if (what == "silent" || what == "finds") {
      const Answer run = call({"run", program, "--cuda", "none", "--check", "--format", "json"});
      QStringList kinds;
      const json result = run.value();
      for (const json& one : result["findings"]) kinds << QString::fromStdString(one["kind"].get<std::string>());
      kinds.removeAll("leak");
      QVERIFY2(what == "silent" ? kinds.isEmpty() : kinds.contains(words.first()),
               qPrintable(kinds.join(' ') + QString::fromStdString(run.error)));
    } else {
      QVERIFY(what == "differs" || what == "equals");
      const Answer verified =
          call({"verify", program, "--against", words.first(), "--cuda", "none", "--format", "json"});
      QVERIFY2(verified.value().value("identical", what == "differs") == (what == "equals"), verified.output.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(AttackTest)
#include "attack_test.moc"
