#include "analysis/passes/compaction/declarations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/index_uses.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

namespace {

Error refusal(uint32_t line, const std::string& what) {
  return inputError(lineText(line) + " " + what);
}

bool isZero(const Expr* value) {
  value = value->IgnoreParenImpCasts();
  if (const auto* number = dyn_cast<IntegerLiteral>(value)) return number->getValue() == 0;
  if (const auto* number = dyn_cast<FloatingLiteral>(value)) return number->getValue().isPosZero();
  const auto* truth = dyn_cast<CXXBoolLiteralExpr>(value);
  return truth && !truth->getValue();
}

}  // namespace

DeclarationText::DeclarationText(const Editor& editor, const CompactionPlan& plan, const FunctionDecl& kernel,
                                 KernelText& text, std::string counter, std::string count)
    : editor_(editor),
      plan_(plan),
      text_(text),
      isTemplate_(&kernel != plan.kernel),
      counter_(std::move(counter)),
      count_(std::move(count)) {
  for (const MergedLoop& loop : plan.loops) {
    for (const CodeStatement* code : loop.statements) loopOf_[code] = &loop;
  }
  collect(*plan.body);
  for (const auto& [argument, loop] : plan.arguments) {
    own_[argument] = text.freshName(argument->getNameAsString() + "_of");
  }
  if (!isTemplate_) return;
  const SourceManager& sources = editor.unit()->ast().getSourceManager();
  frontend::anyDeclared(kernel.getBody(), [&](const Decl& declaration) {
    const auto* variable = dyn_cast<VarDecl>(&declaration);
    if (variable) written_[sources.getFileOffset(sources.getFileLoc(variable->getLocation()))] = variable;
    return false;
  });
  for (const ParmVarDecl* argument : kernel.parameters()) {
    written_[sources.getFileOffset(sources.getFileLoc(argument->getLocation()))] = argument;
  }
}

void DeclarationText::collect(const CodeStatement& code) {
  if (code.kind == Kind::declaration) {
    Statement& statement = statements_[code.statement];
    const auto placeOf = [&](const CodeStatement& one) {
      const auto loop = loopOf_.find(&one);
      return loop == loopOf_.end() ? nullptr : loop->second;
    };
    const bool isArray = plan_.arrays.contains(code.variable) && isInitialised(*code.variable);
    const bool special = isArray || code.isRepeatedDeclaration;
    // The head of a loop may keep the others.
    if ((special || code.header) &&
        (statement.parts.size() > 0 || !cast<DeclStmt>(ignoreWrappers(code.statement))->isSingleDecl())) {
      statement.isWhole = false;
    }
    if (!statement.parts.empty() && placeOf(*statement.parts.front()) != placeOf(code)) statement.isWhole = false;
    statement.parts.push_back(&code);
  }
  for (const CodeStatement& child : code.children) collect(child);
}

bool DeclarationText::isFirst(const CodeStatement& code) const {
  const auto statement = statements_.find(code.statement);
  return code.kind != Kind::declaration || statement->second.parts.front() == &code;
}

bool DeclarationText::isPrinted(const CodeStatement& code) const {
  return isFirst(code) || !statements_.at(code.statement).isWhole;
}

Status DeclarationText::changeUses() const {
  if (Status changed = changeIn(plan_.kernel->getBody(), counter_); !changed.ok()) return changed;
  // A variable without a value stays where it is declared, in the words it is declared.
  for (const auto& [variable, code] : plan_.declarations) {
    if (!plan_.arrays.contains(variable) || isInitialised(*variable)) continue;
    if (!statements_.at(code->statement).isWhole) continue;
    const auto name = text_.expression(clang::SourceRange(variable->getLocation(), variable->getLocation()));
    if (!name) return refusal(code->line, "declares `" + variable->getNameAsString() + "` inside a macro");
    text_.replace(*name, std::string(text_.between(*name)) + "[" + count_ + "]");
  }
  return {};
}

// `counter`: which element of the arrays the expression is about.
Status DeclarationText::changeIn(const Stmt* part, const std::string& counter) const {
  if (!part || isa<CXXDefaultArgExpr>(part) || indexNamed(*part)) return {};
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const auto own = variable ? plan_.arguments.find(variable) : plan_.arguments.end();
    if (!variable || (!plan_.arrays.contains(variable) && own == plan_.arguments.end())) return {};
    const auto place = text_.expression(clang::SourceRange(name->getLocation(), name->getLocation()));
    const uint32_t line = positionAt(*editor_.unit(), part->getBeginLoc()).line;
    if (!place) return refusal(line, "spells `" + variable->getNameAsString() + "` inside a macro");
    const bool isArray = own == plan_.arguments.end();
    text_.replace(*place, (isArray ? std::string(text_.between(*place)) : own_.at(variable)) +
                              (isArray || !own->second ? "[" + counter + "]" : ""));
    return {};
  }
  // All elements have one size, and outside of merged loops there is no counter.
  const std::string& inside = isa<UnaryExprOrTypeTraitExpr>(part) ? "0" : counter;
  for (const Stmt* child : part->children()) {
    if (Status changed = changeIn(child, inside); !changed.ok()) return changed;
  }
  return {};
}

Result<TextRange> DeclarationText::valueOf(const CodeStatement& code) const {
  const Expr* value = code.variable->getInit();
  if (const auto* made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
      made && !isa<CXXTemporaryObjectExpr>(made) && code.variable->getInitStyle() == VarDecl::CallInit) {
    if (made->getNumArgs() != 1) {
      return refusal(code.line, "makes `" + code.variable->getNameAsString() + "` with a constructor");
    }
    value = made->getArg(0);
  }
  if (const auto place = text_.expression(value->getSourceRange())) return *place;
  // The whole value may come out of a macro: then it is spelled where the macro is used.
  Result<TextRange> whole = text_.statement(*value);
  if (whole.ok() && !value->getBeginLoc().isMacroID()) {
    return refusal(code.line, "gives `" + code.variable->getNameAsString() + "` its value inside a macro");
  }
  if (whole.ok() && text_.between(*whole).ends_with(";")) --whole->end;
  return whole;
}

// What stands before the variable's name, where that is its type and no more: "unsigned ", "T *".
std::string DeclarationText::writtenType(const VarDecl& variable) const {
  const auto begin = text_.inDefinition(variable.getBeginLoc()), name = text_.inDefinition(variable.getLocation());
  const bool isPlain = variable.getType()->isScalarType() || variable.getType()->isRecordType();
  if (!begin || !name || !isPlain || begin->begin >= name->begin) return {};
  const std::string text(text_.between(begin->begin, name->begin));
  static const std::set<std::string_view> others = {"const",    "constexpr", "auto", "register",
                                                    "volatile", "(",         ",",    ";"};
  for (const RawToken& token : editor_.tokens({text_.file(), begin->begin, name->begin})) {
    if (others.contains(token.text)) return {};
  }
  return text.find('\n') == std::string::npos ? text : std::string();
}

Result<std::string> DeclarationText::ownArgument(const VarDecl& argument) const {
  const bool isArray = plan_.arguments.at(&argument) == nullptr;
  return joinText(declarator(argument, own_.at(&argument) + (isArray ? "[" + count_ + "]" : ""), true),
                  isArray ? ";" : " = " + argument.getNameAsString() + ";");
}

Result<std::string> DeclarationText::declarator(const VarDecl& variable, const std::string& name,
                                                bool dropsConst) const {
  const ASTContext& context = editor_.unit()->ast();
  const VarDecl* spelled = &variable;
  if (isTemplate_) {
    const SourceManager& sources = context.getSourceManager();
    const auto known = written_.find(sources.getFileOffset(sources.getFileLoc(variable.getLocation())));
    if (known != written_.end()) spelled = known->second;
  }
  QualType type = spelled->getType();
  const uint32_t line = positionAt(*editor_.unit(), variable.getLocation()).line;
  if (type->isUndeducedType() || (isTemplate_ && type->getContainedAutoType())) {
    return refusal(line, "leaves the type of `" + variable.getNameAsString() + "` open");
  }
  if (dropsConst) type.removeLocalConst();
  std::string text = name;
  if (const std::string type = writtenType(variable); !type.empty()) return type + name;
  type.getAsStringInternal(text, context.getPrintingPolicy());
  return text;
}

// `index`: in place of the thread's index, where the value is that and nothing else.
std::string DeclarationText::rendered(const CodeStatement& code, const TextRange& range,
                                      const std::string& index) const {
  const bool isReplaced = !index.empty() && isOnlyIndex(code);
  const auto place =
      isReplaced ? text_.expression(indexRange(*code.variable->getInit()->IgnoreParenImpCasts())) : std::nullopt;
  if (!place) return text_.render(range);
  return text_.render(range.begin, place->begin) + index + text_.render(place->end, range.end);
}

Result<std::string> DeclarationText::alone(const CodeStatement& code, const std::string& index) const {
  const Result<std::string> declared = declarator(*code.variable, code.variable->getNameAsString(), false);
  if (!isInitialised(*code.variable)) return joinText(declared, ";");
  const Result<TextRange> value = valueOf(code);
  if (!value.ok()) return value.error();
  return joinText(declared, " = ", rendered(code, *value, index), ";");
}

Result<std::string> DeclarationText::outside(const CodeStatement& code, uint32_t begin, uint32_t end) const {
  if (statements_.at(code.statement).isWhole) return text_.render(begin, end);
  if (!isOfThread(*code.variable)) {
    return refusal(code.line, "declares shared memory and other variables in one statement");
  }
  if (!plan_.arrays.contains(code.variable)) return alone(code, {});
  return joinText(declarator(*code.variable, code.variable->getNameAsString() + "[" + count_ + "]", true), ";");
}

Result<std::string> DeclarationText::inside(const CodeStatement& code, uint32_t begin, uint32_t end,
                                            std::vector<std::string>& before) const {
  const VarDecl& variable = *code.variable;
  if (!plan_.arrays.contains(&variable)) {
    return statements_.at(code.statement).isWhole ? text_.render(begin, end) : alone(code, {});
  }
  if (variable.getType()->isArrayType()) return listOf(code, begin, before);
  const Result<std::string> declared = declarator(variable, variable.getNameAsString() + "[" + count_ + "]", true);
  if (!declared.ok()) return declared;
  if (variable.getType()->isArithmeticType() && isZero(variable.getInit())) {
    before.push_back(*declared + " = {};");
    return std::string();
  }
  const Result<TextRange> value = valueOf(code);
  if (!value.ok()) return value.error();
  before.push_back(*declared + ";");
  return variable.getNameAsString() + "[" + counter_ + "] = " + text_.render(*value) + ";";
}

// An array with a list of values: each merged thread gives them one by one, zeros are given to all at once.
Result<std::string> DeclarationText::listOf(const CodeStatement& code, uint32_t begin,
                                            std::vector<std::string>& before) const {
  const VarDecl& variable = *code.variable;
  const auto* list = cast<InitListExpr>(variable.getInit()->IgnoreImplicit());
  const InitListExpr* written = list->isSemanticForm() && list->getSyntacticForm() ? list->getSyntacticForm() : list;
  const std::string name = variable.getNameAsString();
  const auto* array = cast<ConstantArrayType>(variable.getType()->getAsArrayTypeUnsafe());
  std::string text;
  bool hasZeros = array->getSize().ugt(written->getNumInits());
  for (unsigned i = 0; i < written->getNumInits(); ++i) {
    const Expr* value = written->getInit(i);
    if (isZero(value)) {
      hasZeros = true;
      continue;
    }
    const auto place = text_.expression(value->getSourceRange());
    if (!place) return refusal(code.line, "gives `" + name + "` its value inside a macro");
    text += (text.empty() ? "" : "\n" + text_.indentationAt(begin)) + name + "[" + counter_ + "][" + std::to_string(i) +
            "] = " + text_.render(*place) + ";";
  }
  const Result<std::string> declared = declarator(variable, name + "[" + count_ + "]", true);
  if (!declared.ok()) return declared;
  before.push_back(*declared + (hasZeros ? " = {};" : ";"));
  return text;
}

Result<std::string> DeclarationText::again(const CodeStatement& code, const std::string& index) {
  if (!statements_.at(code.statement).isWhole) return alone(code, index);
  const Result<TextRange> whole = text_.statement(*code.statement);
  if (!whole.ok()) return whole.error();
  std::string text = rendered(code, *whole, index);
  // The comment behind the declaration goes with its first copy.
  if (commented_.insert(code.variable).second) text += text_.between(whole->end, text_.afterComment(whole->end));
  return text;
}

Result<int> DeclarationText::indicesIn(const CodeStatement& code, uint32_t begin, uint32_t end) const {
  if (code.kind != Kind::declaration || statements_.at(code.statement).isWhole) {
    return isFirst(code) ? text_.indicesIn(begin, end) : 0;
  }
  return indicesInValue(code);
}

Result<int> DeclarationText::indicesInValue(const CodeStatement& code) const {
  if (!isInitialised(*code.variable)) return 0;
  const Result<TextRange> value = valueOf(code);
  if (!value.ok()) return value.error();
  return text_.indicesIn(value->begin, value->end);
}

bool DeclarationText::isOnlyIndex(const CodeStatement& code) const {
  const auto named = indexNamed(*code.variable->getInit()->IgnoreParenImpCasts());
  return named && named->first == "threadIdx" && named->second == plan_.axis.dimension;
}

// May the type of what is loaded depend on the template's arguments? Told by the declaration of the variable it is in.
bool DeclarationText::mayDepend(const Expr& value) const {
  const Expr* at = value.IgnoreParenImpCasts();
  while (!isa<DeclRefExpr>(at)) {
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(at)) {
      at = subscript->getBase()->IgnoreParenImpCasts();
    } else if (const auto* behind = dyn_cast<UnaryOperator>(at); behind && behind->getOpcode() == UO_Deref) {
      at = behind->getSubExpr()->IgnoreParenImpCasts();
    } else {
      return true;
    }
  }
  const SourceManager& sources = editor_.unit()->ast().getSourceManager();
  const ValueDecl* variable = cast<DeclRefExpr>(at)->getDecl();
  const auto known = written_.find(sources.getFileOffset(sources.getFileLoc(variable->getLocation())));
  if (known == written_.end()) return true;
  QualType type = known->second->getType();
  for (;;) {
    if (const auto* array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else if (type->isPointerType()) {
      type = type->getPointeeType();
    } else {
      return type->isDependentType() || type->isUndeducedType();
    }
  }
}

std::string DeclarationText::valueType(const Expr& value) const {
  // Names of types may mean something else here, and `const` before a pointer is about what it points to.
  const QualType type = value.getType().getCanonicalType().getUnqualifiedType();
  if (!isa<BuiltinType>(type) || (isTemplate_ && mayDepend(value))) return "auto ";
  return type.getAsString(editor_.unit()->ast().getPrintingPolicy()) + " ";
}

}  // namespace warpwright::rewrite
