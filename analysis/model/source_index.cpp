#include "analysis/model/source_index.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/StmtCXX.h>

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/access_chain.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

/// Walks the body of a kernel and of the project's device functions it calls.
class Indexer {
 public:
  Indexer(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel)
      : context_(unit.ast()), text_(unit), names_(unit.ast()), kernel_(kernel) {}

  SourceIndex run() {
    for (const clang::ParmVarDecl* parameter : kernel_.parameters()) addParameter(*parameter);
    enter(kernel_);
    return std::move(index_);
  }

 private:
  using Kind = SourceUse::Kind;

  std::string typeText(clang::QualType type) const {
    return type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
  }
  uint32_t sizeOf(clang::QualType type) const {
    if (type.isNull() || type->isIncompleteType() || type->isFunctionType() || type->isDependentType()) return 0;
    return static_cast<uint32_t>(context_.getTypeSizeInChars(type).getQuantity());
  }

  void addParameter(const clang::ParmVarDecl& declaration) {
    SourceParameter parameter;
    const auto number = static_cast<int>(index_.parameters.size());
    parameter.name = declaration.getName().empty() ? "arg" + std::to_string(number) : declaration.getName().str();
    parameter.range = text_.range({declaration.getLocation(), declaration.getLocation()});
    const clang::QualType type = declaration.getType();
    if (type->isPointerType()) {
      parameter.isPointer = true;
      parameter.elementType = typeText(type->getPointeeType());
      parameter.elementBytes = sizeOf(type->getPointeeType());
    } else if (const auto* record = type->getAsCXXRecordDecl()) {
      parameter.elementType = typeText(type);
      parameter.elementBytes = sizeOf(type);
      if (record->hasDefinition()) addFields(*record, parameter.name, 0, parameter);
    }
    index_.parameters.push_back(std::move(parameter));
    if (type->isPointerType()) parameters_.emplace(declaration.getCanonicalDecl(), number);
  }

  void addFields(const clang::CXXRecordDecl& record, const std::string& name, int64_t start, SourceParameter& into) {
    if (record.getDefinition()->isInvalidDecl() || record.isDependentContext()) return;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record.getDefinition());
    for (const clang::CXXBaseSpecifier& base : record.getDefinition()->bases()) {
      const auto* parent = base.getType()->getAsCXXRecordDecl();
      if (parent && parent->hasDefinition() && !base.isVirtual()) {
        addFields(*parent, name, start + layout.getBaseClassOffset(parent).getQuantity(), into);
      }
    }
    for (const clang::FieldDecl* field : record.getDefinition()->fields()) {
      const int64_t bits = static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()));
      if (field->isBitField() || bits % 8 != 0) continue;
      const std::string path = field->getName().empty() ? name : name + '.' + field->getName().str();
      const clang::QualType type = field->getType();
      if (const auto* nested = type->getAsCXXRecordDecl(); nested && nested->hasDefinition()) {
        addFields(*nested, path, start + bits / 8, into);
        continue;
      }
      SourceParameter::Field described;
      described.offset = start + bits / 8;
      described.name = path;
      described.isPointer = type->isPointerType();
      if (described.isPointer) {
        described.elementType = typeText(type->getPointeeType());
        described.elementBytes = sizeOf(type->getPointeeType());
      }
      into.fields.push_back(std::move(described));
    }
  }

  /// The number of a variable in device memory; -1 for others.
  int variableOf(const clang::ValueDecl* declaration) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !variable->hasGlobalStorage()) return -1;
    const bool isShared = variable->hasAttr<clang::CUDASharedAttr>();
    const bool isConstant = variable->hasAttr<clang::CUDAConstantAttr>();
    const bool isDevice = variable->hasAttr<clang::CUDADeviceAttr>() || variable->hasAttr<clang::HIPManagedAttr>();
    if (!isShared && !isConstant && !isDevice) return -1;
    const auto [known, isNew] =
        variables_.emplace(variable->getCanonicalDecl(), static_cast<int>(index_.variables.size()));
    if (!isNew) return known->second;
    SourceVariable described;
    described.linkerName = names_.getName(variable);
    MemoryObject& object = described.object;
    object.space = isShared ? MemorySpace::shared : isConstant ? MemorySpace::constant : MemorySpace::global;
    object.name = variable->getName().str();
    clang::QualType type = variable->getType();
    object.isVolatile = type.isVolatileQualified();
    object.bytes = sizeOf(type);
    while (const clang::ArrayType* array = context_.getAsArrayType(type)) {
      if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
        object.extents.push_back(constant->getSize().getZExtValue());
      } else {
        object.isDynamic = isShared;
      }
      type = array->getElementType();
      object.isVolatile = object.isVolatile || type.isVolatileQualified();
    }
    // The declared dimensions of dynamic memory are those of its rows only: none is known of the whole.
    if (object.isDynamic) object.extents.clear(), object.bytes = 0;
    if (isShared && variable->hasExternalStorage()) object.isDynamic = true;
    object.elementType = typeText(type);
    object.elementBytes = sizeOf(type);
    object.declaration = text_.range({variable->getLocation(), variable->getEndLoc()});
    index_.variables.push_back(std::move(described));
    return known->second;
  }

  void enter(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition) || !entered_.insert(definition).second) return;
    if (definition->isTemplated() || !text_.isInProject(definition->getLocation())) return;
    const std::string around = std::exchange(function_, definition->getNameAsString());
    const auto ancestors = std::exchange(ancestors_, {});
    const bool unevaluated = std::exchange(unevaluated_, false);
    index_.functions.push_back(text_.range(definition->getSourceRange()));
    index_.hasErrors = index_.hasErrors || definition->isInvalidDecl();
    visit(definition->getBody());
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
      for (const clang::CXXCtorInitializer* initializer : constructor->inits()) visit(initializer->getInit());
    }
    function_ = around;
    ancestors_ = ancestors;
    unevaluated_ = unevaluated;
  }

  void visit(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::PseudoObjectExpr>(statement)) return;  // threadIdx and its like
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) visitExpression(*expression);
    ancestors_.push_back(statement);
    if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
      visitChoice(choice->getCond(), choice->getThen(), choice->getElse(),
                  {choice->getInit(), choice->getConditionVariableDeclStmt()});
    } else if (const auto* conditional = llvm::dyn_cast<clang::ConditionalOperator>(statement)) {
      visitChoice(conditional->getCond(), conditional->getTrueExpr(), conditional->getFalseExpr(), {});
    } else if (const auto* logical = llvm::dyn_cast<clang::BinaryOperator>(statement);
               logical && logical->isLogicalOp()) {
      const bool isAnd = logical->getOpcode() == clang::BO_LAnd;
      visitChoice(logical->getLHS(), isAnd ? logical->getRHS() : nullptr, isAnd ? nullptr : logical->getRHS(), {});
    } else {
      const bool hides =
          llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr>(statement);
      const bool before = std::exchange(unevaluated_, unevaluated_ || hides);
      visitChildren(*statement);
      unevaluated_ = before;
    }
    ancestors_.pop_back();
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(statement)) {
      index_.loopsAt.emplace(SourceIndex::key(text_.debugPlace(statement->getBeginLoc())),
                             text_.range(statement->getSourceRange()));
    }
  }

  void visitChildren(const clang::Stmt& statement) {
    if (const auto* sizeOfType = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement)) {
      if (!sizeOfType->isArgumentType()) visit(sizeOfType->getArgumentExpr());
      return;
    }
    if (const auto* standard = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&statement)) return visit(standard->getExpr());
    for (const clang::Stmt* child : statement.children()) visit(child);
  }

  /// A branch that a constant condition discards is not evaluated: the compiler emits nothing for it.
  void visitChoice(const clang::Expr* condition, const clang::Stmt* yes, const clang::Stmt* no,
                   std::initializer_list<const clang::Stmt*> before) {
    for (const clang::Stmt* statement : before) visit(statement);
    visit(condition);
    bool value = false;
    const bool isKnown = condition && !condition->isValueDependent() && !condition->HasSideEffects(context_) &&
                         condition->EvaluateAsBooleanCondition(value, context_);
    const bool around = unevaluated_;
    unevaluated_ = around || (isKnown && !value);
    visit(yes);
    unevaluated_ = around || (isKnown && value);
    visit(no);
    unevaluated_ = around;
  }

  void visitExpression(const clang::Expr& expression) {
    index_.hasErrors = index_.hasErrors || expression.containsErrors();
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) {
      addCall(*call);
      if (const clang::FunctionDecl* callee = call->getDirectCallee()) enter(*callee);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression)) {
      enter(*made->getConstructor());
    }
    if (consumed_.count(&expression)) return;
    const AccessChain chain = parseAccessChain(expression, context_);
    if (!chain.isAccess && !chain.root) return;
    for (const clang::Stmt* part : chain.parts) consumed_.insert(part);
    addExpression(expression, chain);
  }

  void addCall(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (!callee || llvm::isa<clang::CXXOperatorCallExpr>(call)) return;
    SourceCall described;
    described.range = text_.range(call.getSourceRange());
    described.text = text_.text(call.getSourceRange());
    described.callee = callee->getNameAsString();
    const auto number = static_cast<int>(index_.calls.size());
    index_.calls.push_back(std::move(described));
    index_.callsAt.emplace(SourceIndex::key(text_.debugPlace(call.getBeginLoc())), number);
    index_.callsAt.emplace(SourceIndex::key(text_.debugPlace(call.getExprLoc())), number);
  }

  void addExpression(const clang::Expr& expression, const AccessChain& chain) {
    SourceExpression described;
    if (chain.root) {
      described.variable = variableOf(chain.root);
      const auto parameter = parameters_.find(chain.root->getCanonicalDecl());
      if (parameter != parameters_.end()) described.parameter = parameter->second;
    }
    const bool isKnown = described.variable >= 0 || described.parameter >= 0;
    // A plain name is an access only of memory that has an address for sure; others may live in registers.
    if (!isKnown && !chain.throughPointer && !chain.subscripts) return;
    const UseContext context = contextOf(expression, ancestors_, context_);
    SourceUse& use = described.use;
    use.range = text_.range(expression.getSourceRange());
    use.text = text_.text(expression.getSourceRange());
    use.function = function_;
    use.inMacro = text_.isInMacro(expression.getSourceRange());
    use.unevaluated = unevaluated_;
    const bool isAccess = chain.isAccess && (described.parameter < 0 || chain.throughPointer);
    if (!isAccess) {
      // A pointer or array named as a whole.
      use.kind = context.isCallArgument ? Kind::passedOn : context.isAssigned ? Kind::other : Kind::addressTaken;
    } else if (context.isAddress) {
      use.kind = Kind::addressTaken;
    } else {
      use.kind = chain.subscripts ? Kind::subscript : chain.throughPointer ? Kind::dereference : Kind::plainVariable;
    }
    described.isVectorPart = chain.endsInMember;
    if (described.variable >= 0)
      described.mention = addMention(index_.variables[described.variable].mentions, use);
    else if (described.parameter >= 0)
      described.mention = addMention(index_.parameters[described.parameter].mentions, use);
    if (!isAccess && !context.call) return;
    const auto number = static_cast<int>(index_.expressions.size());
    index_.expressions.push_back(std::move(described));
    if (context.call) {
      index_.argumentsAt.emplace(SourceIndex::key(text_.debugPlace(context.call->getBeginLoc())), number);
    }
    if (!isAccess) return;
    std::set<SourceIndex::Key> keys;
    for (const clang::SourceLocation at : {expression.getBeginLoc(), expression.getExprLoc(), context.operatorAt}) {
      if (at.isValid()) keys.insert(SourceIndex::key(text_.debugPlace(at)));
    }
    for (const SourceIndex::Key& key : keys) index_.expressionsAt.emplace(key, number);
  }

  static int addMention(std::vector<SourceUse>& mentions, const SourceUse& use) {
    mentions.push_back(use);
    return static_cast<int>(mentions.size()) - 1;
  }

  clang::ASTContext& context_;
  SourceText text_;
  clang::ASTNameGenerator names_;
  const clang::FunctionDecl& kernel_;
  SourceIndex index_;
  std::string function_;
  std::vector<const clang::Stmt*> ancestors_;
  bool unevaluated_ = false;
  std::unordered_map<const clang::Decl*, int> variables_, parameters_;
  std::unordered_set<const clang::Stmt*> consumed_;
  std::unordered_set<const clang::FunctionDecl*> entered_;
};

}  // namespace

SourceIndex indexSource(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel) {
  return Indexer(unit, kernel).run();
}

}  // namespace warpwright::model
