#pragma once

#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"

namespace warpwright {

/// A load that a finding says something about where it stands. It is no verdict: it tells where data is read too often,
/// or kept in vain.
struct MarkedLoad {
  enum class Kind : uint8_t {
    readAlike,  ///< threads along a dimension read one address
    candidate,  ///< nothing shows that a block reads it again: past L1 it may be faster; a run decides
    cached,     ///< a run has decided: it stays in L1
    bypassed,   ///< a run has decided: it is read past L1
  };
  Kind kind = Kind::readAlike;
  SourcePosition at;
  std::string name;     ///< the expression: of a candidate without blanks, and "#2" behind the second of the same text
  Message text;         ///< the whole sentence
  std::string axis;     ///< of one that is read alike: "y"
  int64_t threads = 0;  ///< of one that is read alike: by how many; 0: not known
};

/// The loads that a finding marks, in the order of its evidence. `policy`: the values that a run has found best for its
/// loads, null where none has looked; loads that it does not name stay in L1.
std::vector<MarkedLoad> markedLoads(const Opportunity& opportunity, const PassDescriptions& passes,
                                    const ParameterValues* policy = nullptr);

/// The values with which the loads that no reuse is seen of are read past L1; empty: there are none.
ParameterValues candidateValues(const Opportunity& opportunity);

/// Under which name the inputs of an estimate tell that no reuse of a load was seen.
std::string noReuseKey(const std::string& load);

}  // namespace warpwright
