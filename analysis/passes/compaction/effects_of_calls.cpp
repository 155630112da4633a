#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <array>

#include "analysis/frontend/tree_walk.h"
#include "analysis/model/assembly_text.h"
#include "analysis/model/language_functions.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool startsWithAny(StringRef name, std::initializer_list<const char*> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* start) { return name.starts_with(start); });
}

/// Does a function say its own name anywhere, also where nothing is computed: in a sizeof, a decltype, an array's
/// extent?
bool saysOwnName(const FunctionDecl& definition) {
  struct Search : frontend::TreeWalk {
    bool isFound = false;
    bool visit(Stmt& statement) override {
      isFound = isFound || isa<PredefinedExpr>(statement);
      return !isFound;
    }
  } search;
  search.walk(&definition);
  return search.isFound;
}

// Functions of the language that exchange values between threads, or tell a thread when or where it runs.
std::string warpMeaning(StringRef name) {
  if (startsWithAny(name, {"__shfl", "__any", "__all", "__ballot", "__uni", "__match", "__reduce_", "__vote",
                           "__activemask", "__nvvm_shfl", "__nvvm_vote", "__nvvm_match", "__nvvm_redux"})) {
    return "exchanges values between the threads of a warp";
  }
  if (startsWithAny(name, {"__syncthreads_", "__barrier", "__nvvm_bar", "__nvvm_mbarrier", "__cluster", "__pipeline",
                           "__mbarrier"})) {
    return "synchronises threads in a way that is not understood";
  }
  if (startsWithAny(name, {"__threadfence", "__nvvm_membar", "__nvvm_fence"})) return "orders memory for other threads";
  if (name == "clock" || name == "clock64" ||
      startsWithAny(name, {"__clock", "__nanosleep", "nanosleep", "__globaltimer", "__nvvm_read_ptx", "__lane"})) {
    return "tells when or where a thread runs";
  }
  return {};
}

bool isPlainValue(QualType type) {
  const QualType plain = type.getNonReferenceType();
  if (type->isReferenceType() && !plain.isConstQualified()) return false;
  return plain->isArithmeticType() || plain->isEnumeralType() || (plain->isRecordType() && !plain->isUnionType());
}

bool isTextureFetch(StringRef name) {
  static constexpr std::array shapes = {"tex1D", "tex2D", "tex3D", "texCubemap"};
  static constexpr std::array ways = {"", "fetch", "Lod", "Grad", "gather", "Layered", "LayeredLod", "LayeredGrad"};
  return std::any_of(shapes.begin(), shapes.end(), [&](const char* shape) {
    StringRef rest = name;
    return rest.consume_front(shape) &&
           std::any_of(ways.begin(), ways.end(), [&](const char* way) { return rest == way; });
  });
}

// Functions of the compiler that have no body: arithmetic, by name.
bool isArithmeticOfCompiler(const FunctionDecl& callee) {
  const StringRef name = callee.getDeclName().isIdentifier() ? callee.getName() : "";
  if (name.starts_with("__nv_")) return true;  // CUDA's library of mathematics
  const unsigned id = callee.getBuiltinID();
  if (id == 0) return false;
  if (name.starts_with("__nvvm_")) {
    return startsWithAny(
        name.drop_front(7),
        {"abs",   "add", "bf",       "bitcast", "brev", "ceil",  "clz",   "cos",  "d2",   "div", "e4m3",
         "e5m2",  "ex2", "f2",       "fabs",    "ff",   "floor", "fma",   "fmax", "fmin", "h2",  "i2",
         "lg2",   "ll2", "lohi",     "max",     "min",  "mul",   "neg",   "popc", "prmt", "rcp", "round",
         "rsqrt", "sad", "saturate", "sin",     "sqrt", "tanh",  "trunc", "ui2",  "ull2"});
  }
  const Builtin::Context& builtins = callee.getASTContext().BuiltinInfo;
  return builtins.isConst(id) || builtins.isConstWithoutErrnoAndExceptions(id);
}

// Are `v`, `v.x` or `v[i]` of shared memory that is declared here?
bool isShared(const Expr& place) {
  for (const Expr* part = place.IgnoreParenImpCasts();; part = part->IgnoreParenImpCasts()) {
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) return name->getDecl()->hasAttr<CUDASharedAttr>();
    const auto* member = dyn_cast<MemberExpr>(part);
    const auto* element = dyn_cast<ArraySubscriptExpr>(part);
    if (!element && !member) return false;
    part = element ? element->getBase() : member->getBase();
  }
}

// sincosf(x, &s, &c) and the like: they write through their pointers and do no more.
bool writesThroughPointers(StringRef name) {
  static constexpr std::array names = {"sincos", "sincosf", "__sincosf", "sincospi", "sincospif", "modf",
                                       "modff",  "frexp",   "frexpf",    "remquo",   "remquof"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool EffectReader::isOfProject(const FunctionDecl& callee) const {
  const FunctionDecl* definition = nullptr;
  return callee.getBuiltinID() == 0 && callee.hasBody(definition) &&
         editor_.unit()->isProjectFile(fileNameAt(*editor_.unit(), definition->getLocation()));
}

Status EffectReader::call(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (isa<CUDAKernelCallExpr>(call)) return refusal(call, "launches a kernel");
  if (!callee) return refusal(call, "calls a function through a pointer");
  if (callee->getQualifiedNameAsString().find("cooperative_groups") != std::string::npos) return groups(call);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
  if (method && method->isTrivial() && isOperator && call.getNumArgs() == 2) {  // a structure assigned to another
    return assign(call.getArg(0), call.getArg(1));
  }
  return isOfProject(*callee) ? projectCall(call, *callee) : libraryCall(*callee, call);
}

Status EffectReader::projectCall(const CallExpr& call, const FunctionDecl& function) {
  const FunctionDecl* callee = &function;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
  const Summary& summary = summaryOf(*callee);
  const std::string name = "`" + callee->getNameAsString() + "`";
  if (!summary.problem.empty()) return refusal(call, "calls " + name + ": " + summary.problem);
  if (summary.effects.usesIndex || summary.effects.usesExtent) {
    if (Status helper = callHelper(call, *callee, summary.effects); !helper.ok()) return helper;
  }
  if (summary.effects.hasBarrier) return refusal(call, "calls " + name + ", which holds a barrier");
  const Expr* object = nullptr;
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(&call)) object = member->getImplicitObjectArgument();
  if (isOperator) object = call.getArg(0);
  const bool onlyReads = method && method->isConst() && !method->getParent()->hasMutableFields();
  const bool isBehind = object && object->getType()->isPointerType();
  if (object && !isBehind && summary.effects.takesAddress) {
    return refusal(call, "calls " + name + ", which keeps an address");
  }
  const Use use = onlyReads ? Use::read : Use::update;
  const unsigned first = isOperator ? 1 : 0;
  return allOf({isBehind ? behindPointer(object, use)
                : object ? place(object, use)
                         : Status(),
                arguments(*callee, call.getArgs() + first, call.getNumArgs() - first, summary)});
}

// A function that looks at the index gets a copy to which the index is given.
Status EffectReader::callHelper(const CallExpr& call, const FunctionDecl& callee, const Effects& done) {
  const FunctionDecl* definition = nullptr;
  callee.hasBody(definition);
  const std::string reads =
      "calls `" + callee.getNameAsString() + "`, which reads " + (done.usesIndex ? axis_.index() : axis_.extent());
  const auto* callees = dyn_cast<DeclRefExpr>(call.getCallee()->IgnoreParenImpCasts());
  if (!isOfProject(callee)) return refusal(call, reads + " and is of a library");
  if (done.isTied) return refusal(call, reads + " and holds inline assembly or its own name");
  if (isa<CXXMethodDecl>(definition) || !callees) return refusal(call, reads + " and is a member function");
  if (isa<CXXOperatorCallExpr>(call)) return refusal(call, reads + " and is an operator");
  if (isa<UsingShadowDecl>(callees->getFoundDecl()))
    return refusal(call, reads + " and is named by a using-declaration");
  if (definition->isTemplateInstantiation()) return refusal(call, reads + " and is a template");
  for (const ParmVarDecl* parameter : definition->parameters()) {
    if (parameter->hasInheritedDefaultArg())
      return refusal(call, reads + " and has default arguments that another declaration gives");
  }
  if (definition->isVariadic() || definition->isConstexpr()) return refusal(call, reads + " and cannot be copied");
  effects_.usesIndex = effects_.usesIndex || done.usesIndex;
  effects_.usesExtent = effects_.usesExtent || done.usesExtent;
  const auto same = [&](const Helper& helper) { return helper.definition == definition; };
  if (std::none_of(helpers_.begin(), helpers_.end(), same)) helpers_.push_back({definition, done.usesIndex});
  return {};
}

Status EffectReader::readAll(llvm::ArrayRef<const Expr*> values) {
  for (const Expr* value : values) {
    if (Status known = value->isGLValue() ? place(value, Use::read) : read(value); !known.ok()) return known;
  }
  return {};
}

Status EffectReader::construct(const CXXConstructExpr& made) {
  const CXXConstructorDecl& constructor = *made.getConstructor();
  if (constructor.isTrivial()) return readAll({made.getArgs(), made.getNumArgs()});
  const FunctionDecl* body = nullptr;
  if (!isOfProject(constructor) && (libraryFunctions().effectsOf(constructor) || !constructor.hasBody(body))) {
    const bool ofValues = std::all_of(constructor.param_begin(), constructor.param_end(),
                                      [](const auto* p) { return isPlainValue(p->getType()); });
    if (!ofValues) return refusal(made, "makes an object in a way that is not understood");
    if (Status known = library(constructor, made); !known.ok()) return known;
    return libraryArguments(constructor, {made.getArgs(), made.getNumArgs()});
  }
  const Summary& summary = summaryOf(constructor);
  if (!summary.problem.empty()) return refusal(made, "makes an object: " + summary.problem);
  if (summary.effects.usesIndex || summary.effects.usesExtent || summary.effects.hasBarrier) {
    return refusal(made, "makes an object whose constructor looks at the block");
  }
  if (summary.effects.takesAddress) return refusal(made, "makes an object that keeps an address");
  return arguments(constructor, made.getArgs(), made.getNumArgs(), summary);
}

Status EffectReader::arguments(const FunctionDecl& callee, const Expr* const* begin, unsigned count,
                               const Summary& summary) {
  for (unsigned i = 0; i < count; ++i) {
    const QualType type = i < callee.getNumParams() ? callee.getParamDecl(i)->getType() : begin[i]->getType();
    const Effects& done = summary.effects;
    // A function that keeps no pointer may look at a variable, and write it, while it runs.
    const bool keeps = done.leaksPointer || done.takesAddress || mayHoldPointer(callee.getReturnType());
    const Expr* own = type->isPointerType() && !keeps ? ownSeenAs(*begin[i]) : nullptr;
    const bool isConst = type.getNonReferenceType().isConstQualified();
    const Use use = done.takesAddress ? Use::address : isConst ? Use::read : Use::update;
    const bool isValue = !type->isReferenceType() || !begin[i]->isGLValue();
    const Status known = own       ? place(own, done.stores() ? Use::update : Use::read)
                         : isValue ? read(begin[i])
                                   : place(begin[i], use);
    if (!known.ok()) return known;
  }
  const Effects& done = summary.effects;
  // What it does to memory is done to memory of any kind; parameters and variables of its own are its own.
  if (done.loads()) memory(nullptr, false, Use::read);
  if (done.stores()) memory(nullptr, false, Use::write);
  effects_.repeats = effects_.repeats || done.repeats || done.stores();
  effects_.reorders = effects_.reorders || done.reorders;
  effects_.calls = effects_.calls || done.loads() || done.stores();
  effects_.leaksPointer = effects_.leaksPointer || done.leaksPointer;
  effects_.isForBlock = effects_.isForBlock || done.isForBlock;
  effects_.exchanges = effects_.exchanges || done.exchanges;
  effects_.orders = effects_.orders || done.orders;
  effects_.calls = effects_.calls || done.exchanges;
  return {};
}

const EffectReader::Summary& EffectReader::summaryOf(const FunctionDecl& callee) {
  const FunctionDecl* definition = nullptr;
  callee.hasBody(definition);
  const auto [known, isNew] = summaries_.try_emplace(definition);
  Summary& summary = known->second;
  if (!isNew) {
    if (!summary.ready) summary.problem = "it calls itself";
    return summary;
  }
  const auto add = [&](const Result<Effects>& done) {
    if (done.ok()) summary.effects.add(*done);
    if (!done.ok() && summary.problem.empty()) summary.problem = said(done.error());
  };
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition)) {
    for (const CXXCtorInitializer* part : constructor->inits()) add(ofExpression(part->getInit()));
  }
  ++depth_;
  add(ofStatement(definition->getBody()));
  --depth_;
  summary.effects.isTied = summary.effects.isTied || saysOwnName(*definition);
  summary.ready = true;
  return summary;
}

// Assembly in a function that is called: its text stays as it is.
Status EffectReader::assembly(const GCCAsmStmt& assembly) {
  const std::string text = assembly.generateAsmString(editor_.unit()->ast());
  const auto clobbersMemory = [&] {
    for (unsigned i = 0; i < assembly.getNumClobbers(); ++i) {
      if (assembly.getClobber(i) == "memory") return true;
    }
    return false;
  };
  if (depth_ == 0 || assembly.isAsmGoto() || clobbersMemory() || !model::readAssembly(text).isArithmetic()) {
    return refusal(assembly, "holds inline assembly");
  }
  effects_.isTied = true;
  for (const Expr* value : assembly.inputs()) {
    if (Status known = read(value); !known.ok()) return known;
  }
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i) {
    const Use use = assembly.isOutputPlusConstraint(i) ? Use::update : Use::write;
    if (Status known = place(assembly.getOutputExpr(i), use); !known.ok()) return known;
  }
  return {};
}

model::LibraryFunctions& EffectReader::libraryFunctions() {
  if (!library_) library_ = std::make_shared<model::LibraryFunctions>(*editor_.unit());
  return *library_;
}

// Notes what a function of a library does besides looking at its arguments.
Status EffectReader::library(const FunctionDecl& callee, const Stmt& at) {
  const bool isMade = isa<CXXConstructorDecl>(callee);
  const std::string calls =
      isMade ? "makes an object whose constructor " : "calls `" + callee.getNameAsString() + "`, which ";
  const auto refuse = [&](const std::string& what) { return refusal(at, calls + what); };
  const model::FunctionEffects* done = libraryFunctions().effectsOf(callee);
  if (!done) {
    const bool ofValues = !callee.isVariadic() && !callee.getReturnType()->isVoidType() && !isMade &&
                          std::all_of(callee.param_begin(), callee.param_end(),
                                      [](const ParmVarDecl* parameter) { return isPlainValue(parameter->getType()); });
    if (ofValues && (isArithmeticOfCompiler(callee) || model::isMathFunction(callee))) return {};
    return refuse("has no body here: its effects are not known");
  }
  if (!done->problem.empty()) return refuse(done->problem);
  if (done->stores) return refuse("writes memory");
  if (done->indices.contains({axis_.indexObject(), axis_.dimension})) return refuse("reads " + axis_.index());
  if (done->indices.contains({axis_.extentObject(), axis_.dimension})) return refuse("reads " + axis_.extent());
  if (done->loads) {
    memory(nullptr, false, Use::read);
    effects_.calls = true;
  }
  return {};
}

Status EffectReader::libraryArguments(const FunctionDecl& callee, llvm::ArrayRef<const Expr*> given) {
  const model::FunctionEffects* done = libraryFunctions().effectsOf(callee);
  const bool writes = done && done->writesArguments && !isa<CXXConstructorDecl>(callee);
  const bool keeps = mayHoldPointer(callee.getReturnType()) && !callee.getReturnType()->isVoidType() &&
                     !(done && done->returnsArgument);
  for (size_t i = 0; i < given.size(); ++i) {
    const QualType type = i < callee.getNumParams() ? callee.getParamDecl(i)->getType() : given[i]->getType();
    Status known;
    if (type->isPointerType()) {
      const bool isWritten = writes && !type->getPointeeType().isConstQualified();
      known = allOf({behindPointer(given[i], Use::read), isWritten ? behindPointer(given[i], Use::update) : Status()});
    } else if (!type->isReferenceType() || !given[i]->isGLValue()) {
      known = read(given[i]);
    } else {
      const bool isWritten = writes && !type.getNonReferenceType().isConstQualified();
      known = allOf({place(given[i], isWritten ? Use::update : Use::read),
                     keeps ? place(given[i], Use::address) : Status()});  // a variable of the thread is refused here
    }
    if (!known.ok()) return known;
  }
  return {};
}

// Does the call give a reference to one of its arguments, and change nothing? std::min does.
bool EffectReader::givesArgument(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || isa<CXXMethodDecl>(callee) || isOfProject(*callee)) return false;
  const model::FunctionEffects* done = libraryFunctions().effectsOf(*callee);
  return done && done->returnsArgument && done->isPure();
}

Status EffectReader::libraryCall(const FunctionDecl& callee, const CallExpr& call) {
  if (model::isOfLanguage(callee)) {
    const Result<bool> isKnown = languageCall(callee, call);
    if (!isKnown.ok()) return isKnown.error();
    if (*isKnown) return {};
  }
  const FunctionDecl* body = nullptr;
  if (!libraryFunctions().effectsOf(callee) && callee.getBuiltinID() == 0 && !model::isMathFunction(callee) &&
      callee.hasBody(body)) {
    return projectCall(call, callee);  // the device code leaves it out: it is never called, or its value is a constant
  }
  const auto* method = dyn_cast<CXXMethodDecl>(&callee);
  const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
  const Expr* object = isOperator ? call.getArg(0) : nullptr;
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(&call)) object = member->getImplicitObjectArgument();
  if (object) {
    const Use use = method->isConst() ? Use::read : Use::update;
    // `a = b` gives `a`: where a statement is no more than that, nobody takes it.
    const model::FunctionEffects* done = dropped_.contains(&call) ? libraryFunctions().effectsOf(callee) : nullptr;
    const bool isBehind = object->getType()->isPointerType();
    const bool keeps = mayHoldPointer(callee.getReturnType()) && !(done && done->returnsArgument);
    Status known = allOf({isBehind ? behindPointer(object, use) : place(object, use),
                          keeps && !isBehind ? place(object, Use::address) : Status()});
    if (!known.ok()) return known;
  }
  if (Status known = library(callee, call); !known.ok()) return known;
  const unsigned first = isOperator ? 1 : 0;
  return libraryArguments(callee, {call.getArgs() + first, call.getNumArgs() - first});
}

// Functions of the language, by name. False: it is none of those that are known.
Result<bool> EffectReader::languageCall(const FunctionDecl& callee, const CallExpr& call) {
  const std::string name = callee.getNameAsString();
  const auto knownAfter = [](const Status& read) {
    return read.ok() ? Result<bool>(true) : Result<bool>(read.error());
  };
  if (name == "__syncthreads") return effects_.hasBarrier = true;
  if (exchangesInWarp(call)) {
    effects_.exchanges = effects_.calls = true;
    effects_.orders = effects_.orders || ordersWarp(callee);
    return knownAfter(readAll({call.getArgs(), call.getNumArgs()}));
  }
  if (const std::string meaning = warpMeaning(name); !meaning.empty()) {
    return refusal(call, "calls `" + name + "`, which " + meaning);
  }
  if (StringRef(name).starts_with("atomic")) return knownAfter(atomicCall(name, call));
  if (startsWithAny(name, {"__assert"})) return effects_.repeats = true;  // it ends the launch, whoever comes first
  // What the programmer knows: true for each thread as it was.
  if (name == "__builtin_assume" || name == "__builtin_unreachable") {
    return knownAfter(readAll({call.getArgs(), call.getNumArgs()}));
  }
  static constexpr std::array loads = {"__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv"};
  if (std::find(loads.begin(), loads.end(), name) != loads.end() && call.getNumArgs() == 1) {
    effects_.calls = true;
    return knownAfter(behindPointer(call.getArg(0), Use::read));
  }
  if ((name == "__stcg" || name == "__stcs" || name == "__stwb") && call.getNumArgs() == 2) {
    effects_.repeats = effects_.calls = true;
    return knownAfter(allOf({behindPointer(call.getArg(0), Use::write), read(call.getArg(1))}));
  }
  if (isTextureFetch(name)) {
    effects_.calls = true;
    const Status arguments = readAll({call.getArgs(), call.getNumArgs()});
    effects_.memory.push_back({nullptr, false, false, true});
    return knownAfter(arguments);
  }
  if (name == "memcpy" || name == "__builtin_memcpy") return copyOfBytes(call);
  if (name == "printf" || name == "vprintf") {
    return refusal(call, "prints: the lines of different threads would come in another order");
  }
  if (!writesThroughPointers(name)) return false;
  for (const Expr* argument : call.arguments()) {
    const auto* taken = dyn_cast<UnaryOperator>(argument->IgnoreParenImpCasts());
    const Status known = taken && taken->getOpcode() == UO_AddrOf ? place(taken->getSubExpr(), Use::write)
                         : argument->getType()->isPointerType()   ? behindPointer(argument, Use::write)
                                                                  : read(argument);
    if (!known.ok()) return known.error();
  }
  return true;
}

/// Sums of floating-point numbers are rounded in the order in which threads come, which the source leaves open: every
/// add is kept, so each result is one that the original can give.
Status EffectReader::operandOf(const CallExpr& call, const std::string& operation) {
  const QualType type = call.getNumArgs() == 2 ? call.getArg(1)->getType() : QualType();
  if (!type.isNull() && type->isIntegralOrEnumerationType()) return {};
  if (type.isNull() || operation != "atomicAdd" || !type->isRealFloatingType())
    return refusal(call, "calls `" + operation + "` for what is no whole number, which is not understood");
  effects_.reorders = true;
  return {};
}

// Sums, minima and the like of integers depend on no order, as long as nobody looks at what was there before.
Status EffectReader::atomicCall(const std::string& name, const CallExpr& call) {
  static constexpr std::array exact = {"atomicAdd", "atomicSub", "atomicMin", "atomicMax",
                                       "atomicAnd", "atomicOr",  "atomicXor"};
  std::string plain = name;
  for (const char* suffix : {"_block", "_system"}) {
    if (plain.ends_with(suffix)) plain.resize(plain.size() - std::string(suffix).size());
  }
  if (std::find(exact.begin(), exact.end(), plain) == exact.end()) {
    return refusal(call, "calls `" + name + "`, whose result depends on the order of the threads");
  }
  if (!dropped_.contains(&call)) {
    return refusal(call, "uses what `" + name + "` gives, which depends on the order of the threads");
  }
  if (Status known = operandOf(call, plain); !known.ok()) return known;
  effects_.repeats = effects_.calls = true;
  effects_.isForBlock = effects_.isForBlock || name.ends_with("_block");
  const Expr* target = call.getArg(0)->IgnoreParenImpCasts();
  const auto* taken = dyn_cast<UnaryOperator>(target);
  if (taken && taken->getOpcode() == UO_AddrOf) {
    const Expr* place = taken->getSubExpr();
    const Expr* own = axis_.ofBlocks ? ownBehind(target) : nullptr;
    const bool isOfBlock = own && isShared(*own);  // each merged block has its own, for its threads as before
    return allOf({noteUpdate(plain, *place, call),
                  isOfBlock ? Status() : this->place(place, Use::address),  // a variable of the thread is refused here
                  this->place(place, Use::update), read(call.getArg(1))});
  }
  return allOf({noteUpdate(plain, *target, call), behindPointer(call.getArg(0), Use::update), read(call.getArg(1))});
}

/// A sum and a maximum of one element give another number in another order: only one kind of update may reach what may
/// be the same memory.
Status EffectReader::noteUpdate(const std::string& operation, const Expr& target, const CallExpr& call) {
  const bool compares = operation == "atomicMin" || operation == "atomicMax";
  const UpdateKind kind{operation == "atomicSub" ? "atomicAdd" : operation,
                        compares && call.getArg(1)->getType()->isUnsignedIntegerOrEnumerationType()};
  const Expr* root = target.IgnoreParens();
  while (const auto* element = dyn_cast<ArraySubscriptExpr>(root)) root = element->getBase()->IgnoreParenImpCasts();
  const auto* name = dyn_cast<DeclRefExpr>(root);
  const VarDecl* array = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (array && !array->getType()->isArrayType()) array = nullptr;  // a pointer: it may be to anything
  for (const auto& [other, known] : updates_) {
    if (known == kind || (other != array && other != nullptr && array != nullptr)) continue;
    return refusal(call, "updates with `" + operation + "` what `" + known.operation +
                             "` may update too: the result depends on the order of the threads");
  }
  updates_.emplace(array, kind);
  return {};
}

}  // namespace warpwright::rewrite
