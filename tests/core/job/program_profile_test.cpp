#include "core/job/program_profile.h"

#include <QTest>

using namespace warpwright;

class ProgramProfileTest : public QObject {
  Q_OBJECT

 private slots:
  // What is launched in several sizes is tuned for the one that takes longest.
  void theLongestLaunchIsToldByItsIndex() {
    ProfileBuilder builder;
    const ProfiledShape shape{{64, 1, 1}, {64, 1, 1}};
    const auto launch = [&](const char* name, uint64_t begin, uint64_t length) {
      builder.addKernel(name, begin, begin + length, 32, shape, {0, 7});
    };
    launch("_Z7descendPi", 1000, 100);
    launch("_Z5scalePfS_", 2000, 9000);
    launch("_Z7descendPi", 20'000, 500);
    launch("_Z7descendPi", 30'000, 540);  // hardly longer, and later
    launch("_Z7descendPf", 40'000, 900);  // an overload
    const ProgramProfile profile = builder.profile();
    QCOMPARE(longestLaunch(profile, "descend(int*)").value(), uint64_t{1});
    QCOMPARE(longestLaunch(profile, "_Z7descendPi").value(), uint64_t{1});
    QCOMPARE(longestLaunch(profile, "descend").value(), uint64_t{3});
    QCOMPARE(longestLaunch(profile, "scale").value(), uint64_t{0});
    const auto none = longestLaunch(profile, "ascend");
    QVERIFY(!none.ok() && none.error().kind == ErrorKind::input);
  }
};

QTEST_APPLESS_MAIN(ProgramProfileTest)
#include "program_profile_test.moc"
