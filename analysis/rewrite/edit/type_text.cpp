#include "analysis/rewrite/edit/type_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/tree_walk.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Names that a function declares, and namespaces that it opens for itself.
class NamesOfFunction : frontend::TreeWalk {
 public:
  explicit NamesOfFunction(const FunctionDecl& function, bool withBody) {
    for (const ParmVarDecl* one : function.parameters()) names.insert(one->getNameAsString());
    if (const FunctionTemplateDecl* described = function.getDescribedFunctionTemplate()) {
      for (const NamedDecl* one : *described->getTemplateParameters()) arguments.insert(one->getNameAsString());
    }
    if (withBody && function.hasBody()) walk(function.getBody());
  }

  std::set<std::string> names, arguments;  ///< arguments: of the template
  std::vector<const NamespaceDecl*> opened;

 private:
  bool visit(Decl& declaration) override {
    const auto* named = dyn_cast<NamedDecl>(&declaration);
    if (named && named->getDeclName().isIdentifier()) names.insert(named->getNameAsString());
    if (const auto* one = dyn_cast<UsingDirectiveDecl>(&declaration)) opened.push_back(one->getNominatedNamespace());
    return true;
  }
};

/// Read once a function: that which launches kernels may be asked of for each of them.
const NamesOfFunction& namesOf(const frontend::ParsedUnit& unit, const FunctionDecl& function, bool withBody) {
  struct Read {
    mutable std::map<std::pair<const FunctionDecl*, bool>, NamesOfFunction> known;
  };
  auto& known = frontend::keptFact<Read>(unit, [] { return Read(); }).known;
  const auto found = known.find({&function, withBody});
  if (found != known.end()) return found->second;
  return known.emplace(std::pair(&function, withBody), NamesOfFunction(function, withBody)).first->second;
}

const DeclContext* scopeOf(const Decl& what) {
  return what.getDeclContext()->getRedeclContext();
}

bool isUnwritten(const DeclContext& scope) {
  const auto* space = dyn_cast<NamespaceDecl>(&scope);
  return space && (space->isAnonymousNamespace() || space->isInlineNamespace());
}

class TypeWriter {
 public:
  TypeWriter(const frontend::ParsedUnit& unit, const TypePlace& place)
      : context_(unit.ast()), place_(place), near_(namesOf(unit, *place.function, place.inBody)) {}

  Result<std::string> write(QualType type) {
    const std::string qualifiers =
        std::string(type.isConstQualified() ? "const " : "") + (type.isVolatileQualified() ? "volatile " : "");
    Result<std::string> text = plain(type.getUnqualifiedType());
    return text.ok() ? Result<std::string>(qualifiers + *text) : text;
  }

 private:
  static Error none(const std::string& name, const std::string& why) {
    return inputError("its element type " + (name.empty() ? "" : "`" + name + "` ") + why);
  }

  Result<std::string> plain(QualType type) {
    const Type* part = type.getTypePtr();
    if (isa<BuiltinType>(part) && !part->isPlaceholderType() && !part->isDependentType()) {
      return type.getAsString(context_.getPrintingPolicy());
    }
    if (const auto* alias = dyn_cast<TypedefType>(part)) {
      const TypedefNameDecl& decl = *alias->getDecl();
      const bool isNamed = decl.getDeclContext()->getRedeclContext()->isFileContext();
      if (isNamed) {
        if (Result<std::string> text = name(decl); text.ok()) return text;
      }
      return desugared(type);
    }
    if (const auto* tag = dyn_cast<TagType>(part)) return ofTag(*tag->getDecl());
    if (const auto* pointer = dyn_cast<PointerType>(part)) {
      const QualType to = pointer->getPointeeType();
      if (to->isFunctionType() || to->isArrayType()) return none("", "is no type that can be written in a word");
      Result<std::string> text = write(to);
      return text.ok() ? Result<std::string>(*text + " *") : text;
    }
    if (const auto* parameter = dyn_cast<TemplateTypeParmType>(part)) {
      const IdentifierInfo* name = parameter->getIdentifier();
      if (!name || near_.names.contains(name->getName().str()))
        return none("", "is a template argument without a name here");
      return name->getName().str();
    }
    if (const auto* stood = dyn_cast<SubstTemplateTypeParmType>(part)) {
      // In the template's own body: each instance has its own type there.
      const TemplateTypeParmDecl* parameter = stood->getReplacedParameter();
      const std::string name = parameter ? parameter->getNameAsString() : std::string();
      if (place_.inBody && isOwnParameter(parameter) && !name.empty() && !near_.names.contains(name)) return name;
      return desugared(type);
    }
    if (const auto* made = dyn_cast<TemplateSpecializationType>(part)) {
      const TemplateDecl* of = made->getTemplateName().getAsTemplateDecl();
      if (!type->isDependentType() || !of || isa<TemplateTemplateParmDecl>(of)) return desugared(type);
      return withArguments(name(*of), made->template_arguments());
    }
    if (const auto* member = dyn_cast<DependentNameType>(part)) {
      Result<std::string> before = qualifier(*member->getQualifier());
      if (!before.ok()) return before;
      return "typename " + *before + member->getIdentifier()->getName().str();
    }
    return desugared(type);
  }

  bool isOwnParameter(const TemplateTypeParmDecl* parameter) const {
    const FunctionTemplateDecl* own = place_.function ? place_.function->getDescribedFunctionTemplate() : nullptr;
    return own && parameter && llvm::is_contained(*own->getTemplateParameters(), parameter);
  }

  Result<std::string> desugared(QualType type) {
    const QualType inner = type.getSingleStepDesugaredType(context_);
    if (inner == type)
      return none(type.getAsString(context_.getPrintingPolicy()), "cannot be written in another place");
    return plain(inner.getUnqualifiedType());
  }

  Result<std::string> qualifier(const NestedNameSpecifier& before) {
    const bool isType = before.getKind() == NestedNameSpecifier::TypeSpec ||
                        before.getKind() == NestedNameSpecifier::TypeSpecWithTemplate;
    if (!isType) return none("", "is a member of what is not understood");
    Result<std::string> text = plain(QualType(before.getAsType(), 0));
    return text.ok() ? Result<std::string>(*text + "::") : text;
  }

  Result<std::string> ofTag(const TagDecl& tag) {
    const NamedDecl* named = &tag;
    if (!tag.getIdentifier()) named = tag.getTypedefNameForAnonDecl();
    if (!named) return none("", "has no name");
    if (tag.getParentFunctionOrMethod()) return none(named->getNameAsString(), "is declared inside a function");
    const TagDecl* definition = tag.getDefinition();
    if (definition && !isBefore(*definition))
      return none(named->getNameAsString(), "is not declared yet where it would be written");
    const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(&tag);
    if (!made) return name(*named);
    if (!isBefore(*made->getSpecializedTemplate())) {
      return none(named->getNameAsString(), "is not declared yet where it would be written");
    }
    return withArguments(name(*made->getSpecializedTemplate()), made->getTemplateArgs().asArray());
  }

  bool isBefore(const Decl& declared) const {
    const SourceManager& sources = context_.getSourceManager();
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(declared.getLocation()),
                                             sources.getExpansionLoc(place_.at));
  }

  Result<std::string> withArguments(Result<std::string> name, llvm::ArrayRef<TemplateArgument> arguments) {
    if (!name.ok()) return name;
    std::string text = *name + "<";
    if (Status added = addArguments(arguments, text); !added.ok()) return added.error();
    return text + ">";
  }

  Status addArguments(llvm::ArrayRef<TemplateArgument> arguments, std::string& text) {
    for (const TemplateArgument& one : arguments) {
      if (one.getKind() == TemplateArgument::Pack) {
        if (Status added = addArguments(one.pack_elements(), text); !added.ok()) return added;
        continue;
      }
      Result<std::string> next = argument(one);
      if (!next.ok()) return next.error();
      text += (text.ends_with("<") ? "" : ", ") + *next;
    }
    return {};
  }

  Result<std::string> argument(const TemplateArgument& one) {
    if (one.getKind() == TemplateArgument::Type) return write(one.getAsType());
    if (one.getKind() == TemplateArgument::Integral) return number(one);
    if (one.getKind() == TemplateArgument::Template) {
      if (const TemplateDecl* of = one.getAsTemplate().getAsTemplateDecl()) return name(*of);
    }
    if (one.getKind() == TemplateArgument::Expression) {
      const Expr* value = one.getAsExpr()->IgnoreParenImpCasts();
      const auto* named = dyn_cast<DeclRefExpr>(value);
      const auto* parameter = named ? dyn_cast<NonTypeTemplateParmDecl>(named->getDecl()) : nullptr;
      if (parameter && !near_.names.contains(parameter->getNameAsString())) return parameter->getNameAsString();
      Expr::EvalResult known;
      if (!value->isInstantiationDependent() && value->EvaluateAsInt(known, context_)) {
        return number(TemplateArgument(context_, known.Val.getInt(), value->getType()));
      }
    }
    return none("", "has a template argument that cannot be written in another place");
  }

  Result<std::string> number(const TemplateArgument& one) {
    const QualType type = one.getIntegralType();
    llvm::SmallString<32> digits;
    one.getAsIntegral().toString(digits, 10);
    if (type->isBooleanType()) return std::string(one.getAsIntegral() == 0 ? "false" : "true");
    if (type->isSpecificBuiltinType(BuiltinType::Int)) return digits.str().str();
    Result<std::string> text = write(type);
    return text.ok() ? Result<std::string>("(" + *text + ")" + digits.str().str()) : text;
  }

  /// How something that a namespace or a class holds is named.
  Result<std::string> name(const NamedDecl& what) {
    const std::string own = what.getNameAsString();
    if (isMacro(own)) return none(own, "has the name of a macro");
    if (!isBefore(*what.getCanonicalDecl())) return none(own, "is not declared yet where it would be written");
    const DeclContext* scope = scopeOf(what);
    while (isUnwritten(*scope)) scope = scope->getParent()->getRedeclContext();
    if (const auto* around = dyn_cast<TagDecl>(scope)) {
      if (what.getAccess() != AS_public) return none(own, "is a private part of a class");
      Result<std::string> before = ofTag(*around);
      return before.ok() ? Result<std::string>(*before + "::" + own) : before;
    }
    if (isFoundAs(own, what)) return own;
    if (!isOnly(*scope, own, what)) return none(own, "shares its name with something else");
    std::string text = own;
    for (; !scope->isTranslationUnit(); scope = scope->getParent()->getRedeclContext()) {
      if (isUnwritten(*scope)) continue;
      const std::string space = cast<NamespaceDecl>(scope)->getNameAsString();
      if (isMacro(space)) return none(own, "is in a namespace with the name of a macro");
      text = space + "::" + text;
    }
    return "::" + text;
  }

  bool isMacro(const std::string& word) const {
    const auto known = context_.Idents.find(word);
    return known != context_.Idents.end() && known->second->hadMacroDefinition();
  }

  static bool isSame(const NamedDecl& found, const NamedDecl& what) {
    const auto* shadow = dyn_cast<UsingShadowDecl>(&found);
    const NamedDecl& meant = shadow ? *shadow->getTargetDecl() : found;
    if (meant.getCanonicalDecl() == what.getCanonicalDecl()) return true;
    // `typedef struct P {…} P;`: either name is the other.
    const auto* a = dyn_cast<TypeDecl>(&meant);
    const auto* b = dyn_cast<TypeDecl>(&what);
    if (!a || !b) return false;
    const ASTContext& context = what.getASTContext();
    return context.hasSameType(context.getTypeDeclType(a), context.getTypeDeclType(b));
  }

  bool isOnly(const DeclContext& scope, const std::string& word, const NamedDecl& what) const {
    const auto found = scope.lookup(&context_.Idents.get(word));
    if (found.empty()) return isReachedThrough(scope, word, what);
    return llvm::all_of(found, [&](const NamedDecl* one) { return isSame(*one, what); });
  }

  // Members of an unnamed namespace are found in the one around it.
  bool isReachedThrough(const DeclContext& scope, const std::string& word, const NamedDecl& what) const {
    const DeclContext* own = scopeOf(what);
    const DeclContext* around = own;
    while (isUnwritten(*around)) around = around->getParent()->getRedeclContext();
    return isUnwritten(*own) && around->Equals(&scope) && isOnly(*own, word, what);
  }

  /// Does the word alone mean it at the place?
  bool isFoundAs(const std::string& word, const NamedDecl& what) const {
    if (near_.names.contains(word) || near_.arguments.contains(word)) return false;
    if (llvm::any_of(near_.opened, [&](const NamespaceDecl* space) { return hidesIn(*space, word, what); }))
      return false;
    for (const DeclContext* scope = place_.function->getDeclContext()->getRedeclContext(); scope;
         scope = scope->getParent()) {
      if (isa<LinkageSpecDecl>(scope)) continue;
      if (scope->isRecord()) return false;  // bases and friends are not looked through
      const auto opened = scope->using_directives();
      if (llvm::any_of(opened, [&](const UsingDirectiveDecl* one) {
            return hidesIn(*one->getNominatedNamespace(), word, what);
          })) {
        return false;
      }
      if (!scope->lookup(&context_.Idents.get(word)).empty() || isReachedThrough(*scope, word, what)) {
        return isOnly(*scope, word, what);
      }
    }
    return false;
  }

  bool hidesIn(const NamespaceDecl& space, const std::string& word, const NamedDecl& what) const {
    return llvm::any_of(space.lookup(&context_.Idents.get(word)),
                        [&](const NamedDecl* one) { return !isSame(*one, what); });
  }

  ASTContext& context_;
  const TypePlace& place_;
  const NamesOfFunction& near_;
};

}  // namespace

Result<std::string> typeText(const frontend::ParsedUnit& unit, QualType type, const TypePlace& place) {
  return TypeWriter(unit, place).write(type.getUnqualifiedType());
}

}  // namespace warpwright::rewrite
