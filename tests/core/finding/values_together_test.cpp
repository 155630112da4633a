// Which values of a change's parameters go together.
#include <QtTest>

#include "core/finding/parameter_values.h"

using namespace warpwright;

namespace {

/// Along y two factors, along x three; only y's extent is known; a value along z goes with nothing.
std::vector<Parameter> compaction() {
  return {{"c_factor", {"2", "4", "8"}, "dimension", {{"y", {"4", "8"}}, {"x", {"2", "4", "8"}}}},
          {"dimension", {"y", "x"}},
          {"stride", {"read", "constant"}, "dimension", {{"y", {"read", "constant"}}, {"x", {"read"}}}}};
}

}  // namespace

class ValuesTogetherTest : public QObject {
  Q_OBJECT

 private slots:
  void whatGoesWithTheOthersIsOffered() {
    const std::vector<Parameter> parameters = compaction();
    QCOMPARE(offeredValues(parameters, parameters[0], {}), (std::vector<std::string>{"4", "8"}));
    QCOMPARE(offeredValues(parameters, parameters[0], {{"dimension", "x"}}), (std::vector<std::string>{"2", "4", "8"}));
    QCOMPARE(offeredValues(parameters, parameters[1], {{"c_factor", "2"}}), (std::vector<std::string>{"y", "x"}));
    // What it depends on is not there, or not said: all of them.
    QCOMPARE(offeredValues({parameters[0]}, parameters[0], {}).size(), size_t(3));
    QCOMPARE(offeredValues(parameters, parameters[0], {{"dimension", "z"}}).size(), size_t(3));
  }

  void whatDoesNotGoWithANewValueGivesWay() {
    const std::vector<Parameter> parameters = compaction();
    const ParameterValues along{{"c_factor", "2"}, {"dimension", "x"}};
    QCOMPARE(withValue(parameters, along, "dimension", "y"), (ParameterValues{{"c_factor", "4"}, {"dimension", "y"}}));
    QCOMPARE(withValue(parameters, {{"c_factor", "8"}, {"stride", "constant"}}, "dimension", "x"),
             (ParameterValues{{"c_factor", "8"}, {"dimension", "x"}, {"stride", "read"}}));
    // What was not named is the default, whatever that is then.
    QCOMPARE(withValue(parameters, {}, "dimension", "x"), (ParameterValues{{"dimension", "x"}}));
    QCOMPARE(withValue(parameters, along, "c_factor", "8"), (ParameterValues{{"c_factor", "8"}, {"dimension", "x"}}));
  }

  void whatNothingGoesWithIsNamedNoMore() {
    const std::vector<Parameter> parameters = {{"size", {"16"}, "place", {{"far", {}}}}, {"place", {"near", "far"}}};
    QCOMPARE(withValue(parameters, {{"size", "16"}}, "place", "far"), (ParameterValues{{"place", "far"}}));
  }

  void wordsSayWhatGoesTogether() {
    const std::vector<Parameter> parameters = compaction();
    QCOMPARE(valuesText(parameters[0]), std::string("c_factor: 2, 4, 8 (with dimension y: 4, 8)"));
    QCOMPARE(valuesText(parameters[1], "`"), std::string("`dimension`: `y`, `x`"));
  }
};

QTEST_GUILESS_MAIN(ValuesTogetherTest)
#include "values_together_test.moc"
