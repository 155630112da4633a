#include "app/cli/cache_policy_gpu.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cache_policy_text.h"
#include "core/base/number_text.h"

namespace warpwright::cli {
namespace {

using memsim::CacheOperator;

constexpr std::pair<const char*, CacheOperator> operatorNames[] = {{"cg", CacheOperator::bypassL1},
                                                                   {"cs", CacheOperator::streaming},
                                                                   {"no_allocate", CacheOperator::noAllocate},
                                                                   {"evict_first", CacheOperator::evictFirst},
                                                                   {"evict_last", CacheOperator::evictLast}};

/// "edges at line 13=cg; x at line 8=no_allocate"
Result<TimedPolicy> readTry(const std::string& text, const std::vector<std::string>& names) {
  TimedPolicy policy{text, std::vector<CacheOperator>(names.size(), CacheOperator::normal), {}};
  for (const std::string& word : CLI::detail::split(text, ';')) {
    const size_t equals = word.rfind('=');
    const std::string load = CLI::detail::trim_copy(word.substr(0, equals));
    const std::string wanted = equals == std::string::npos ? "" : CLI::detail::trim_copy(word.substr(equals + 1));
    const auto at = std::find(names.begin(), names.end(), load);
    const auto op = std::find_if(std::begin(operatorNames), std::end(operatorNames),
                                 [&](const auto& known) { return known.first == wanted; });
    if (at == names.end() || op == std::end(operatorNames)) {
      std::string all;
      for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
      return Error{ErrorKind::usage,
                   "--try takes 'LOAD=OPERATOR; LOAD=OPERATOR', not `" + word + "`. Loads: " + all +
                       ". Operators: cg, cs, no_allocate, evict_first, evict_last.",
                   std::nullopt};
    }
    policy.operators[static_cast<size_t>(at - names.begin())] = op->second;
  }
  return policy;
}

std::string loadTable(const GpuWeighedLoads& answer) {
  const PolicyChoice& choice = answer.choice;
  size_t width = 4;
  for (const std::string& name : choice.names) width = std::max(width, name.size());
  const int name = static_cast<int>(width);
  std::string text = printed("  %-*s  %14s %14s %18s %18s\n", name, "load", "hit, engine", "hit, GPU",
                             "saves kB, engine", "saves kB, GPU");
  for (size_t i = 0; i < choice.loads.size(); ++i) {
    text += printed("  %-*s  %14.0f ", name, choice.names[i].c_str(), choice.character.loads[i].hits);
    const double saved = choice.graph.loads[i].weight / 1e3;
    if (answer.character.counted[i]) {
      text += printed("%14.0f %18.1f %18.1f\n", answer.character.hits[i], saved, answer.character.saved[i] / 1e3);
    } else {
      text += printed("             – %18.1f                  –\n", saved);
    }
  }
  return text;
}

std::string pairTable(const GpuWeighedLoads& answer) {
  const GpuCharacter& character = answer.character;
  std::string text;
  for (const GpuCharacter::Pair& pair : character.pairs) {
    const double gain = pair.hits - character.hits[pair.a] - character.hits[pair.b],
                 engine = answer.choice.character.gain(pair.a, pair.b);
    if (gain == 0 && engine == 0) continue;
    text += printed("  %s + %s: %+.0f, %+.0f\n", answer.choice.names[pair.a].c_str(),
                    answer.choice.names[pair.b].c_str(), engine, gain);
  }
  if (!text.empty()) text = "Sectors that pairs find more in L1 together than alone, engine and GPU:\n" + text;
  return text + countText(character.pairs.size(), "pair was", "pairs were") + " counted; " +
         std::to_string(character.pruned) + " that share no line and hit nothing alone were not.\n";
}

}  // namespace

Result<std::vector<TimedPolicy>> readTries(const std::vector<std::string>& words,
                                           const std::vector<std::string>& names) {
  std::vector<TimedPolicy> tries;
  for (const std::string& text : words) {
    Result<TimedPolicy> policy = readTry(text, names);
    if (!policy.ok()) return policy.error();
    tries.push_back(*std::move(policy));
  }
  return tries;
}

std::string gpuPolicyText(const GpuWeighedLoads& answer) {
  const GpuCharacter& character = answer.character;
  double accesses = 0;
  for (const LoadCharacter& load : answer.choice.character.loads) accesses += load.accesses;
  std::string text =
      "\nCounted on " + answer.gpu + ", each load alone in L1 and all others past it:\n" + loadTable(answer);
  text += printed(
      "Sectors asked of L1 by all loads: %.0f by the engine, %.0f on the GPU, which finds %.0f of them with the kernel "
      "as it is.\n",
      accesses, character.plain.accesses, character.plain.hits);
  text += printed("From L2: %.1f kB as it is, %.1f kB with every load past L1.\n",
                  character.plain.l2Sectors * memsim::sectorBytes / 1e3,
                  character.bypassed.l2Sectors * memsim::sectorBytes / 1e3);
  if (answer.otherLoads > 0) {
    text += countText(answer.otherLoads, "load", "loads") + " in the compiled code " +
            (answer.otherLoads == 1 ? "belongs" : "belong") +
            " to no candidate: past L1 while others are counted, and as compiled in what is timed.\n";
  }
  text += pairTable(answer);
  text += "\nTimed beside the kernel as it is, with operators changed in PTX and the source left alone:\n";
  for (const TimedPolicy& policy : answer.timed) {
    std::string changed;
    for (size_t i = 0; i < policy.operators.size(); ++i) {
      if (policy.operators[i] == CacheOperator::normal) continue;
      changed += (changed.empty() ? "" : ", ") + answer.choice.names[i] + " " + toString(policy.operators[i]);
    }
    text += "  " + policy.name + " (" + changed + "): " + policy.replay.message() + "\n";
  }
  if (answer.timed.empty()) text += "  nothing: every solution leaves the loads as they are.\n";
  return text;
}

}  // namespace warpwright::cli
