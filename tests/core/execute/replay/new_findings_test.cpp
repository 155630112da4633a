#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/execute/replay/new_findings.h"

using namespace warpwright;

namespace {

constexpr const char* kOriginal =
    "__global__ void k() {\n"  // 1
    "  s[t] = a;\n"
    "  b = s[t + 1];\n"
    "  s[t] = b;\n"  // 4
    "  c = s[t + 2];\n"
    "  d = s[t] * 2;\n"
    "}\n";

/// A race on `s` between two lines.
struct Race {
  unsigned at, other;
};

/// Programs in a folder; what is new in the second.
class Programs {
 public:
  Programs(const std::string& original, const std::string& variant) {
    original_.path = write("a.cu", original);
    variant_.path = write("b.cu", variant);
  }
  size_t added(const std::vector<Race>& known, const std::vector<Race>& found) const {
    const auto own = findings(original_, known), other = findings(variant_, found);
    return newFindings({original_, own}, {variant_, other}).size();
  }

 private:
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    if (!writeFileAtomically(path, text).ok()) qFatal("cannot write");
    return path;
  }
  static std::vector<EngineFinding> findings(const EngineJob& job, const std::vector<Race>& races) {
    std::vector<EngineFinding> all;
    for (const Race& race : races) {
      EngineFinding finding;
      finding.kind = "race";
      finding.kernel = "k";
      finding.object = "s";
      finding.at = {job.path.string(), race.at, 1};
      finding.other = {job.path.string(), race.other, 1};
      all.push_back(finding);
    }
    return all;
  }

  QTemporaryDir folder_;
  EngineJob original_, variant_;
};

}  // namespace

class NewFindingsTest : public QObject {
  Q_OBJECT

 private slots:
  void theSameAreKnown() {
    const Programs same(kOriginal, kOriginal);
    QCOMPARE(same.added({{2, 3}}, {{2, 3}}), size_t(0));
    QCOMPARE(same.added({{2, 3}}, {{3, 2}}), size_t(0));
    QCOMPARE(same.added({}, {{2, 3}}), size_t(1));
    QCOMPARE(same.added({{2, 3}}, {}), size_t(0));
  }
  void anotherPlaceIsNew() {
    const Programs same(kOriginal, kOriginal);
    QCOMPARE(same.added({{2, 3}}, {{2, 3}, {4, 5}}), size_t(1));
    QCOMPARE(same.added({{2, 3}}, {{4, 5}}), size_t(1));
    QCOMPARE(same.added({{2, 3}}, {{2, 5}}), size_t(1));
  }
  void whichOfSeveralAccessesMeetIsChance() {
    const Programs same(kOriginal, kOriginal);
    QCOMPARE(same.added({{2, 3}, {2, 5}}, {{3, 5}}), size_t(0));
  }
  void linesMove() {
    const Programs moved(kOriginal, "// more\n\n" + std::string(kOriginal));
    QCOMPARE(moved.added({{2, 3}}, {{4, 5}}), size_t(0));
    QCOMPARE(moved.added({{2, 3}}, {{6, 7}}), size_t(1));
    const Programs indented(
        kOriginal, "__global__ void k() {\n  for (;;) {\n      s[t]=a;\n      b = s[t+1];\n      s[t] = b;\n}}");
    QCOMPARE(indented.added({{2, 3}}, {{3, 4}}), size_t(0));
  }
  void linesAreRewritten() {
    const Programs changed(kOriginal,
                           "__global__ void k() {\n  s[2 * t] = a;\n  b = s[t + 1];\n  s[t] = b;\n  c = s[t + 2];\n"
                           "  d = s[t] * 2;\n}\n");
    QCOMPARE(changed.added({{2, 3}}, {{2, 3}}), size_t(0));
    QCOMPARE(changed.added({{2, 3}}, {{2, 5}}), size_t(1));
    QCOMPARE(changed.added({{4, 5}}, {{2, 5}}), size_t(1));
    QCOMPARE(changed.added({{2, 2}}, {{2, 2}, {4, 4}}), size_t(1));
  }
  void copiesOfALineAreOneOfIt() {
    const Programs twice(kOriginal, "void k() {\n  s[t] = a;\n  b = s[t + 1];\n  s[t] = a;\n  b = s[t + 1];\n}\n");
    QCOMPARE(twice.added({{2, 3}}, {{2, 3}, {4, 5}}), size_t(0));
  }
  void withoutTextsNumbersCount() {
    EngineJob job;
    job.path = "gone.cu";
    EngineFinding finding;
    finding.at = {"gone.cu", 3, 1};
    const std::vector<EngineFinding> one(1, finding), two(2, finding);
    QCOMPARE(newFindings({job, one}, {job, one}).size(), size_t(0));
    QCOMPARE(newFindings({job, one}, {job, two}).size(), size_t(1));
  }
  void openTextsAreRead() {
    EngineJob job, variant;
    job.path = variant.path = "/open.cu";
    job.openTexts["/open.cu"] = kOriginal;
    variant.openTexts["/open.cu"] = "\n" + std::string(kOriginal);
    EngineFinding known, moved, other;
    known.at = {"/open.cu", 2, 1};
    moved.at = {"/open.cu", 3, 1};
    other.at = {"/open.cu", 4, 1};
    QCOMPARE(newFindings({job, {known}}, {variant, {moved}}).size(), size_t(0));
    QCOMPARE(newFindings({job, {known}}, {variant, {other}}).size(), size_t(1));
  }
};

QTEST_GUILESS_MAIN(NewFindingsTest)
#include "new_findings_test.moc"
