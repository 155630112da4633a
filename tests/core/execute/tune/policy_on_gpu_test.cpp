// The characterisation on a GPU, on a cache that is written down here: which replays are made, and what their counters
// become.

#include "core/execute/tune/policy_on_gpu.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace warpwright;
using memsim::CacheOperator;

namespace {

/// Loads a, b, c, … of lines 1, 2, 3, …; the last has none in PTX.
PtxVariants variantsOf(size_t loads) {
  std::string text = ".visible .entry k(\n)\n{\n";
  std::vector<PtxLoad> found;
  std::vector<JoinedLoad> joined;
  for (size_t i = 0; i < loads; ++i) {
    joined.push_back({{i}, {}});
    if (i + 1 == loads) break;
    text += "ld.global.u32 %r1, [%rd1];\n";
    found.push_back({3 + i, {"k.cu", static_cast<uint32_t>(i + 1), 1}, 0, CacheOperator::normal});
    joined.back().lines = {3 + i};
  }
  // Two that no candidate has: one of them names an operator.
  text += "ld.global.u32 %r1, [%rd1];\nld.global.cs.u32 %r1, [%rd1];\n}\n";
  found.push_back({2 + loads, {}, -1, CacheOperator::normal});
  found.push_back({3 + loads, {}, -1, CacheOperator::streaming});
  return {text, found, joined};
}

PolicyChoice choiceOf(size_t loads) {
  PolicyChoice choice;
  for (size_t i = 0; i < loads; ++i) {
    choice.loads.emplace_back();
    choice.loads.back().at = {"k.cu", static_cast<uint32_t>(i + 1), 1};
    choice.names.push_back(std::string(1, static_cast<char>('a' + i)));
  }
  choice.tried.push_back({"as written", std::vector<CacheOperator>(loads, CacheOperator::normal), {}});
  return choice;
}

}  // namespace

class PolicyOnGpuTest : public QObject {
  Q_OBJECT
 private slots:
  void operatorsReachTheLoadsTheyAreFor() {
    const PtxVariants variants = variantsOf(3);
    QVERIFY(variants.has(0) && variants.has(1) && !variants.has(2));
    QCOMPARE(variants.others(), size_t{1});
    const std::string text =
        variants.text({{CacheOperator::normal, CacheOperator::bypassL1, CacheOperator::normal}, CacheOperator::normal});
    QCOMPARE(text, std::string(".visible .entry k(\n)\n{\nld.global.u32 %r1, [%rd1];\nld.global.cg.u32 %r1, [%rd1];\n"
                               "ld.global.u32 %r1, [%rd1];\nld.global.cs.u32 %r1, [%rd1];\n}\n"));
    const std::string alone = variants.text(
        {{CacheOperator::normal, CacheOperator::bypassL1, CacheOperator::normal}, CacheOperator::bypassL1});
    QVERIFY(alone.find("ld.global.cg.u32 %r1, [%rd1];\nld.global.cg.u32 %r1, [%rd1];\nld.global.cs") !=
            std::string::npos);
  }

  // a hits 100 sectors, b none, c none, d 10; a and d push 60 of each other out; b and c read the same 40.
  void replaysAreFewAndTheirGraphIsThatOfTheCounters() {
    const PtxVariants variants = variantsOf(5);
    const PolicyChoice choice = choiceOf(5);
    std::vector<std::string> asked;
    const CountPolicies count = [&](const std::vector<PtxPolicy>& policies,
                                    const std::stop_token&) -> Result<std::vector<PolicyCounts>> {
      std::vector<PolicyCounts> all;
      for (const PtxPolicy& policy : policies) {
        std::string cached;
        for (size_t i = 0; i < 4; ++i) {
          if (policy.operators[i] == CacheOperator::normal) cached += static_cast<char>('a' + i);
        }
        asked.push_back(cached + (policy.others == CacheOperator::normal ? "" : "|"));
        const auto has = [&](char load) { return cached.find(load) != std::string::npos; };
        double hits = 100 * has('a') + 10 * has('d');
        if (has('a') && has('d')) hits -= 60;
        if (has('b') && has('c')) hits += 40;
        all.push_back({1000, hits, 1000 - hits});
      }
      return all;
    };
    CharacterizeOptions options;
    options.touching.resize(25);
    options.touching[1 * 5 + 2] = true;
    const auto found = characterizeOnGpu(variants, choice, options, count, [](const std::string&) {}, {});
    QVERIFY(found.ok());
    // b and c touch common lines; a and d hit alone, so that all their pairs may harm. e is not in the code.
    QCOMPARE(asked,
             (std::vector<std::string>{"abcd", "|", "a|", "b|", "c|", "d|", "ab|", "ac|", "ad|", "bc|", "bd|", "cd|"}));
    QCOMPARE(found->pruned, size_t{0});
    QCOMPARE(found->hits, (std::vector<double>{100, 0, 0, 10, 0}));
    QCOMPARE(found->saved, (std::vector<double>{3200, 0, 0, 320, 0}));
    QVERIFY(!found->counted[4] && found->counted[3]);
    QCOMPARE(found->graph.pairs.size(), size_t{2});
    QCOMPARE(found->graph.pairs[0].weight, -60.0 * 32);
    QCOMPARE(found->graph.pairs[1].weight, 40.0 * 32);
    // All but d: with it, 60 sectors are lost for 10. What saves nothing may go either way.
    QVERIFY(found->exact->cached[0] && found->exact->cached[1] && found->exact->cached[2] && !found->exact->cached[3]);
    QCOMPARE(found->exact->reduction, (100.0 + 40) * 32);
    const auto timed = policiesToTime(choice, *found);
    QVERIFY(!timed.empty());
    QVERIFY(timed[0].operators[3] == CacheOperator::bypassL1);
    QVERIFY(timed[0].operators[4] == CacheOperator::normal);  // not in the code: nothing can be changed
    const auto json = toJson(*found, choice, {});
    QCOMPARE(json.at("loads").at(0).at("hit").get<double>(), 100.0);
    QVERIFY(!json.at("loads").at(4).contains("hit"));
    QCOMPARE(json.at("pairs").size(), size_t{6});
  }

  void pairsThatCannotMatterAreNotRun() {
    size_t policies = 0;
    const CountPolicies nothing = [&](const std::vector<PtxPolicy>& some,
                                      const std::stop_token&) -> Result<std::vector<PolicyCounts>> {
      policies += some.size();
      return std::vector<PolicyCounts>(some.size(), {1000, 0, 1000});
    };
    CharacterizeOptions options;
    options.touching.resize(25);
    options.atOnce = 3;
    const auto found = characterizeOnGpu(variantsOf(5), choiceOf(5), options, nothing, [](const std::string&) {}, {});
    QVERIFY(found.ok());
    QCOMPARE(policies, size_t{6});
    QCOMPARE(found->pruned, size_t{6});
  }

  void whatCannotBeCountedSaysWhy() {
    const CountPolicies none = [](const std::vector<PtxPolicy>&,
                                  const std::stop_token&) -> Result<std::vector<PolicyCounts>> {
      return Error{ErrorKind::worker, "Hardware counters are not permitted.", std::nullopt};
    };
    const auto found = characterizeOnGpu(variantsOf(3), choiceOf(3), {}, none, [](const std::string&) {}, {});
    QVERIFY(!found.ok() && found.error().kind == ErrorKind::worker);
    QVERIFY(!characterizeOnGpu(variantsOf(1), choiceOf(1), {}, none, [](const std::string&) {}, {}).ok());
    GpuRun run;
    QVERIFY(!policyCountsOf(run, {}).ok());
    run.whyNoCounters = "no";
    QCOMPARE(policyCountsOf(run, {}).error().message, std::string("no"));
    run.whyNoCounters.clear();
    std::map<std::string, double> counters;
    for (const std::string& name : policyCounters()) counters[name] = 7;
    QCOMPARE(policyCountsOf(run, counters)->l2Sectors, 7.0);
  }
};

QTEST_GUILESS_MAIN(PolicyOnGpuTest)
#include "policy_on_gpu_test.moc"
