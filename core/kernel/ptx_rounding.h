#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/base/source_range.h"
#include "core/kernel/new_constants.h"
#include "core/kernel/ptx_data_flow.h"

namespace warpwright {

/// How a kernel's code rounds floating-point numbers: nvcc may round the product of `a * b + c`, or not (contraction),
/// and chooses anew where loops unroll and values turn out to be constants.
struct PtxRounding {
  struct Statement {
    SourcePosition at;
    std::set<std::string> operations;  ///< "fma.rn.f32", with the product that is added, if one is,
                                       ///< and its constants where these are what they were
    /// What is added where sums and products are one operation, and where they are two: both forms, as far as told.
    std::multiset<std::string> together, apart;
    /// What sums add that may take a product out of memory: both operands' forms.
    std::multiset<std::string> loaded;
    /// Products of one sum, the one that it takes first: both forms.
    std::set<std::pair<std::string, std::string>> products;
    /// Of operations on two products, what they are called by the one that they take.
    std::map<std::string, std::string> byTaken;
  };
  std::map<std::string, Statement> statements;  ///< by name: see ptxRounding
  std::set<std::string> indices;                ///< "%tid.x", "%ctaid.y": that the code reads
  bool countersLast = false;  ///< nothing that becomes a constant decides how often a loop runs (PtxLasting)
  Message open;               ///< why two codes that are equal in this may round otherwise; empty: they do not
  /// Which of its products a sum takes, as far as that cannot be told: compilers choose anew whenever code around it
  /// changes. The rest of a sentence; empty: all are told.
  Message untoldProduct;
};

/// Reads it out of PTX that nvcc made with -lineinfo. `kernel`: mangled. `nameOf`: a name for a place that the code
/// comes from, so that those of two texts can be compared. `constants`: what differs between them. `before`: where it
/// is the text after the change, that of the text before, which has not yet lost what decides. Errors (input): the
/// kernel is not in the text.
/// `isWritten`: does a place's statement say how each of its sums and products is rounded, and call nothing else that
/// computes? It rounds as it says, whatever becomes a constant: nothing of that is noted.
Result<PtxRounding> ptxRounding(const std::string& ptx, const std::string& kernel, const NameOfPlace& nameOf,
                                const NewConstants& constants = {}, const PtxRounding* before = nullptr,
                                const std::function<bool(const SourcePosition&)>& isWritten = {});

/// What the comparison of two codes says.
struct RoundingComparison {
  /// A sum and its product that are one operation in one code and two in the other, as the rest of a sentence; empty:
  /// none is seen.
  Message difference;
  Message open;           ///< why more may do so than can be seen; empty: it does not
  Message untoldProduct;  ///< of either code (PtxRounding)
  /// What no assumption covers: a difference, or a choice that compilers are seen to make anew.
  const Message& seen() const { return difference.empty() ? untoldProduct : difference; }
  /// Why they may round otherwise; empty: they round the same.
  const Message& why() const { return difference.empty() ? open : difference; }
};

/// Compares code that computes the same but for values that have become constants (`after`) with that before. It rounds
/// the same where
///  - each statement has the same operations, with the same products in its sums, or has vanished with operations that
///    are rounded the same whoever computes them;
///  - no sum of a product has gone from its statement where another statement rounds such a sum in the other way, which
///    may stand for it now;
///  - no sum is left that ptxas could give a product: PTX says nothing of it (see settledPtx);
///  - which of two products a sum takes can be told;
///  - no operation that takes a product can vanish in one round of a loop and stay in another: one of its factors is
///    no constant, both where something is added that is a product;
///  - each sum takes its product in one way only: which round of a loop takes which, sets do not tell;
///  - nothing is divided by a constant and added, no operation with a constant makes denormal numbers zero, or is
///    computed less exactly than a compiler would.
RoundingComparison compareRounding(const PtxRounding& before, const PtxRounding& after);

}  // namespace warpwright
