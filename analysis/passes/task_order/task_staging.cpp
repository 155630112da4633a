#include "analysis/passes/task_order/task_staging.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/contraction.h"
#include "analysis/rewrite/edit/text_copy.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr size_t mostArrays = 4;  // what the runtime's Staged holds

/// Makes the second kernel, step by step.
class KernelMaker {
 public:
  KernelMaker(const rewrite::Editor& editor, const model::ParsedKernel& kernel, const TaskKernel& tasks,
              const TaskLaunches& launches)
      : editor_(editor), kernel_(kernel), function_(*kernel.declaration), tasks_(tasks), launches_(launches) {}

  Result<StagedKernel> make() {
    using Step = Status (KernelMaker::*)();
    for (const Step step :
         {&KernelMaker::chooseData, &KernelMaker::lookAtProducts, &KernelMaker::findPlaces, &KernelMaker::lookAtText}) {
      if (Status status = (this->*step)(); !status.ok()) return status.error();
    }
    result_.own = function_.getNameAsString();
    result_.name = editor_.freshName(result_.own + "_staged");
    result_.text = textOfKernel();
    return std::move(result_);
  }

 private:
  const ParmVarDecl* parameterOf(const TaskArray& data) const { return function_.getParamDecl(data.parameter); }

  // All data that has one number, or none of it: what tasks hold are places in shared memory for all of it.
  Status chooseData() {
    std::map<int, Message> why;
    for (const TaskArray& data : tasks_.data) {
      if (!data.isAlwaysRead) {
        why[data.number] = "not every task reads " + code(data.name) + " by each index it holds";
      } else if (typeOf(data).empty()) {
        why[data.number] =
            "elements of " + code(data.name) + " are none that bytes copy, or have no name for host code";
      } else if (changesInCommon() && !isFloating(parameterOf(data)->getType()->getPointeeType())) {
        why[data.number] = code(data.name) + " may be what the tasks change by atomics, which a block would not see";
      }
    }
    for (const TaskArray& data : tasks_.data) {
      if (!why.contains(data.number)) {
        result_.data.push_back({data.name, typeOf(data), data.number});
        chosen_.push_back(parameterOf(data));
      }
    }
    if (chosen_.empty()) {
      return inputError(why.empty() ? Message("tasks share no data that only they subscript") : why.begin()->second);
    }
    if (chosen_.size() > mostArrays) return inputError({"it is more than %1 arrays", mostArrays});
    return {};
  }
  // No store of a task reaches shared memory, as compilers know: what a task loads twice they load once there, and make
  // one product of two, which a sum then takes no more.
  Status lookAtProducts() {
    const std::vector<std::string> kernels = kernel_.mangledNames();
    Message open = model::openReloads(*kernel_.unit, kernels);
    if (open.empty()) open = model::openStoredProducts(*kernel_.unit, kernels);
    return open.empty() ? Status{} : Status(inputError({"products and sums may be rounded otherwise: %1", open}));
  }
  bool changesInCommon() const {
    return std::any_of(kernel_.models.begin(), kernel_.models.end(), [](const KernelModel& model) {
      return std::any_of(model.accesses.begin(), model.accesses.end(),
                         [](const Access& access) { return access.kind == AccessKind::atomic; });
    });
  }
  // What tasks change in common are integers: no floating-point number is one of them.
  static bool isFloating(QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    return record ? !record->isUnion() && record->getNumBases() == 0 &&
                        std::all_of(record->field_begin(), record->field_end(),
                                    [](const FieldDecl* field) { return isFloating(field->getType()); })
                  : type->isRealFloatingType();
  }
  // Does `=` copy its bytes, with no function of the program that would be called in its place?
  static bool isAssigned(const CXXRecordDecl& record) {
    if (record.getNumBases() != 0) return false;  // nor of those that it is made of
    for (const FieldDecl* field : record.fields()) {
      const QualType type = field->getASTContext().getBaseElementType(field->getType());
      const auto* inner = type->getAsCXXRecordDecl();
      if (type.isConstQualified() || type->isReferenceType() || (inner && !isAssigned(*inner))) return false;
    }
    const DeclarationName assignment = record.getASTContext().DeclarationNames.getCXXOperatorName(OO_Equal);
    const auto found = record.lookup(assignment);
    return std::all_of(found.begin(), found.end(), [](const NamedDecl* one) {
      const auto* method = dyn_cast<CXXMethodDecl>(one);
      if (!method || method->isDeleted() || method->getAccess() != AS_public) return false;
      return method->isTrivial() || !(method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
    });
  }
  // As host code may call it, whatever names are nearer there; empty: it may not.
  std::string typeOf(const TaskArray& data) const {
    const ASTContext& context = function_.getASTContext();
    const QualType element = parameterOf(data)->getType()->getPointeeType().getCanonicalType();
    if (element.isVolatileQualified() || context.getTypeAlignInChars(element).getQuantity() > 16) return "";
    const QualType plain = element.getUnqualifiedType();
    if (plain->isBuiltinType() && plain->isArithmeticType()) return plain.getAsString(context.getPrintingPolicy());
    const auto* record = plain->getAsCXXRecordDecl();
    if (!record || !record->getIdentifier() || record->isEmpty()) return "";
    if (isa<ClassTemplateSpecializationDecl>(record)) return "";
    const DeclContext* around = record->getDeclContext();
    for (; !around->isTranslationUnit(); around = around->getParent()) {
      const auto* space = dyn_cast<NamespaceDecl>(around);
      if (!isa<LinkageSpecDecl>(around) && (!space || space->isAnonymousNamespace())) return "";
    }
    // `struct stat` beside a function `stat`: the name alone is the function's.
    const auto named = record->getDeclContext()->getRedeclContext()->lookup(record->getDeclName());
    if (!std::all_of(named.begin(), named.end(), [](const NamedDecl* one) { return isa<TypeDecl>(one); })) return "";
    return plain.isTriviallyCopyableType(context) && isAssigned(*record) ? "::" + record->getQualifiedNameAsString()
                                                                         : "";
  }

  // The kernel's text, from what stands in front of `__global__` to its last brace, in the file of the launches.
  Status findPlaces() {
    const std::string spelled =
        "the text of the kernel comes out of a macro, or lies in another file than its launches";
    const auto* body = dyn_cast<CompoundStmt>(function_.getBody());
    if (!body) return inputError(spelled);
    const Result<rewrite::TextRange> name = editor_.locate(function_.getLocation());
    const Result<rewrite::TextRange> open = editor_.locate(body->getLBracLoc());
    const Result<rewrite::TextRange> close = editor_.locate(body->getRBracLoc());
    if (!name.ok() || !open.ok() || !close.ok()) return inputError(spelled);
    for (const rewrite::TextRange* part : {&*name, &*open, &*close}) {
      if (part->file != launches_.file) return inputError(spelled);
    }
    name_ = *name;
    bodyBegin_ = open->end;
    whole_ = {launches_.file, beginOf(*name), close->end};
    if (!standsAlone()) return inputError("the text in front of its name declares more, or lacks some of it");
    const auto isInside = [&](const rewrite::TextRange& part) {
      return part.begin >= whole_.begin && part.end <= whole_.end;
    };
    for (const ParmVarDecl* parameter : chosen_) {
      const Result<rewrite::TextRange> place = editor_.locate(parameter->getLocation());
      const bool isOfMacro = parameter->getLocation().isMacroID();  // which may make other names of it
      if (!place.ok() || isOfMacro || place->file != whole_.file || !isInside(*place)) return inputError(spelled);
      parameters_.push_back(*place);
    }
    result_.after = whole_.end;
    if (launches_.before < whole_.end) return inputError("it is launched above its text");
    for (const TaskLaunches::Launch& launch : launches_.launches) {
      const bool endsInName =
          launch.callee.file == launches_.file && editor_.textOf(launch.callee).ends_with(function_.getNameAsString());
      if (!endsInName) return inputError({"the launch at %1 is not spelled out", lineText(launch.line)});
    }
    return {};
  }
  // Behind the end of what comes before it, or behind a line for the preprocessor.
  uint32_t beginOf(const rewrite::TextRange& name) const {
    const std::string_view text = editor_.textOf(name.file);
    uint32_t begin = name.begin;
    const std::vector<rewrite::RawToken> tokens = editor_.tokens({name.file, 0, name.begin});
    for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
      if (token->is(";") || token->is("}") || token->is("{") || rewrite::isInDirective(text, token->begin)) break;
      begin = token->begin;
    }
    return begin;
  }
  // Is what stands in front of the name all of this kernel's declaration, and of no other?
  bool standsAlone() const {
    const SourceManager& sources = function_.getASTContext().getSourceManager();
    const auto [file, end] = sources.getDecomposedExpansionLoc(function_.getLocation());
    const auto isInFront = [&, file = file, end = end](SourceLocation place) {
      const auto [in, offset] = sources.getDecomposedExpansionLoc(place);
      return in == file && offset >= whole_.begin && offset < end;
    };
    if (function_.getQualifierLoc() || !isInFront(function_.getBeginLoc())) return false;
    for (const Attr* attribute : function_.attrs()) {
      const bool isSpelled = attribute->getLocation().isValid() && !attribute->isImplicit();
      const bool isOwn = isa<CUDAGlobalAttr>(attribute) || !attribute->isInherited();
      if (isSpelled && isOwn && !isInFront(attribute->getLocation())) return false;
    }
    for (const DeclContext* around = function_.getLexicalDeclContext(); !around->isTranslationUnit();
         around = around->getLexicalParent()) {
      const auto* linkage = dyn_cast<LinkageSpecDecl>(around);
      if (!(linkage && !linkage->hasBraces()) && isInFront(cast<Decl>(around)->getBeginLoc())) return false;
    }
    const DeclContext* home = function_.getLexicalDeclContext();
    const auto* plain = dyn_cast<LinkageSpecDecl>(home);
    if (plain && !plain->hasBraces()) home = home->getLexicalParent();
    return std::none_of(home->decls_begin(), home->decls_end(), [&](const Decl* other) {
      return !other->isImplicit() && other->getEndLoc().isValid() && isInFront(other->getEndLoc());
    });
  }
  // What would mean something else in a second kernel.
  Status lookAtText() {
    if (Status status = rewrite::mayStandTwice(editor_, whole_, *function_.getBody()); !status.ok())
      return status.error();
    for (const rewrite::RawToken& token : editor_.tokens(whole_)) {
      if (token.is("(") && token.begin >= name_.end && !parenthesis_) parenthesis_ = token.end;
    }
    if (Status status = lookAtNames(); !status.ok()) return status.error();
    if (!parenthesis_) return inputError("the arguments of the kernel come out of a macro");
    const auto isKept = [](const Decl& declared) {
      const auto* variable = dyn_cast<VarDecl>(&declared);
      return variable && variable->isStaticLocal();
    };
    // What __LINE__ becomes, behind whatever macro.
    const SourceManager& sources = function_.getASTContext().getSourceManager();
    const auto isOfPlace = [&](const Stmt& part) {
      const bool isLiteral = isa<IntegerLiteral, StringLiteral>(part);
      return isa<PredefinedExpr>(part) ||
             (isLiteral && sources.isWrittenInScratchSpace(sources.getSpellingLoc(part.getBeginLoc())));
    };
    if (frontend::anyPart(function_.getBody(), isOfPlace))
      return inputError("a macro in it names its place in the file");
    const auto isFriend = [](const FunctionDecl* one) { return one->getFriendObjectKind() != Decl::FOK_None; };
    if (std::any_of(function_.redecls_begin(), function_.redecls_end(), isFriend))
      return inputError("it is the friend of a class, which the second kernel would not be");
    if (frontend::anyDeclared(function_.getBody(), isKept)) return inputError("it has a static variable");
    return {};
  }

  // Places where its text names data.
  Status lookAtNames() const {
    const std::vector<rewrite::RawToken> tokens = editor_.tokens(whole_);
    const auto isData = [&](const rewrite::RawToken& token) {
      return std::any_of(result_.data.begin(), result_.data.end(),
                         [&](const StagedKernel::Data& data) { return token.is(data.name); });
    };
    bool isType = false;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const rewrite::RawToken& token = tokens[i];
      const auto isOne = [&](const auto&... names) { return (token.is(names) || ...); };
      isType = isOne("decltype", "typeof", "__typeof__", "__typeof") || (isType && (token.is("(") || isData(token)));
      const bool isDeclared = std::any_of(parameters_.begin(), parameters_.end(),
                                          [&](const rewrite::TextRange& place) { return place.begin == token.begin; });
      if (isData(token) && !isDeclared && (isType || token.begin < bodyBegin_))
        return inputError({"its text asks for the type of %1", code(std::string(token.text))});
    }
    return {};
  }

  std::string textOfKernel() {
    const std::string staged = editor_.freshName("staged"), indentation = indentationOfBody();
    rewrite::Edits edits;
    edits.replace(name_, result_.name);
    edits.replace({whole_.file, *parenthesis_, *parenthesis_}, "warpwright::runtime::Staged " + staged + ", ");
    std::string loads, names;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const std::string name = result_.data[i].name, all = editor_.freshName(name + "_all");
      edits.replace(parameters_[i], all);
      const std::string load = staged + ".load(" + all + ", " + std::to_string(i) + ");";
      loads += "\n" + indentation + "const auto " + name + " = " + load;
      names += (i == 0 ? "" : i + 1 == parameters_.size() ? " and " : ", ") + name;
    }
    edits.replace({whole_.file, bodyBegin_, bodyBegin_}, loads);
    return "// " + result_.own + " with " + names + " in shared memory: what tasks hold are places there.\n" +
           std::string(editor_.indentationAt(whole_.file, whole_.begin)) +
           edits.madeIn(whole_, editor_.textOf(whole_.file));
  }
  std::string indentationOfBody() const {
    const auto* body = cast<CompoundStmt>(function_.getBody());
    const Result<rewrite::TextRange> first = editor_.locate(body->body_front()->getBeginLoc());
    const bool hasLine = first.ok() && editor_.lineStart(first->file, first->begin) > bodyBegin_;
    return hasLine ? std::string(editor_.indentationAt(first->file, first->begin))
                   : std::string(editor_.indentationAt(whole_.file, whole_.begin)) + "  ";
  }

  const rewrite::Editor& editor_;
  const model::ParsedKernel& kernel_;
  const FunctionDecl& function_;
  const TaskKernel& tasks_;
  const TaskLaunches& launches_;
  std::vector<const ParmVarDecl*> chosen_;
  std::vector<rewrite::TextRange> parameters_;  // their names, where they are declared
  rewrite::TextRange whole_, name_;
  std::optional<uint32_t> parenthesis_;  // behind the one that opens the list of arguments
  uint32_t bodyBegin_ = 0;
  StagedKernel result_;
};

}  // namespace

Result<StagedKernel> makeStagedKernel(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                      const TaskKernel& tasks, const TaskLaunches& launches) {
  return KernelMaker(editor, kernel, tasks, launches).make();
}

}  // namespace warpwright::passes
