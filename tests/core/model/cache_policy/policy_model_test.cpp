// Characterisation of loads against closed forms, on requests written by hand.

#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/temporary_folder.h"
#include "core/model/cache_policy/choose_policy.h"

using namespace warpwright;
using namespace warpwright::memsim;

namespace {

/// A device whose L2 answers at once: no two requests are on their way together.
Device deviceLike(const char* name) {
  Device device = findDevice(name).value();
  device.latencyL2 = 4;
  device.multiprocessors = 2;
  return device;
}

/// Loads a, b, c, … of line 1, 2, 3, …
RequestTrace emptyTrace(size_t loads) {
  RequestTrace trace;
  trace.kernel = "k";
  trace.geometry = {1, 32, 0, 0};
  trace.tracedBlocks = trace.keptBlocks = 1;
  for (size_t i = 0; i < loads; ++i) {
    trace.sites.push_back({EventKind::load, MemorySpace::global, CacheOperator::normal, 4, {}});
    trace.places.push_back({{"k.cu", static_cast<uint32_t>(i + 1), 5}, std::string(1, static_cast<char>('a' + i))});
    trace.globalCounts.emplace_back();
  }
  trace.waves.push_back({{0, {RequestStream{}}}});
  return trace;
}

void request(RequestTrace& trace, uint32_t site, uint64_t line, uint8_t sectors = 15) {
  trace.waves[0][0].warps[0].push_back(packLine(site, {line, sectors}, false));
  AccessCounts& counts = trace.globalCounts[site];
  ++counts.requests;
  ++counts.lines;
  counts.sectors += static_cast<uint64_t>(std::popcount(sectors));
  counts.bytes += static_cast<uint64_t>(std::popcount(sectors)) * 32;
  counts.lanes += static_cast<uint64_t>(std::popcount(sectors)) * 8;
}

/// Load a walks over four lines again and again, load b over new ones, eight a round.
RequestTrace conflict(uint32_t rounds) {
  RequestTrace trace = emptyTrace(2);
  for (uint32_t round = 0; round < rounds; ++round) {
    for (uint32_t i = 0; i < 4; ++i) request(trace, 0, i);
    for (uint32_t i = 0; i < 8; ++i) request(trace, 1, 1000 + 8 * round + i);
  }
  return trace;
}

constexpr uint64_t oneSet = 8 * 128;  ///< fully associative, least recently used first

PolicyModel modelOf(RequestTrace trace, const char* device, uint64_t l1Bytes = oneSet) {
  std::vector<RequestTrace> traces;
  traces.push_back(std::move(trace));
  return {std::move(traces), deviceLike(device), {.l1Bytes = l1Bytes}};
}

PolicyChoice chosen(const PolicyModel& model) {
  std::vector<std::string> names;
  for (const KernelLoad& load : model.loads()) names.push_back(load.object);
  return choosePolicy(model, names, {}, [](const std::string&) {}, {}).value();
}

const LoadCharacter& characterOf(const PolicyModel& model, const Characterization& character,
                                 const std::string& object) {
  for (size_t i = 0; i < model.loads().size(); ++i) {
    if (model.loads()[i].object == object) return character.loads[i];
  }
  throw std::out_of_range(object);
}

}  // namespace

class PolicyModelTest : public QObject {
  Q_OBJECT
 private slots:
  void reuseBetweenTwoLoads() {
    constexpr uint32_t rounds = 100;
    RequestTrace trace = emptyTrace(2);
    for (uint32_t i = 0; i < rounds; ++i) request(trace, 0, i), request(trace, 1, i);
    const PolicyModel model = modelOf(std::move(trace), "H200");
    const Characterization character = model.characterize({}).value();
    for (const LoadCharacter& load : character.loads) {
      QCOMPARE(load.accesses, 4.0 * rounds);
      QCOMPARE(load.hits, 0.0);
      QCOMPARE(load.onBytes, 128.0 * rounds);
      QCOMPARE(load.offBytes, 128.0 * rounds);
      QCOMPARE(load.efficiencyOn, 1.0);
      QCOMPARE(load.efficiencyOff, 1.0);
    }
    QCOMPARE(character.gain(0, 1), 4.0 * rounds);
    QVERIFY(model.commonLines()[0 * 2 + 1]);
    const TrafficGraph graph = model.graph(character, {"a", "b"});
    QCOMPARE(graph.loads[0].weight, 0.0);
    QCOMPARE(graph.pairs.size(), size_t{1});
    QCOMPARE(graph.pairs[0].weight, 128.0 * rounds);
  }

  void oneLoadPushesTheOtherOut() {
    constexpr uint32_t rounds = 50;
    const PolicyModel model = modelOf(conflict(rounds), "H200");
    // The load that is executed most comes first.
    QCOMPARE(model.loads()[0].object, std::string("b"));
    QVERIFY(!model.commonLines()[0 * 2 + 1]);
    const Characterization character = model.characterize({}).value();
    const LoadCharacter& a = characterOf(model, character, "a");
    QCOMPARE(a.accesses, 16.0 * rounds);
    QCOMPARE(a.hits, 16.0 * (rounds - 1));
    QCOMPARE(a.onBytes, 16.0 * 32);
    QCOMPARE(a.offBytes, 16.0 * 32 * rounds);
    QCOMPARE(characterOf(model, character, "b").hits, 0.0);
    QCOMPARE(character.gain(0, 1), -16.0 * (rounds - 1));

    const PolicyChoice choice = chosen(model);
    QVERIFY(choice.nothingToDo.empty());
    QVERIFY(choice.best().operators[0] != CacheOperator::normal);
    QVERIFY(choice.best().operators[1] == CacheOperator::normal);
    QCOMPARE(choice.best().traffic.mean, 16.0 * 32 + 8.0 * 128 * rounds);
    QCOMPARE(choice.tried[0].traffic.mean, 12.0 * 128 * rounds);
    QVERIFY(choice.exact->reduction >= choice.heuristic->reduction);
  }

  void wholeLinesCostScatteredLoads() {
    constexpr uint32_t requests = 64;
    RequestTrace trace = emptyTrace(1);
    for (uint32_t i = 0; i < requests; ++i) request(trace, 0, 7 * i, 4);
    const PolicyModel lines = modelOf(trace, "GTX 680"), sectors = modelOf(trace, "H200");
    const LoadCharacter whole = lines.characterize({}).value().loads[0],
                        part = sectors.characterize({}).value().loads[0];
    QCOMPARE(whole.accesses, 1.0 * requests);
    QCOMPARE(whole.onBytes, 128.0 * requests);
    QCOMPARE(whole.offBytes, 32.0 * requests);
    QCOMPARE(whole.efficiencyOn, 0.25);
    QCOMPARE(whole.efficiencyOff, 1.0);
    QCOMPARE(part.onBytes, 32.0 * requests);
    // The model of the launch sees the same.
    const PolicyChoice choice = chosen(lines);
    QCOMPARE(choice.tried[0].traffic.mean, 128.0 * requests);
    QCOMPARE(choice.best().traffic.mean, 32.0 * requests);
    QVERIFY(choice.best().operators[0] == CacheOperator::bypassL1);
    QVERIFY(chosen(sectors).nothingToDo.find("no other policy") != std::string::npos);
  }

  void sampledBlocksStandForAll() {
    RequestTrace trace = conflict(10);
    trace.geometry.blocks = 6;
    trace.tracedBlocks = 3;  // counts come from more blocks than requests do
    const PolicyModel model = modelOf(std::move(trace), "H200");
    QCOMPARE(model.loads()[0].requests, uint64_t{160});
    const Characterization character = model.characterize({}).value();
    QCOMPARE(characterOf(model, character, "a").accesses, 6 * 160.0);
    QVERIFY(model.conditions()[1].find("1 of 6 blocks") != std::string::npos);
  }

  void launchesAddUp() {
    std::vector<RequestTrace> traces;
    traces.push_back(conflict(10));
    traces.push_back(conflict(10));
    const PolicyModel two(std::move(traces), deviceLike("H200"), {.l1Bytes = oneSet});
    const PolicyModel one = modelOf(conflict(10), "H200");
    // Each launch finds the caches cold.
    QCOMPARE(two.characterize({}).value().loads[0].hits, 2 * one.characterize({}).value().loads[0].hits);
    const std::vector<CacheOperator> plain(2, CacheOperator::normal);
    QCOMPARE(two.traffic(plain, {}).value().mean, 2 * one.traffic(plain, {}).value().mean);
  }

  void onlyPlainLoadsAreCandidates() {
    RequestTrace trace = conflict(10);
    trace.sites[0].cacheOperator = CacheOperator::bypassL1;
    const PolicyModel model = modelOf(std::move(trace), "H200");
    QCOMPARE(model.loads().size(), size_t{1});
    QCOMPARE(model.others().size(), size_t{1});
    QCOMPARE(model.others()[0].object, std::string("a"));
    QVERIFY(!chosen(model).nothingToDo.empty());
  }

  void nothingToLoad() {
    const PolicyChoice choice = chosen(modelOf(emptyTrace(0), "H200"));
    QVERIFY(choice.nothingToDo.find("no plain load") != std::string::npos);
    QCOMPARE(choice.saved(), 0.0);
  }

  /// Never more traffic than caching all or bypassing all, on anything.
  void choiceIsNeverWorse() {
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
      RequestTrace trace = emptyTrace(5);
      for (int i = 0; i < 2000; ++i) {
        const uint32_t load = random() % 5;
        request(trace, load, load * 3 + random() % (4u << (2 * load)), static_cast<uint8_t>(1 + random() % 15));
      }
      const PolicyChoice choice = chosen(modelOf(std::move(trace), round % 2 == 0 ? "H200" : "GTX 680", 4 * oneSet));
      for (const TriedPolicy& tried : choice.tried) QVERIFY(choice.best().traffic.mean <= tried.traffic.mean * 1.01);
    }
  }

  void loadsThatCannotChangeStay() {
    const PolicyModel model = modelOf(conflict(50), "H200");
    const auto choose = [&](std::vector<bool> mayChange) {
      return choosePolicy(model, {"b", "a"}, {.mayChange = std::move(mayChange)}, [](const std::string&) {}, {})
          .value();
    };
    QVERIFY(choose({true, false}).nothingToDo.empty());
    const PolicyChoice fixed = choose({false, true});  // the one that does harm has to stay
    QVERIFY(fixed.best().operators[0] == CacheOperator::normal);
    QCOMPARE(choose({false, false}).nothingToDo, std::string("no load of it can be changed"));
  }

  void cancels() {
    std::stop_source source;
    source.request_stop();
    const PolicyModel model = modelOf(conflict(10), "H200");
    QVERIFY(model.characterize(source.get_token()).error().kind == ErrorKind::cancelled);
  }

  void tracesComeBackFromTheFile() {
    const TemporaryFolder folder;
    const auto file = folder.path() / "requests";
    RequestTrace trace = conflict(3);
    trace.device = "H200";
    trace.waves.push_back({});
    QVERIFY(appendRequestTrace(file, trace).ok());
    QVERIFY(appendRequestTrace(file, emptyTrace(1)).ok());
    const std::vector<RequestTrace> read = readRequestTraces(file).value();
    QCOMPARE(read.size(), size_t{2});
    QCOMPARE(read[0].kernel, trace.kernel);
    QCOMPARE(read[0].places[1].at.line, 2u);
    QCOMPARE(read[0].globalCounts[1].requests, uint64_t{24});
    QCOMPARE(read[0].waves.size(), size_t{2});
    QCOMPARE(read[0].waves[0][0].warps, trace.waves[0][0].warps);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    QVERIFY(!readRequestTraces(file).ok());
    QVERIFY(!readRequestTraces(folder.path() / "none").ok());
  }

  void choiceComesBackFromJson() {
    const PolicyChoice choice = chosen(modelOf(conflict(20), "H200"));
    const PolicyChoice back = policyChoiceFromJson(toJson(choice));
    QCOMPARE(toJson(back).dump(), toJson(choice).dump());
  }
};

QTEST_GUILESS_MAIN(PolicyModelTest)
#include "policy_model_test.moc"
