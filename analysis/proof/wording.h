#pragma once

#include <string>
#include <vector>

#include "analysis/proof/proof.h"

namespace warpwright::proof {

struct Conflict;
class Facts;

/// Where an access stands in the source.
SourcePosition positionOf(const KernelModel& model, const Access& access);
SourcePosition positionOf(const KernelModel& model, const Barrier& barrier);

/// "writes", "reads" or "updates".
std::string verbOf(const Access& access);

/// A reason of the model as the end of a sentence: with a full stop.
Message sentence(Message reason);

/// Both sides of a counter-example, and the values it needs.
std::vector<Evidence> evidenceOf(const KernelModel& model, const Conflict& conflict);

/// "The proof did not finish in 2 s at lines 43 and 50. Verify the variant on your inputs." `lines`: where it was then;
/// none: not known.
Message timeoutReason(const ProofOptions& options, const LineList& lines);
/// Is that, in any words around it, why something is unknown? It may be known where there is more time.
bool isTimeout(const Message& reason);

/// Why nothing can be proved about the kernel as a whole; empty: proofs can be tried.
Message kernelReason(const KernelModel& model);

/// "The block size is not known for the launch at line 80.", or why not every launch is known.
Message blockSizeReason(const KernelModel& model);

/// The assumptions that make the accesses keep to their object (level 1) or their dimensions (level 2).
void addLevelAssumption(std::vector<Assumption>& list, const KernelModel& model, const Access& access, int level);
/// Adds what is not in the list yet.
void addAssumption(std::vector<Assumption>& list, Assumption assumption);
/// What a proved pair rests on.
void addAssumptions(std::vector<Assumption>& list, const Facts& facts, const Conflict& proved);
/// The block shape the kernel was modelled for, where more than one thread runs.
void addBlockAssumption(std::vector<Assumption>& list, const KernelModel& model);

}  // namespace warpwright::proof
