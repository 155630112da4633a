#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::preexecution {

/// Names of the kernel's arguments and memory in the generated program: fields of `a`.
class FieldNames {
 public:
  explicit FieldNames(const KernelModel& model) : model_(model) {}
  /// The field of a buffer or of an argument's symbol; the same on each call, unlike any other.
  std::string of(ObjectId object);
  std::string of(SymbolId symbol);

  struct Buffer {
    ObjectId object;
    std::string name;
  };
  struct Scalar {
    uint8_t width;
    std::string name, argument;
  };
  const std::vector<Buffer>& buffers() const { return buffers_; }
  const std::vector<Scalar>& scalars() const { return scalars_; }

 private:
  std::string unused(const std::string& wanted);
  const KernelModel& model_;
  std::vector<Buffer> buffers_;
  std::vector<Scalar> scalars_;
  std::map<std::string, std::string> scalarOf_;  // by the argument as the user writes it, and its width
  // Types that the fields are declared with cannot be names of fields.
  std::set<std::string> taken_{"Buffer", "bool", "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
};

/// What the numbers of a thread are called in the text.
struct ThreadWords {
  std::string thread = "t.thread.", block = "t.block.", blockSize = "launch.block.", gridSize = "launch.grid.";
  bool argumentsAreFields = true;  ///< of `a`; else they stand under their own names
};

/// Writes index forms as C++ over unsigned integers of their width, which wrap as the kernel's do. What is used twice
/// gets a name of its own, once a function, or where it reads memory once a scope.
class ExpressionCode {
 public:
  ExpressionCode(const KernelModel& model, FieldNames& names, ThreadWords words = {})
      : model_(model), pool_(model.pool), names_(names), words_(std::move(words)) {}

  /// Says what one function will write, so that it is known what is used twice.
  void begin(const std::vector<ExpressionId>& roots);
  /// Statements that name what `roots` use more than once: at the function's head (`readsMemory` false), where nothing
  /// is read, or in a scope.
  std::string names(const std::vector<ExpressionId>& roots, bool readsMemory, const std::string& indent);
  /// Forgets names given since the scope was opened.
  void openScope() { scopes_.emplace_back(); }
  void closeScope();
  /// The expression itself, of type uintN_t or bool.
  std::string text(ExpressionId id) { return text(id, 0); }
  /// All of them joined by "&&"; empty for none.
  std::string conjunction(const std::vector<ExpressionId>& conditions);

  bool readsMemory(ExpressionId id);

 private:
  std::string text(ExpressionId id, int strength);
  // What follows gives the text without brackets and says in `strength` how strongly it binds.
  std::string written(ExpressionId id, int& strength);
  std::string infix(const ExpressionNode& node, const char* op, int& strength, int own, bool chains, int inner = 0);
  std::string sumText(const ExpressionNode& node, int& strength);
  std::string bitsText(const ExpressionNode& node, int& strength);
  std::string comparison(const ExpressionNode& node, int& strength);
  std::string conversion(const ExpressionNode& node, int& strength);
  std::string symbolText(const Symbol& symbol, SymbolId id);
  void count(ExpressionId id);

  const KernelModel& model_;
  const ExpressionPool& pool_;
  FieldNames& names_;
  ThreadWords words_;
  std::map<ExpressionId, int> uses_;
  std::map<ExpressionId, std::string> named_;
  std::map<ExpressionId, bool> readsMemory_;
  std::vector<std::vector<ExpressionId>> scopes_;
  int next_ = 0;
};

/// "uint32_t"; "bool" for a width of 1.
std::string typeOfWidth(uint8_t width);
/// "m3": the round of a loop, as a parameter of the generated functions.
std::string roundName(const KernelModel& model, LoopId loop);

}  // namespace warpwright::preexecution
