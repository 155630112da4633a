#include "core/job/link_flags.h"

#include <QTest>

using namespace warpwright;

class LinkFlagsTest : public QObject {
  Q_OBJECT
 private slots:
  void takesLibrariesAsTheyStand() {
    const std::vector<std::string> words = {"nvcc", "-lineinfo", "-O3",    "-l",  "m",       "-lcufft", "-Llib",
                                            "-L",   "../other",  "-L/abs", "-la", "-lcufft", "main.o",  "-link"};
    const std::vector<std::string> expected = {"-lm",    "-lcufft", "-L/p/build/lib", "-L/p/other",
                                               "-L/abs", "-la",     "-lcufft"};
    QCOMPARE(librariesIn(words, "/p/build"), expected);
  }

  void leavesWhatIsNotWhole() {
    QCOMPARE(librariesIn({"-l"}, "/p"), std::vector<std::string>());
    QCOMPARE(librariesIn({"-L"}, "/p"), std::vector<std::string>());
    QCOMPARE(librariesIn({}, "/p"), std::vector<std::string>());
  }
};

QTEST_GUILESS_MAIN(LinkFlagsTest)
#include "link_flags_test.moc"
