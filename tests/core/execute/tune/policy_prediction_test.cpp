#include "core/execute/tune/policy_prediction.h"

#include <QTest>

using namespace warpwright;
using memsim::CacheOperator;

namespace {

Opportunity finding() {
  Opportunity found;
  for (const auto& [name, line] : {std::pair{"a[i]", 4u}, {"b[i]", 5u}}) {
    found.parameters.push_back({name, {"plain", "cg", "cs"}});
    found.evidence.push_back({{"/home/k.cu", line, 9}, "", "read", "i", ""});
  }
  found.evidence.push_back({{"/home/k.cu", 6, 9}, "`c[i]` stays as it is: line 7 writes `c`", "read", "i", ""});
  return found;
}

PolicyChoice choiceOf(std::vector<std::pair<std::string, std::vector<CacheOperator>>> tried, size_t chosen) {
  PolicyChoice choice;
  for (const uint32_t line : {5u, 4u, 6u}) {
    KernelLoad load;
    load.at = {"/home/k.cu", line, 9};
    choice.loads.push_back(load);
  }
  for (auto& [name, operators] : tried) choice.tried.push_back({name, operators, {}});
  choice.chosen = chosen;
  return choice;
}

constexpr CacheOperator plain = CacheOperator::normal, past = CacheOperator::bypassL1, first = CacheOperator::streaming;

}  // namespace

class PolicyPredictionTest : public QObject {
  Q_OBJECT
 private slots:
  void loadsFindTheirParameters() {
    const PolicyChoice choice = choiceOf({{"as written", {plain, plain, plain}}}, 0);
    QCOMPARE(parameterOf(finding(), choice.loads[0]), std::string("b[i]"));
    QCOMPARE(parameterOf(finding(), choice.loads[1]), std::string("a[i]"));
    QCOMPARE(parameterOf(finding(), choice.loads[2]), std::string());
  }

  void choiceComesFirst() {
    const auto list = predictedPolicies(finding(), choiceOf({{"as written", {plain, plain, plain}},
                                                             {"bypass all", {past, past, past}},
                                                             {"exact", {plain, past, plain}},
                                                             {"heuristic", {plain, past, past}},
                                                             {"search", {first, past, past}}},
                                                            4));
    QCOMPARE(list.size(), size_t{4});
    QCOMPARE(list[0], (ParameterValues{{"a[i]", "cg"}, {"b[i]", "cs"}}));
    QCOMPARE(list[1], (ParameterValues{{"a[i]", "cs"}, {"b[i]", "cs"}}));
    QCOMPARE(list[2], (ParameterValues{{"a[i]", "cg"}}));
    QCOMPARE(list[3], (ParameterValues{{"a[i]", "cs"}}));
  }

  void bypassingAllOnlyWhereChosen() {
    const auto tried = [](size_t chosen) {
      return predictedPolicies(
                 finding(),
                 choiceOf({{"as written", {plain, plain, plain}}, {"bypass all", {past, past, past}}}, chosen))
          .size();
    };
    QCOMPARE(tried(0), size_t{0});
    QCOMPARE(tried(1), size_t{2});
  }
};

QTEST_GUILESS_MAIN(PolicyPredictionTest)
#include "policy_prediction_test.moc"
