#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class ASTNameGenerator;
class FunctionDecl;
}  // namespace clang
namespace llvm {
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace warpwright::model {

/// What calling a function does, as its compiled body tells, with all that it calls.
struct FunctionEffects {
  std::set<std::pair<std::string, int>> indices;  ///< {"threadIdx", 0}: what it reads of where the thread runs
  bool loads = false;                             ///< memory besides its own, its arguments' and constants
  bool stores = false;                            ///< memory besides its own and its arguments'
  bool writesArguments = false;                   ///< memory that its arguments, or `this`, lead to
  bool returnsArgument =
      false;            ///< a pointer or reference that it gives is one of those it was given, or to a constant
  std::string problem;  ///< what else it does: "exchanges values between threads"; empty: nothing

  bool isPure() const { return indices.empty() && !loads && !stores && !writesArguments && problem.empty(); }
};

/// Functions of libraries: of the system's headers, of the toolkit's, of the compiler. The one place that says what may
/// be taken for granted of a call into one of them: what its body does where there is one, whoever wrote it; without a
/// body nothing, unless its name is on a list.
class LibraryFunctions {
 public:
  /// Requires: `unit` outlives this.
  explicit LibraryFunctions(const frontend::ParsedUnit& unit);
  ~LibraryFunctions();

  /// Null: the device code has no body for the function.
  const FunctionEffects* effectsOf(const clang::FunctionDecl& function);
  /// May the function be called as often, and by whichever thread, as one likes?
  bool isPure(const clang::FunctionDecl& function);

 private:
  enum Root : uint8_t { own = 1, argument = 2, constant = 4, elsewhere = 8 };

  const FunctionEffects& effectsOf(const llvm::Function& function);
  void look(const llvm::Instruction& instruction, FunctionEffects& effects);
  void lookAtCall(const llvm::CallBase& call, FunctionEffects& effects);
  void lookAtIntrinsic(const llvm::CallBase& call, FunctionEffects& effects);
  void reads(const llvm::Value* pointer, FunctionEffects& effects);
  void writes(const llvm::Value* pointer, FunctionEffects& effects);
  uint8_t rootsOf(const llvm::Value* pointer);
  uint8_t rootsOf(const llvm::Value* pointer, std::set<const llvm::Value*>& seen);

  const frontend::ParsedUnit& unit_;
  std::unique_ptr<clang::ASTNameGenerator> names_;
  std::map<const llvm::Function*, FunctionEffects> known_;
};

}  // namespace warpwright::model
