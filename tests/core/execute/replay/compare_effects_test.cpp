#include <QTest>

#include "core/execute/replay/compare_effects.h"

using namespace warpwright;

namespace {

ProgramEffects printing(const std::string& text) {
  return {text, "", "", {}};
}

bool same(const std::string& original, const std::string& again, const std::string& variant,
          const EffectRules& rules = {}) {
  const ProgramEffects second = printing(again);
  return compareEffects(printing(original), &second, printing(variant), rules).differences.empty();
}

std::vector<EngineLaunch> launches(const std::string& kernels) {
  std::vector<EngineLaunch> all;
  for (const char kernel : kernels) all.push_back({std::string(1, kernel)});
  return all;
}

bool sameLaunches(const std::string& original, const std::string& variant) {
  return !compareLaunches(launches(original), launches(variant)).has_value();
}

}  // namespace

/// What runs did beside computing, without running anything.
class CompareEffectsTest : public QObject {
  Q_OBJECT

 private slots:
  void wordsThatVaryAreLeftOut() {
    QVERIFY(same("a\nb\n", "a\nb\n", "a\nb\n"));
    QVERIFY(!same("a\nb\n", "a\nb\n", "a\nc\n"));
    QVERIFY(same("took 1.5 ms\n", "took 1.7 ms\n", "took  22.25 ms\n"));
    QVERIFY(!same("took 1.5 ms\n", "took 1.5 ms\n", "took 1.7 ms\n"));
    QVERIFY(!same("sum 5 in 1.5 ms\n", "sum 5 in 1.7 ms\n", "sum 6 in 1.9 ms\n"));
    QVERIFY(!same("took 1.5 ms\n", "took 1.7 ms\n", "took 1.6 s\n"));
    QVERIFY(!same("took 1.5 ms\n", "took 1.7 ms\n", "took long ms\n"));
    QVERIFY(!same("took 1.5 ms\n", "took 1.7 ms\n", "took 1.5 ms\nmore\n"));
    QVERIFY(same("at 0x7f01 x\n", "at 0x8f02 x\n", "at 0x9f03 x\n"));
    QVERIFY(!same("a\n1.5\n", "a\n1.7\n", "b\n1.6\n"));
  }

  void textsWithoutLinesInCommonAreNotCompared() {
    const ProgramEffects second = printing("a\n");
    const EffectComparison found = compareEffects(printing("a\nb\n"), &second, printing("c\n"), {});
    QVERIFY(found.differences.empty());
    QCOMPARE(found.notes.size(), size_t(1));
  }

  void timesMayDifferWhereThatIsAsked() {
    EffectRules rules;
    rules.timesMayDiffer = true;
    QVERIFY(same("Kernel time: 0.3\n", "Kernel time: 0.3\n", "Kernel time: 0.4\n", rules));
    QVERIFY(same("12 GB/s\n", "12 GB/s\n", "13 GB/s\n", rules));
    QVERIFY(same("[5ms]\n", "[5ms]\n", "[6ms]\n", rules));
    QVERIFY(!same("sum: 3\n", "sum: 3\n", "sum: 4\n", rules));
    QVERIFY(!same("Kernel time: 0.3\n", "Kernel time: 0.3\n", "Kernel mime: 0.3\n", rules));
  }

  void filesAreComparedByNameAndContent() {
    const auto differ = [](const ProgramEffects& a, const ProgramEffects& b) {
      return compareEffects(a, nullptr, b, {}).differences;
    };
    ProgramEffects one, other;
    one.files["a"] = "1\n";
    QCOMPARE(differ(one, one).size(), size_t(0));
    QCOMPARE(differ(one, other)[0].message,
             std::string("The file a differs: the original writes it, the variant leaves it as it is."));
    other.files["a"] = std::nullopt;
    QCOMPARE(differ(one, other)[0].message,
             std::string("The file a differs: the original writes it, the variant removes it."));
    other.files["a"] = std::string("2\0", 2);
    QCOMPARE(differ(one, other)[0].message,
             std::string("The two programs write to the file a other bytes: from byte 0 on."));
    other.files["a"] = "1";
    QCOMPARE(differ(one, other)[0].kind, std::string("file"));
    EffectRules rules;
    rules.ignoreOutput = true;
    one.output = "x";
    QCOMPARE(compareEffects(one, nullptr, other, rules).differences.size(), size_t(1));
  }

  void launchesKeepTheirNumberAndOrder() {
    QVERIFY(sameLaunches("", ""));
    QVERIFY(sameLaunches("aab", "aab"));
    QVERIFY(!sameLaunches("aaa", "aa"));
    QVERIFY(!sameLaunches("aa", "aaa"));
    QVERIFY(!sameLaunches("ab", "ba"));
    QVERIFY(!sameLaunches("ab", "a"));
    // x is a new kernel: it stands in for others, or is one more.
    QVERIFY(sameLaunches("aab", "xab"));
    QVERIFY(sameLaunches("aab", "axb"));
    QVERIFY(sameLaunches("ab", "xab"));
    QVERIFY(sameLaunches("a", "x"));
    QVERIFY(!sameLaunches("aab", "xb"));
    QVERIFY(!sameLaunches("ab", "bxa"));
    QCOMPARE(compareLaunches(launches("ab"), launches("a"))->kind, std::string("launches"));
  }
};

QTEST_GUILESS_MAIN(CompareEffectsTest)
#include "compare_effects_test.moc"
