// Which compiled program is profiled. What a run gives is tested with the fake driver: tests/gpu.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "core/base/file.h"
#include "core/execute/replay/profile_program.h"

using namespace warpwright;
namespace fs = std::filesystem;

class ProfileProgramTest : public QObject {
  Q_OBJECT

 private slots:
  void withoutAProgramNothingRuns() {
    for (const std::vector<std::string>& command : {std::vector<std::string>{}, {""}}) {
      const auto profiled = profileProgram({command, {}, false}, {}, {});
      QVERIFY(!profiled.ok() && profiled.error().kind == ErrorKind::usage);
    }
  }

  void executablesAreFoundByTheirNames() {
    QTemporaryDir folder;
    const fs::path root = fs::path(folder.path().toStdString()) / "srad";
    const auto make = [&](const fs::path& file, bool runs, int age) {
      fs::create_directories((root / file).parent_path());
      QVERIFY(writeFileAtomically(root / file, "x").ok());
      fs::permissions(root / file, runs ? fs::perms::owner_all : fs::perms::owner_read);
      fs::last_write_time(root / file, fs::file_time_type::clock::now() - std::chrono::hours(age));
    };
    make("src/main.cu", false, 1);
    make("src/main", true, 3);              // beside its source
    make("build/srad_v2", true, 2);         // by the name of the program
    make("build/other", true, 1);           // of another program
    make("a.out", false, 1);                // cannot be run
    fs::create_directories(root / "srad");  // a folder
    fs::create_symlink(root / "src/main", root / "main");
    const auto found = likelyExecutables(root / "src/main.cu", root, "srad_v2");
    std::vector<std::string> names;
    for (const fs::path& file : found) names.push_back(file.lexically_relative(root).string());
    QCOMPARE(names.size(), size_t(2));
    QCOMPARE(names.front(), std::string("build/srad_v2"));
    QVERIFY(names.back() == "main" || names.back() == "src/main");
    QVERIFY(likelyExecutables({}, {}, {}).empty());
  }
};

QTEST_GUILESS_MAIN(ProfileProgramTest)
#include "profile_program_test.moc"
