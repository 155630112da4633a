#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/session/database.h"
#include "core/session/packed_text.h"
#include "core/session/session.h"

using namespace warpwright;

namespace {

AnalysisResult sampleAnalysis(const std::string& kernel) {
  AnalysisResult result;
  result.kernels.resize(1);
  result.kernels[0].name = kernel;
  return result;
}

VariantRecord sampleVariant() {
  VariantRecord variant;
  variant.steps = {{"shared_to_register-1", {{"c", "4"}}}};
  variant.files = {{"dir/a.cu", "int a;\nint b;\n", "int a;\nlong b;\n"}};
  variant.id = makeVariantId(variant.steps, variant.files);
  variant.summary = "result to register";
  return variant;
}

}  // namespace

class SessionTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::filesystem::path path(const char* name = "s.wws") const { return folder_->filePath(name).toStdString(); }

  /// What opening says, having checked that the file is as it was.
  std::string refusal(const std::string& bytes) {
    const auto file = path("bad.wws");
    [&] { QVERIFY(writeFileAtomically(file, bytes).ok()); }();
    const auto opened = Session::openOrCreate(file);
    [&] { QCOMPARE(readFile(file).value(), bytes); }();
    return opened.ok() ? "opened" : opened.error().message;
  }

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void keepsEverything() {
    {
      auto session = Session::openOrCreate(path());
      QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
      QVERIFY(!session->latestAnalysis()->has_value());
      QVERIFY(session->runs()->empty());
      QVERIFY(session->addRun({"check", "a.cu", "-n 4", "finished", "No findings.", 3, 0, 1.5, 1700000000}).ok());
      QVERIFY(session->addRun({"verify", "a.cu", "", "identical", "Identical.", 1, 2, 0.5, 0}).ok());
      QVERIFY(session->setValue("arch", "sm_80").ok());
      QVERIFY(session->setValue("arch", "sm_90").ok());
      QVERIFY(session->addAnalysis(sampleAnalysis("old"), {{"a.cu", "old text"}}).ok());
      QVERIFY(session->addAnalysis(sampleAnalysis("new"), {{"a.cu", "caf\xe9"}, {"b.cu", ""}}).ok());
      QVERIFY(session->setStatus("o-1", OpportunityStatus::previewed).ok());
      QVERIFY(session->setStatus("o-1", OpportunityStatus::applied).ok());
      VariantRecord variant = sampleVariant();
      QVERIFY(session->putVariant(variant).ok());
      variant.applied = true;
      variant.verification = Verification{};
      variant.verification->identical = true;
      variant.verification->summary = "Identical.";
      QVERIFY(session->putVariant(variant).ok());
      QVERIFY(session
                  ->addMeasurement({variant.id, "k", "gpu:0", "H200", "time/median", "ms", 0.13, 0.12, 0.14, 30,
                                    "L2 flushed", "FASTER", 5})
                  .ok());
      const auto note = session->putAnnotation({0, {"a.cu", 7, 0}, "look here", 0});
      QVERIFY(note.ok());
      QVERIFY(session->putAnnotation({*note, {"a.cu", 8, 0}, "here", 0}).ok());
      const auto removed = session->putAnnotation({0, {"a.cu", 9, 0}, "gone", 0});
      QVERIFY(session->putAnnotation({*removed, {}, "", 0}).ok());
    }
    const auto session = Session::open(path());
    QVERIFY(session.ok());
    QCOMPARE(session->values()->at("arch"), std::string("sm_90"));
    QCOMPARE((*session->latestAnalysis())->kernels[0].name, std::string("new"));
    QCOMPARE(session->sources().value(), (std::map<std::string, std::string>{{"a.cu", "caf\xe9"}, {"b.cu", ""}}));
    QVERIFY(session->statuses()->at("o-1") == OpportunityStatus::applied);
    const auto variants = session->variants();
    QCOMPARE(variants->size(), size_t{1});
    const VariantRecord& variant = variants->front();
    QVERIFY(variant.applied && variant.verification && variant.verification->identical && variant.changedAt > 0);
    QCOMPARE(variant.steps[0].values.at("c"), std::string("4"));
    QCOMPARE(variant.diff(),
             std::string("--- a/dir/a.cu\n+++ b/dir/a.cu\n@@ -1,2 +1,2 @@\n int a;\n-int b;\n+long b;\n"));
    QVERIFY(variant.diff("dir").starts_with("--- a/a.cu\n+++ b/a.cu\n"));
    QVERIFY(variant.diff("other").starts_with("--- a/dir/a.cu\n"));
    QCOMPARE(session->measurements()->at(0).high, 0.14);
    QCOMPARE(session->annotations()->size(), size_t{1});
    QCOMPARE(session->runs()->size(), size_t{2});
    QCOMPARE(session->runs()->at(0).arguments, std::string("-n 4"));
    QCOMPARE(session->runs()->at(0).startedAt, int64_t{1700000000});
    QVERIFY(session->runs()->at(1).findings == 2 && session->runs()->at(1).startedAt > 1700000000);
    QCOMPARE(session->annotations()->at(0).at.line, 8u);
  }

  void refusesWhatIsNoSession() {
    QVERIFY(refusal("").find("too short") != std::string::npos);
    QVERIFY(refusal("short").find("too short (5 bytes)") != std::string::npos);
    QVERIFY(refusal(std::string(5000, 'x')).find("no SQLite file") != std::string::npos);
    QVERIFY(!Session::open(path("missing.wws")).ok());
    QVERIFY(!Session::openOrCreate(folder_->path().toStdString()).ok());
    const auto impossible = Session::openOrCreate("/no/such/folder/s.wws");
    QVERIFY(!impossible.ok() && impossible.error().message.find("/no/such/folder/s.wws:") != std::string::npos);
    // Of a file that is made under another name, errors speak of the name that it is to have.
    auto made = Database::createAs(path("wanted.wws"), path("made.wws"));
    QVERIFY(made.ok());
    const auto failed = Statement(*made, "SELECT * FROM nowhere").step();
    QVERIFY(!failed.ok() && failed.error().message.find("wanted.wws") != std::string::npos);
    {
      auto foreign = Database::open(path("foreign.db"), true);
      QVERIFY(foreign->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1);").ok());
    }
    QVERIFY(refusal(readFile(path("foreign.db")).value()).find("another program") != std::string::npos);
  }

  void refusesANewerFormatAndDamage() {
    {
      auto session = Session::openOrCreate(path());
      QVERIFY(session->addAnalysis(sampleAnalysis("k"), {{"a.cu", std::string(20000, 'a')}}).ok());
    }
    const std::string good = readFile(path()).value();
    {
      auto database = Database::open(path(), false);
      QVERIFY(database->execute("PRAGMA user_version=2").ok());
    }
    const std::string message = refusal(readFile(path()).value());
    QVERIFY2(message.find("newer version") != std::string::npos, message.c_str());
    QVERIFY(refusal(good.substr(0, good.size() / 2)).find("damaged") != std::string::npos);
    std::string broken = good;
    for (size_t at = 4096; at < broken.size(); at += 64) broken[at] = '\x5a';
    QVERIFY(refusal(broken).find("damaged") != std::string::npos);
    QCOMPARE(refusal(good), std::string("opened"));
  }

  void keepsWhatWasCommittedWhenKilled() {
    for (int round = 0; round < 8; ++round) {
      std::filesystem::remove(path());
      int ready[2];
      QVERIFY(::pipe(ready) == 0);
      const pid_t child = ::fork();
      if (child == 0) {
        auto session = Session::openOrCreate(path());
        for (int i = 1; session.ok(); ++i) {
          const std::string text = std::to_string(i);
          if (!session->addAnalysis(sampleAnalysis(text), {{"a.cu", std::string(3000, 'a') + text}}).ok()) break;
          // Reports only what has been committed.
          if (::write(ready[1], &i, sizeof i) != sizeof i) break;
        }
        ::_exit(1);
      }
      ::close(ready[1]);
      int committed = 0;
      for (int seen = 0; seen < 3 + round * 4; ++seen)
        QVERIFY(::read(ready[0], &committed, sizeof committed) == sizeof committed);
      ::usleep(static_cast<useconds_t>(round * 137));
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
      for (int later; ::read(ready[0], &later, sizeof later) == sizeof later;) committed = later;
      ::close(ready[0]);
      const auto session = Session::open(path());
      QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
      const int last = std::stoi((*session->latestAnalysis())->kernels[0].name);
      QVERIFY(last == committed || last == committed + 1);
      QVERIFY(session->sources()->at("a.cu").ends_with('a' + std::to_string(last)));
    }
  }

  void saysThatAFileIsReadOnly() {
    if (::geteuid() == 0) QSKIP("root writes to read-only files");
    {
      auto session = Session::openOrCreate(path());
      QVERIFY(session.ok());
    }
    ::chmod(path().c_str(), 0444);
    auto session = Session::open(path());
    if (session.ok()) QVERIFY(session->setValue("a", "b").error().message.find("read-only") != std::string::npos);
  }

  void twoProcessesMayHaveItOpen() {
    auto one = Session::openOrCreate(path()), two = Session::openOrCreate(path());
    QVERIFY(one->setValue("a", "1").ok());
    QVERIFY(two->setValue("b", "2").ok());
    QCOMPARE(one->values()->size(), size_t{2});
  }

  void packsTexts() {
    for (const std::string& text : {std::string(), std::string(100000, 'x'), std::string("\0\xff", 2)}) {
      QCOMPARE(unpackText(packText(text)).value(), text);
    }
    QVERIFY(!unpackText("nonsense").ok());
    QVERIFY(!unpackText("").ok());
    QVERIFY(!unpackText(packText(std::string(5000, 'x')).substr(0, 12)).ok());
  }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
