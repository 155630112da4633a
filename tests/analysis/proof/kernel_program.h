#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::testing {

/// A signed 32-bit value of a program under construction.
struct Value {
  ExpressionPool* pool = nullptr;
  ExpressionId id;
};

Value operator+(Value a, Value b);
Value operator-(Value a, Value b);
Value operator*(Value a, Value b);
Value operator/(Value a, Value b);
Value operator%(Value a, Value b);
Value operator&(Value a, Value b);
Value operator|(Value a, Value b);
Value operator^(Value a, Value b);
Value operator<<(Value a, Value b);
Value operator>>(Value a, Value b);
Value operator<(Value a, Value b);
Value operator<=(Value a, Value b);
Value operator>(Value a, Value b);
Value operator>=(Value a, Value b);
Value operator==(Value a, Value b);
Value operator!=(Value a, Value b);
Value operator&&(Value a, Value b);
Value operator||(Value a, Value b);
Value operator!(Value a);
#define WARPWRIGHT_WITH_NUMBER(op)                                                                 \
  inline Value operator op(Value a, int b) {                                                       \
    return a op Value{a.pool, a.pool->constant(a.pool->at(a.id).width, static_cast<uint64_t>(b))}; \
  }
WARPWRIGHT_WITH_NUMBER(+)
WARPWRIGHT_WITH_NUMBER(-)
WARPWRIGHT_WITH_NUMBER(*)
WARPWRIGHT_WITH_NUMBER(/)
WARPWRIGHT_WITH_NUMBER(%)
WARPWRIGHT_WITH_NUMBER(&)
WARPWRIGHT_WITH_NUMBER(^)
WARPWRIGHT_WITH_NUMBER(<<)
WARPWRIGHT_WITH_NUMBER(>>)
WARPWRIGHT_WITH_NUMBER(<)
WARPWRIGHT_WITH_NUMBER(<=)
WARPWRIGHT_WITH_NUMBER(>)
WARPWRIGHT_WITH_NUMBER(>=)
WARPWRIGHT_WITH_NUMBER(==)
WARPWRIGHT_WITH_NUMBER(!=)
#undef WARPWRIGHT_WITH_NUMBER
Value choose(Value condition, Value yes, Value no);

/// One thing a thread does, in the order of the source.
struct Statement {
  enum class Kind : uint8_t { access, barrier, call, draw, branch, loop, breakIf, returnIf };
  Kind kind = Kind::access;
  uint32_t index = 0;        ///< access, barrier or call number; loop number
  ExpressionId condition;    ///< branch, breakIf, returnIf
  ExpressionId count;        ///< loop: rounds wanted, signed
  bool testedAtEnd = false;  ///< loop: the body runs at least once
  SymbolId loaded;           ///< access: the symbol that takes the value read; draw: the one that takes any value
  std::vector<Statement> body, otherwise;
};

/// A small kernel written as a program: it becomes a KernelModel as a front end would make one, and it can be run
/// thread by thread. The two ways share the index forms and nothing else: guards, control flow and loop bounds of the
/// model are derived here, the run follows the statements.
class KernelProgram {
 public:
  KernelProgram(const std::string& name, std::array<std::optional<uint32_t>, 3> block);

  Value number(int value) { return {&model_.pool, model_.pool.constant(32, static_cast<uint64_t>(value))}; }
  Value threadIndex(int dimension);
  Value blockIndex(int dimension);
  Value argument(const std::string& name);
  /// A value that the model does not understand, computed here.
  Value unknown(const std::string& reason, int width = 32);

  ObjectId shared(const std::string& name, std::vector<uint64_t> extents, uint32_t elementBytes = 4);
  ObjectId dynamicShared(const std::string& name, uint32_t elementBytes = 4);
  ObjectId global(const std::string& name, uint32_t elementBytes = 4);        ///< memory behind an argument
  ObjectId pointerField(const std::string& name, uint32_t elementBytes = 4);  ///< behind a field of an argument
  MemoryObject& object(ObjectId id) { return model_.objects[id.value]; }

  AccessId write(uint32_t line, ObjectId object, std::vector<Value> subscripts);
  AccessId atomic(uint32_t line, ObjectId object, std::vector<Value> subscripts);
  Value read(uint32_t line, ObjectId object, std::vector<Value> subscripts);
  /// At a byte offset, of any size.
  AccessId accessAt(uint32_t line, AccessKind kind, ObjectId object, Value byteOffset, uint32_t bytes);
  BarrierId barrier(uint32_t line, Barrier::Kind kind = Barrier::Kind::block);
  void call(uint32_t line, const std::string& name, bool touchesMemory, bool isWarpCollective);
  void branch(Value condition, const std::function<void()>& yes, const std::function<void()>& no = {});
  /// `body` gets the round, from 0. A count that is a number makes the trip count constant.
  void loop(const std::string& counter, Value count, const std::function<void(Value)>& body, bool testedAtEnd = false);
  void breakIf(Value condition);
  void returnIf(Value condition);

  /// The model; call it once everything is written.
  KernelModel finish();
  const std::vector<Statement>& statements() const { return top_; }

 private:
  struct Place {  // where lowering stands
    BlockId block;
    ExpressionId path;
    LoopId loop;
    BlockId loopExit;
  };
  AccessId addAccess(uint32_t line, AccessKind kind, ObjectId object, std::vector<Value> subscripts);
  AccessId record(Access access, SymbolId loaded);
  Statement& append(Statement::Kind kind, uint32_t index);
  void nested(std::vector<Statement>& into, const std::function<void()>& body);
  BlockId newBlock(LoopId loop, ExpressionId reach);
  void edge(BlockId from, BlockId to) { model_.blocks[from.value].successors.push_back(to); }
  void lower(const std::vector<Statement>& body, Place& place);
  void lowerLoop(const Statement& statement, Place& place);
  void lowerBranch(const Statement& statement, Place& place);

  KernelModel model_;
  std::vector<Statement> top_;
  std::vector<Statement>* current_ = &top_;
  std::vector<BlockId> returns_;
  uint32_t order_ = 0;
};

}  // namespace warpwright::testing
