#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/message.h"
#include "core/base/source_range.h"
#include "core/kernel/expression.h"

namespace warpwright {

enum class MemorySpace : uint8_t { shared, global, local, constant, parameter, generic };
enum class AccessKind : uint8_t { read, write, atomic };

/// One place where the source names an object: a subscript, an address taken, a pointer handed on.
struct SourceUse {
  enum class Kind : uint8_t { subscript, dereference, plainVariable, addressTaken, passedOn, other };
  Kind kind = Kind::other;
  SourceRange range;  ///< the whole expression, "result[tx]"
  std::string text;
  std::string function;            ///< where it stands: the kernel, or a device function it calls
  bool inMacro = false;            ///< some of its tokens come from a macro body
  std::vector<AccessId> accesses;  ///< the IR accesses it became; empty: none was found
  bool unevaluated = false;        ///< under sizeof or decltype: no access is expected
};

/// An array or variable in memory that a kernel touches.
struct MemoryObject {
  ObjectId id;
  MemorySpace space = MemorySpace::global;
  std::string name;         ///< as declared; an argument's own name for memory behind a pointer argument
  std::string elementType;  ///< innermost element, as spelled after template substitution: "float"
  uint32_t elementBytes = 0;
  std::vector<uint64_t> extents;  ///< declared dimensions, outermost first; empty: a scalar, or not known
  uint64_t bytes = 0;             ///< 0: not known (dynamic shared memory, memory behind a pointer)
  bool isDynamic = false;         ///< `extern __shared__`; all such names are one memory
  bool isVolatile = false;
  bool neverWritten = false;    ///< no write by this kernel
  int argumentIndex = -1;       ///< memory behind this pointer argument
  SourceRange declaration;      ///< the declarator "result[256]"
  std::vector<SourceUse> uses;  ///< every mention in the source that this kernel reaches
  /// Why not everything is known about it (address stored or handed to opaque code, accesses that no source expression
  /// was found for, …). Empty: each IR access is matched and each source use is accounted for.
  Message unknownReason;
  SourcePosition unknownAt;
  /// Its address gets out of sight, or a pointer may lead to it or to another object: pointers that are not known may
  /// be ones into it. `unknownReason` says why.
  bool escapes = false;
  /// Its address is told as a value (stored, compared, handed to opaque code): what else lies in this memory, and
  /// where, may then be seen by the program.
  bool showsAddress = false;
};

/// One load, store or atomic of the device IR.
struct Access {
  AccessId id;
  ObjectId object;  ///< invalid: the base could not be found; see `unknownReason`
  AccessKind kind = AccessKind::read;
  uint32_t bytes = 0;
  uint32_t alignment = 1;  ///< bytes that its address is taken to be a multiple of
  bool addsFloats =
      false;            ///< an atomic sum of 32-bit floating-point numbers: numbers near 0 become 0 in some memories
  ExpressionId offset;  ///< bytes from the start of the object; width 64. Invalid: not known
  /// The subscripts of a declared array, outermost first, each of the width it had; empty where the address was not
  /// formed by subscripts. "Subscript inside its dimension" (assumption level L2 of the proof) is about these.
  std::vector<ExpressionId> subscripts;
  ExpressionId guard;                     ///< width 1: the path condition from the kernel's entry, back edges ignored
  BlockId block;                          ///< where it stands
  uint32_t order = 0;                     ///< position inside its basic block, counted with barriers
  LoopId loop;                            ///< innermost loop around it; invalid: none
  SourceRange range;                      ///< the source expression it was joined to; invalid: none
  std::string text;                       ///< that expression, "result[tx]"
  uint32_t line = 0;                      ///< of the IR location, also where `range` is not known
  std::vector<SourcePosition> inlinedAt;  ///< call sites, innermost first
  bool isVolatile = false;
  bool isVectorPart = false;  ///< one component of a vector or struct element
  Message unknownReason;
};

struct Loop {
  LoopId id;
  LoopId parent;
  SymbolId counter;                           ///< times the back edge has been taken, from 0
  ExpressionId backedgeCount;                 ///< how often it is taken at most; invalid: not known
  std::optional<uint64_t> constantTripCount;  ///< iterations of the body, where constant
  double weight = 4;                          ///< for estimates: the trip count, 4 where unknown (CGO'15 §3.1)
  BlockId header;
  SourceRange range;
};

struct Barrier {
  enum class Kind : uint8_t { block, warp, other };
  BarrierId id;
  Kind kind = Kind::block;  ///< `other`: named, counting or value-returning barriers, cluster and grid barriers
  std::string text;         ///< "__syncthreads()"
  SourceRange range;
  uint32_t line = 0;
  ExpressionId guard;
  BlockId block;
  uint32_t order = 0;
  LoopId loop;
};

/// A call that may read or write any memory, or inline assembly.
struct OpaqueCall {
  std::string name;
  SourceRange range;
  uint32_t line = 0;
  BlockId block;
  uint32_t order = 0;
  bool touchesMemory = true;
  bool isWarpCollective = false;  ///< shuffles, votes, matches: exchange between lanes, no memory
};

/// The control-flow graph, reduced to what orders accesses and barriers.
struct BasicBlock {
  BlockId id;
  std::vector<BlockId> successors;
  LoopId loop;
  ExpressionId reach;  ///< width 1: path condition from the entry, back edges ignored
};

/// One place in host code that launches the kernel. Numbers that could not be folded are absent.
struct Launch {
  SourcePosition at;
  std::array<std::optional<uint32_t>, 3> grid{};
  std::array<std::optional<uint32_t>, 3> block{};
  std::optional<uint64_t> sharedBytes;
  std::vector<std::optional<int64_t>> arguments;  ///< folded integer arguments, by position
  bool fromUser = false;                          ///< given with --launch
  Message unknownReason;                          ///< what could not be folded, with the line
  /// Of one that stands for launches that are not seen: why there may be such. Empty: it is one that was read.
  Message openReason;
};

/// What one kernel, or one instantiation of a kernel template, does; for one block shape. Holds no pointer into Clang
/// or LLVM.
struct KernelModel {
  std::string name;  ///< unqualified: "dynproc_kernel"
  std::string qualifiedName;
  std::string signature;  ///< "void(int, int*, int*)"
  std::string mangledName;
  std::string templateArguments;  ///< "<32, float>" for an instantiation
  SourceRange definition;
  SourcePosition nameAt;
  std::vector<std::string> parameterNames;
  std::vector<Launch> launches;
  /// The block shape that threadIndex symbols are bounded by; absent where the launches leave it open.
  std::array<std::optional<uint32_t>, 3> block{};
  std::optional<uint32_t> maxThreads;  ///< __launch_bounds__
  bool hasErrors = false;              ///< the parse had errors inside it: nothing may be called applicable
  Message unknownReason;               ///< why the kernel as a whole could not be modelled; empty: it was

  ExpressionPool pool;
  std::vector<MemoryObject> objects;
  std::vector<Access> accesses;
  std::vector<Loop> loops;
  std::vector<Barrier> barriers;
  std::vector<OpaqueCall> calls;
  std::vector<BasicBlock> blocks;                                                ///< blocks[0] is the entry
  std::array<SymbolId, 3> threadIndex{}, blockIndex{}, blockSize{}, gridSize{};  ///< invalid where not used

  const MemoryObject& object(ObjectId id) const { return objects[id.value]; }
  const Access& access(AccessId id) const { return accesses[id.value]; }
  const Loop& loop(LoopId id) const { return loops[id.value]; }
};

/// The model as text, one line an object, access, barrier and loop: for tests and `--verbose`.
std::string toText(const KernelModel& model);

}  // namespace warpwright
