#pragma once

#include <string>
#include <vector>

#include "analysis/proof/proof.h"

namespace warpwright::proof {

struct Conflict;
class Facts;
class Solver;

/// Where an access stands in the source.
SourcePosition positionOf(const KernelModel& model, const Access& access);
SourcePosition positionOf(const KernelModel& model, const Barrier& barrier);

/// "writes", "reads" or "updates".
std::string verbOf(const Access& access);

/// A reason of the model as the end of a sentence: with a full stop.
Message sentence(Message reason);

/// Both sides of a counter-example, and the values it needs.
std::vector<Evidence> evidenceOf(const KernelModel& model, const Conflict& conflict);

/// "The proof took too long at lines 43 and 50. Verify the variant on your inputs." `lines`: where it was then; none:
/// not known. Where the clock ended it, that is said instead.
Message tooLongReason(const Solver& solver, const LineList& lines);
/// Is that why something is unknown, in any words around it: the clock, which may give more time another time?
bool mayFinish(const Message& reason);

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
