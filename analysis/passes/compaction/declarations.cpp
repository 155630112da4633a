#include "analysis/passes/compaction/declarations.h"
#include "analysis/rewrite/source/statement.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <functional>

namespace warpwright::rewrite {

using namespace clang;
using Kind = CodeStatement::Kind;
using enum StatementClass;

namespace {

bool isZero(const Expr* value) {
  value = value->IgnoreParenImpCasts();
  if (const auto* number = dyn_cast<IntegerLiteral>(value)) return number->getValue() == 0;
  if (const auto* number = dyn_cast<FloatingLiteral>(value)) return number->getValue().isPosZero();
  const auto* truth = dyn_cast<CXXBoolLiteralExpr>(value);
  return truth && !truth->getValue();
}

}  // namespace

DeclarationText::DeclarationText(const Editor& editor, const CompactionPlan& plan, const FunctionDecl& kernel,
                                 KernelText& text)
    : editor_(editor), plan_(plan), text_(text), isTemplate_(&kernel != plan.kernel) {
  for (const MergedLoop& loop : plan.loops) {
    for (const CodeStatement* code : loop.statements) loopOf_[code] = &loop;
  }
  collect(*plan.body);
  for (const auto& [argument, loop] : plan.arguments) {
    own_[argument] = text.freshName(argument->getNameAsString() + "_of");
  }
  if (!isTemplate_) return;
  const SourceManager& sources = editor.unit()->ast().getSourceManager();
  const std::function<void(const Stmt*)> visit = [&](const Stmt* part) {
    if (!part) return;
    if (const auto* declarations = dyn_cast<DeclStmt>(part)) {
      for (const Decl* declaration : declarations->decls()) {
        const auto* variable = dyn_cast<VarDecl>(declaration);
        if (variable) written_[sources.getFileOffset(sources.getFileLoc(variable->getLocation()))] = variable;
      }
    }
    for (const Stmt* child : part->children()) visit(child);
  };
  visit(kernel.getBody());
  for (const ParmVarDecl* argument : kernel.parameters()) {
    written_[sources.getFileOffset(sources.getFileLoc(argument->getLocation()))] = argument;
  }
}

void DeclarationText::refuse(uint32_t line, const std::string& what) const {
  if (problem_.empty()) problem_ = lineText(line) + " " + what;
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

void DeclarationText::changeUses(const std::string& counter, const std::string& count) {
  counter_ = counter;
  count_ = count;
  changeIn(plan_.kernel->getBody(), counter);
  // A variable without a value stays where it is declared, in the words it is declared.
  for (const auto& [variable, code] : plan_.declarations) {
    if (!plan_.arrays.contains(variable) || isInitialised(*variable)) continue;
    if (!statements_.at(code->statement).isWhole) continue;
    const auto name = text_.expression(clang::SourceRange(variable->getLocation(), variable->getLocation()));
    if (!name) return refuse(code->line, "declares `" + variable->getNameAsString() + "` inside a macro");
    text_.change({name->end, name->end, "[" + count + "]", false, ""});
  }
}

// `counter`: which element of the arrays the expression is about.
void DeclarationText::changeIn(const Stmt* part, const std::string& counter) {
  if (!part || isa<CXXDefaultArgExpr>(part)) return;
  const uint32_t line = positionAt(*editor_.unit(), part->getBeginLoc()).line;
  if (indexNamed(*part)) return;
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const auto own = variable ? plan_.arguments.find(variable) : plan_.arguments.end();
    if (!variable || (!plan_.arrays.contains(variable) && own == plan_.arguments.end())) return;
    const auto place = text_.expression(clang::SourceRange(name->getLocation(), name->getLocation()));
    if (!place) return refuse(line, "spells `" + variable->getNameAsString() + "` inside a macro");
    if (own == plan_.arguments.end()) return text_.change({place->end, place->end, "[" + counter + "]", false, ""});
    const std::string element = own->second ? "" : "[" + counter + "]";
    return text_.change({place->begin, place->end, own_.at(variable) + element, false, ""});
  }
  // All elements have one size, and outside of merged loops there is no counter.
  const std::string& inside = isa<UnaryExprOrTypeTraitExpr>(part) ? "0" : counter;
  for (const Stmt* child : part->children()) changeIn(child, inside);
}

TextRange DeclarationText::valueOf(const CodeStatement& code) const {
  const Expr* value = code.variable->getInit();
  if (const auto* made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
      made && !isa<CXXTemporaryObjectExpr>(made) && code.variable->getInitStyle() == VarDecl::CallInit) {
    if (made->getNumArgs() != 1)
      refuse(code.line, "makes `" + code.variable->getNameAsString() + "` with a constructor");
    if (made->getNumArgs() > 0) value = made->getArg(0);
  }
  const auto place = text_.expression(value->getSourceRange());
  if (!place) {
    // The whole value may come out of a macro: then it is spelled where the macro is used.
    const TextRange whole = text_.statement(*value);
    if (!whole.file.empty() && value->getBeginLoc().isMacroID()) {
      uint32_t end = whole.end;
      if (end > whole.begin && text_.between(end - 1, end) == ";") --end;
      return {whole.file, whole.begin, end};
    }
    refuse(code.line, "gives `" + code.variable->getNameAsString() + "` its value inside a macro");
    return {text_.file(), 0, 0};
  }
  return *place;
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

std::string DeclarationText::ownArgument(const VarDecl& argument) const {
  const bool isArray = plan_.arguments.at(&argument) == nullptr;
  const std::string declared = declarator(argument, own_.at(&argument) + (isArray ? "[" + count_ + "]" : ""), true);
  return declared + (isArray ? ";" : " = " + argument.getNameAsString() + ";");
}

std::string DeclarationText::declarator(const VarDecl& variable, const std::string& name, bool dropsConst) const {
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
    refuse(line, "leaves the type of `" + variable.getNameAsString() + "` open");
    return name;
  }
  if (dropsConst) type.removeLocalConst();
  std::string text = name;
  if (const std::string type = writtenType(variable); !type.empty()) return type + name;
  type.getAsStringInternal(text, context.getPrintingPolicy());
  return text;
}

std::string DeclarationText::alone(const CodeStatement& code, const std::string& index) const {
  std::string text = declarator(*code.variable, code.variable->getNameAsString(), false);
  if (isInitialised(*code.variable)) {
    const TextRange value = valueOf(code);
    text += " = " + text_.render(value.begin, value.end, index);
  }
  return text + ";";
}

std::string DeclarationText::outside(const CodeStatement& code, uint32_t begin, uint32_t end,
                                     const std::string& count) const {
  if (statements_.at(code.statement).isWhole) return text_.render(begin, end);
  if (!isOfThread(*code.variable)) refuse(code.line, "declares shared memory and other variables in one statement");
  if (plan_.arrays.contains(code.variable)) {
    return declarator(*code.variable, code.variable->getNameAsString() + "[" + count + "]", true) + ";";
  }
  return alone(code, {});
}

std::string DeclarationText::inside(const CodeStatement& code, uint32_t begin, uint32_t end, const std::string& index,
                                    const std::string& counter, const std::string& count,
                                    std::vector<std::string>& before) {
  const VarDecl& variable = *code.variable;
  if (!plan_.arrays.contains(&variable)) {
    return statements_.at(code.statement).isWhole ? text_.render(begin, end, index) : alone(code, index);
  }
  if (variable.getType()->isArrayType()) return listOf(code, begin, index, before);
  const std::string declared = declarator(variable, variable.getNameAsString() + "[" + count + "]", true);
  if (variable.getType()->isArithmeticType() && isZero(variable.getInit())) {
    before.push_back(declared + " = {};");
    return {};
  }
  before.push_back(declared + ";");
  const TextRange value = valueOf(code);
  return variable.getNameAsString() + "[" + counter + "] = " + text_.render(value.begin, value.end, index) + ";";
}

// An array with a list of values: each merged thread gives them one by one, zeros are given to all at once.
std::string DeclarationText::listOf(const CodeStatement& code, uint32_t begin, const std::string& index,
                                    std::vector<std::string>& before) {
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
    if (!place) refuse(code.line, "gives `" + name + "` its value inside a macro");
    if (!place) return {};
    text += (text.empty() ? "" : "\n" + text_.indentationAt(begin)) + name + "[" + counter_ + "][" + std::to_string(i) +
            "] = " + text_.render(place->begin, place->end, index) + ";";
  }
  before.push_back(declarator(variable, name + "[" + count_ + "]", true) + (hasZeros ? " = {};" : ";"));
  return text;
}

std::string DeclarationText::again(const CodeStatement& code, const std::string& index) {
  if (!statements_.at(code.statement).isWhole) return alone(code, index);
  const TextRange whole = text_.statement(*code.statement);
  std::string text = text_.render(whole.begin, whole.end, index);
  // The comment behind the declaration goes with its first copy.
  if (commented_.insert(code.variable).second) text += text_.between(whole.end, text_.afterComment(whole.end));
  return text;
}

int DeclarationText::indicesIn(const CodeStatement& code, uint32_t begin, uint32_t end) const {
  if (code.kind != Kind::declaration || statements_.at(code.statement).isWhole) {
    return isFirst(code) ? text_.indicesIn(begin, end) : 0;
  }
  return indicesInValue(code);
}

int DeclarationText::indicesInValue(const CodeStatement& code) const {
  if (!isInitialised(*code.variable)) return 0;
  const TextRange value = valueOf(code);
  return text_.indicesIn(value.begin, value.end);
}

bool DeclarationText::isOnlyIndex(const CodeStatement& code) const {
  const auto named = indexNamed(*code.variable->getInit()->IgnoreParenImpCasts());
  return named && named->first == "threadIdx";
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
