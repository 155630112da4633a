#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/source_range.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}
namespace warpwright::frontend {
class ParsedUnit;
}

namespace warpwright::model {

/// A kernel parameter as the source declares it.
struct SourceParameter {
  struct Field {
    int64_t offset = 0;
    std::string name;  ///< "params.in"
    bool isPointer = false;
    std::string elementType;  ///< what it points to
    uint32_t elementBytes = 0;
  };
  std::string name;  ///< "arg2" for one without a name
  bool isPointer = false;
  std::string elementType;
  uint32_t elementBytes = 0;
  SourceRange range;
  std::vector<Field> fields;  ///< of a class passed by value, nested ones flattened
  std::vector<SourceUse> mentions;
};

/// A variable in device memory that a kernel can reach.
struct SourceVariable {
  std::string linkerName;
  MemoryObject object;              ///< everything the declaration says; id and uses are not set
  std::vector<SourceUse> mentions;  ///< every place that names it, classified; accesses are not set
};

/// An expression that reads or writes memory.
struct SourceExpression {
  SourceUse use;
  int variable = -1;          ///< of SourceIndex::variables, where it subscripts or names that variable itself
  int parameter = -1;         ///< of SourceIndex::parameters, where it goes through that pointer
  int mention = -1;           ///< of the variable's or parameter's mentions
  bool isVectorPart = false;  ///< it ends in the member of a class
};

struct SourceCall {
  SourceRange range;
  std::string text;
  std::string callee;
};

/// What the source of a kernel and of the project's device functions it calls says about memory, by place. Places are
/// those the compiler writes to debug locations: expansion points, line directives obeyed.
struct SourceIndex {
  using Key = std::tuple<std::string, uint32_t, uint32_t>;

  std::vector<SourceParameter> parameters;
  std::vector<SourceVariable> variables;
  std::vector<SourceExpression> expressions;
  std::vector<SourceCall> calls;
  std::multimap<Key, int> expressionsAt;  ///< where it begins, where its operator stands, where it is assigned to
  std::multimap<Key, int> argumentsAt;    ///< by the call whose argument an expression's address is
  std::map<Key, int> callsAt;
  std::map<Key, SourceRange> loopsAt;
  std::vector<SourceRange> functions;  ///< the definitions that were read: the kernel first
  bool hasErrors = false;              ///< some expression could not be parsed

  static Key key(const SourcePosition& at) { return {at.file, at.line, at.column}; }
};

/// Indexes one kernel definition; for an instantiation, the instantiated body.
SourceIndex indexSource(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::model
