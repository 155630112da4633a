#include "core/model/memory/timing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/model/memory/memory_model.h"

namespace warpwright::memsim {
namespace {

using Term = TimingEstimate::Term;

/// Numbers that no data sheet has; an error in them is the same for both sides of a comparison.
constexpr double schedulers = 4;            // a multiprocessor's, since Maxwell
constexpr double sharedLatency = 25;        // Jia et al., arXiv:1804.06826 (19 to 29 over the architectures there)
constexpr double barrierLatency = 15;       // of a block of one warp; this and the next measured on an H200
constexpr double warpSkew = 2;              // that each further warp of a block adds
constexpr double mostLoad = 0.8;            // of a memory system whose queue still ends
constexpr double issueLatency = 4;          // between dependent instructions of a warp
constexpr double l1LineSectors = 4;         // sectors of L1 a cycle
constexpr double assumedL2Bytes = 32;       // a cycle and multiprocessor, where a device does not say
constexpr double cyclesOfAtomicPass = 1.4;  // cycles of one part of L2; measured on an H200, see atomicPasses
constexpr double atomicBytes = 128;         // of L2's bytes a cycle for each part that takes atomics beside the others
constexpr double assumedL1 = 33, assumedL2 = 250, assumedDram = 550;
/// Exponent of the norm that combines what is bound by throughput; larger: it overlaps more. Chosen on two kernels as
/// they were written, pathfinder and a layer of backprop at sizes that fill an H200.
constexpr double overlap = 2;

constexpr const char* latencyTerm = "latency";

double orElse(double value, double otherwise) {
  return value > 0 ? value : otherwise;
}

double loadLatency(const Device& device, const TimingSite& site, const AccessCounts& counts, const Traffic& traffic,
                   double factor) {
  const double l1 = orElse(device.latencyL1, assumedL1), l2 = orElse(device.latencyL2, assumedL2);
  const double dram = orElse(device.latencyDram, assumedDram);
  const double sectors = std::max(1.0, static_cast<double>(counts.sectors));
  const double fromL2 = std::min(1.0, static_cast<double>(traffic.l2Reads + traffic.l2Writes) * factor / sectors);
  const double all = std::max<double>(1, static_cast<double>(traffic.l2Reads + traffic.l2Writes));
  const double fromDram = static_cast<double>(traffic.dramReads) / all;
  const double passes = sectors / l1LineSectors / static_cast<double>(counts.requests);
  const double base = site.kind == EventKind::atomic ? l2 : l1 + fromL2 * (l2 - l1 + fromDram * (dram - l2));
  return base + std::max(0.0, passes - 1);
}

/// Cycles that all warps together wait for: for memory behind L1, each region once a step, and for everything else.
struct Waiting {
  double memory = 0, other = 0;
};
Waiting totalLatency(const TimingInput& input, const std::vector<Traffic>& traffic) {
  const double ratio = input.trafficFactor / input.countFactor;
  std::map<std::pair<uint32_t, uint32_t>, Waiting> steps;
  Waiting sum;
  for (size_t s = 0; s < input.sites.size(); ++s) {
    const TimingSite& site = input.sites[s];
    const auto executions = static_cast<double>(site.executions);
    sum.other += executions * static_cast<double>(site.work.path) * issueLatency;
    if (site.kind == EventKind::barrier)
      sum.other += executions * (barrierLatency + (input.warpsPerBlock - 1) * warpSkew);
    if (site.kind == EventKind::warpOperation) sum.other += executions * sharedLatency;
    if (site.kind != EventKind::load && site.kind != EventKind::atomic) continue;
    Waiting wait;
    for (size_t space = 0; space < timedSpaces.size(); ++space) {
      const AccessCounts& counts = site.counts[space];
      if (counts.requests == 0) continue;
      const auto requests = static_cast<double>(counts.requests);
      if (timedSpaces[space] == MemorySpace::shared)
        wait.other += sharedLatency * requests + static_cast<double>(counts.wavefronts) - requests;
      else
        wait.memory += loadLatency(*input.device, site, counts, traffic[s], ratio) * requests;
    }
    Waiting& slowest = steps[{site.work.region, site.work.step}];
    if (wait.memory + wait.other > slowest.memory + slowest.other) slowest = wait;
  }
  for (const auto& [step, wait] : steps) sum = {sum.memory + wait.memory, sum.other + wait.other};
  return sum;
}

/// How often warps issue the instructions of each region. What is guarded inside of it is predicated: its instructions
/// are issued with no lane that takes part as well.
std::map<uint32_t, double> issuesOfRegions(const TimingInput& input) {
  std::map<uint32_t, double> issues;
  for (const TimingSite& site : input.sites) {
    double& most = issues[site.work.region];
    most = std::max(most, static_cast<double>(site.executions));
  }
  return issues;
}

/// The p-norm of the terms: they overlap, but not wholly. Waiting comes on top: while all resident warps of a
/// multiprocessor wait, nothing else is done there.
double combined(const std::vector<Term>& terms) {
  double sum = 0, waiting = 0;
  for (const Term& term : terms) {
    if (term.name == latencyTerm)
      waiting = term.cost;
    else
      sum += std::pow(term.cost, overlap);
  }
  return std::pow(sum, 1 / overlap) + waiting;
}

/// The largest first.
void sortTerms(std::vector<Term>& terms) {
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.cost > b.cost; });
}

}  // namespace

std::vector<TimingSite> timingSites(const std::vector<TraceSite>& sites, const WarpRecorder& counts) {
  std::vector<TimingSite> result;
  for (uint32_t s = 0; s < sites.size(); ++s) {
    TimingSite site{sites[s].kind, sites[s].work, counts.executions(s), {}};
    for (size_t space = 0; space < timedSpaces.size(); ++space)
      site.counts[space] = counts.counts(s, timedSpaces[space]);
    result.push_back(site);
  }
  return result;
}

ArithmeticCounts arithmeticOf(const TimingInput& input) {
  ArithmeticCounts sum;
  for (const TimingSite& site : input.sites) {
    uint64_t requests = 0, lanes = 0;
    for (const AccessCounts& counts : site.counts) requests += counts.requests, lanes += counts.lanes;
    // Where nothing is accessed, at barriers and ends, whole warps come by.
    const double each = requests == 0 ? warpSize : static_cast<double>(lanes) / static_cast<double>(requests);
    const double threads = static_cast<double>(site.executions) * each * input.countFactor;
    sum.instructions += threads * static_cast<double>(site.work.instructions);
    sum.fp32 += threads * static_cast<double>(site.work.fp32);
    sum.fp64 += threads * static_cast<double>(site.work.fp64);
  }
  return sum;
}

std::vector<Term> timingTerms(const TimingInput& input, const std::vector<Traffic>& traffic, uint64_t dramWrites) {
  const Device& device = *input.device;
  double instructions = 0, fp32 = 0, fp64 = 0, special = 0, passes = 0, l2 = 0, dram = static_cast<double>(dramWrites);
  const std::map<uint32_t, double> issues = issuesOfRegions(input);
  for (size_t s = 0; s < input.sites.size(); ++s) {
    const SiteWork& work = input.sites[s].work;
    const double executions = issues.at(work.region);
    instructions += executions * static_cast<double>(work.instructions);
    fp32 += executions * static_cast<double>(work.fp32);
    fp64 += executions * static_cast<double>(work.fp64);
    special += executions * static_cast<double>(work.special);
    for (const AccessCounts& counts : input.sites[s].counts) {
      passes += static_cast<double>(counts.wavefronts);
      passes += std::max(static_cast<double>(counts.lines), static_cast<double>(counts.sectors) / l1LineSectors);
    }
    l2 += static_cast<double>(traffic[s].l2Reads + traffic[s].l2Writes);
    dram += static_cast<double>(traffic[s].dramReads);
  }
  // What is spread over the multiprocessors that have blocks; the last wave may leave some of them idle.
  const double multiprocessors = std::max(1u, device.multiprocessors);
  const double blocks = static_cast<double>(input.blocks), busy = std::min(multiprocessors, blocks);
  const double perMultiprocessor = blocks / busy;
  const double uneven = std::ceil(perMultiprocessor) / perMultiprocessor;
  const double share = input.countFactor * uneven / busy;
  const double resident = std::min<double>(input.residentBlocks, std::ceil(perMultiprocessor)) * input.warpsPerBlock;
  const double clock = orElse(device.clockGHz, 1.5);
  const double warp = warpSize;
  const double l2PerClock = orElse(device.l2BytesPerClock, assumedL2Bytes * multiprocessors);
  const double dramPerClock = orElse(device.dramGBs, 500) / clock;
  std::vector<Term> terms{{"instruction issue", instructions / schedulers * share},
                          {"fp32 arithmetic", fp32 * warp / orElse(device.fp32Lanes, 64) * share},
                          {"fp64 arithmetic", fp64 * warp / orElse(device.fp64Lanes, 2) * share},
                          {"special functions", special * warp / orElse(device.sfuLanes, 16) * share},
                          {"shared memory and L1", passes * share},
                          {"L2 bandwidth", l2 * sectorBytes * input.trafficFactor / l2PerClock},
                          {"DRAM bandwidth", dram * sectorBytes * input.trafficFactor / dramPerClock}};
  const double bandwidth = std::max(terms[terms.size() - 1].cost, terms[terms.size() - 2].cost);
  const double spread = static_cast<double>(input.atomics.all) / std::max(1.0, l2PerClock / atomicBytes);
  terms.push_back({"atomics", std::max(static_cast<double>(input.atomics.busiest), spread) * cyclesOfAtomicPass *
                                  input.countFactor});
  const Waiting waiting = totalLatency(input, traffic);
  terms.push_back({latencyTerm, (waiting.memory + waiting.other) * share / resident});
  // A busy memory system answers later: requests queue (Hong and Kim; the mean wait of a queue with fixed service
  // times).
  for (int round = 0; round < 4; ++round) {
    const double load = std::min(mostLoad, bandwidth / std::max(1e-9, combined(terms)));
    terms.back().cost = (waiting.memory * (1 + load / (2 * (1 - load))) + waiting.other) * share / resident;
  }
  return terms;
}

TimingEstimate combineTerms(const std::vector<std::vector<Term>>& schedules) {
  TimingEstimate estimate;
  estimate.terms = schedules.front();
  for (Term& term : estimate.terms) term.cost = 0;
  estimate.low = INFINITY;
  for (const std::vector<Term>& terms : schedules) {
    for (size_t i = 0; i < terms.size(); ++i)
      estimate.terms[i].cost += terms[i].cost / static_cast<double>(schedules.size());
    const double cost = combined(terms);
    estimate.low = std::min(estimate.low, cost);
    estimate.high = std::max(estimate.high, cost);
  }
  sortTerms(estimate.terms);
  return estimate;
}

TimingEstimate& TimingEstimate::operator+=(const TimingEstimate& other) {
  low += other.low;
  high += other.high;
  for (const Term& more : other.terms) {
    const auto same =
        std::find_if(terms.begin(), terms.end(), [&](const Term& term) { return term.name == more.name; });
    if (same == terms.end())
      terms.push_back(more);
    else
      same->cost += more.cost;
  }
  sortTerms(terms);
  return *this;
}

TimingComparison compareTiming(const TimingEstimate& original, const TimingEstimate& variant) {
  TimingComparison result;
  if (!(variant.low > 0) || !(original.low > 0)) return result;
  result.ratio = (original.low + original.high) / (variant.low + variant.high);
  result.low = original.low / variant.high * (1 - estimateBand);
  result.high = original.high / variant.low * (1 + estimateBand);
  if (result.low > 1) result.verdict = TimingComparison::Verdict::faster;
  if (result.high < 1) result.verdict = TimingComparison::Verdict::slower;
  result.why = "The original is bound by " + original.bound() + ", the variant by " + variant.bound() + ".";
  return result;
}

}  // namespace warpwright::memsim
