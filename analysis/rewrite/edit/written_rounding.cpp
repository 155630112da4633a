#include "analysis/rewrite/edit/written_rounding.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/rewrite/edit/first_rounds.h"
#include "analysis/rewrite/edit/floating_point.h"
#include "analysis/rewrite/edit/kept_beside.h"
#include "analysis/rewrite/edit/printed_expression.h"
#include "analysis/rewrite/edit/product_values.h"
#include "analysis/rewrite/edit/sum_choices.h"
#include "analysis/rewrite/source/function_name.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "rounded as the compiler rounded it";

/// Turned into the negative of a number of that type: of a whole number once it is one.
std::string negative(const std::string& text, const Expr& value, QualType type) {
  const bool isWhole = !isNumber(value.IgnoreParenImpCasts()->getType());
  return isWhole ? std::string(isDouble(type) ? "-double(" : "-float(") + text + ")" : "-(" + text + ")";
}

/// What a sum may take.
struct Product {
  const BinaryOperator* of = nullptr;
  const VarDecl* kept = nullptr;  ///< the variable that it is in
  bool isNegative = false;
  bool isExpanded = false;  ///< a macro spells it
};

class RoundingWriter {
 public:
  RoundingWriter(const Editor& editor, const FunctionDecl& function, const SumChoices& choices, const Edits& begun)
      : editor_(editor),
        function_(function),
        context_(editor.unit()->ast()),
        choices_(choices),
        sums_(choices),
        productValues_(function),
        mentions_(mentionsOf(function.getBody())),
        begun_(inBody(begun)),
        edits_(begun_) {}

  Result<Edits> write() {
    for (const auto& [variable, place] : mentions_.declared) {
      ++named_[variable->getNameAsString()];
      findProduct(*variable, place);
    }
    if (Status written = visit(*function_.getBody()); !written.ok()) return written.error();
    if (!choices_.areNone()) {
      // Now it is known how many sums each statement has.
      sums_.begin();
      edits_ = begun_;
      factors_.clear();
      if (Status written = visit(*function_.getBody()); !written.ok()) return written.error();
    }
    if (Status kept = keepFactors(); !kept.ok()) return kept.error();
    return std::move(edits_);
  }

 private:
  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(lineOf(at.getBeginLoc())), what});
  }

  Edits inBody(const Edits& all) const {
    Edits found;
    const Result<TextRange> body = editor_.locate(function_.getBody()->getSourceRange());
    if (!body.ok()) return found;
    for (const TextEdit& edit : all.of(body->file)) {
      const TextRange place{body->file, edit.offset, edit.offset + edit.length};
      if (place.begin >= body->begin && place.end <= body->end) found.replace(place, edit.replacement, edit.note);
    }
    return found;
  }

  // What compilers know before they compute is no sum that they round.
  bool isConstant(const Expr& expression) const {
    return !expression.isValueDependent() && expression.isEvaluatable(context_);
  }

  bool isChosen(const BinaryOperator& sum) const { return productValues_.leaveChoice(sum, context_); }

  uint32_t lineOf(SourceLocation at) const { return positionAt(*editor_.unit(), at).line; }

  Status visit(const Stmt& statement) {
    const bool isWhole = isa<Expr>(statement) && !isInside_;
    if (isWhole) line_ = lineOf(statement.getBeginLoc());
    if (isWhole && choices_.isLeft(line_)) return {};
    isInside_ |= isWhole;
    Status visited = visitPart(statement);
    isInside_ &= !isWhole;
    return visited;
  }

  Status visitPart(const Stmt& statement) {
    if (const auto* expression = dyn_cast<Expr>(&statement)) {
      if (isa<ConstantExpr, CXXDefaultArgExpr, CXXDefaultInitExpr, UnaryExprOrTypeTraitExpr>(expression)) return {};
      if (isa<LambdaExpr>(expression)) return refusal(*expression, "holds a lambda");
      const auto* step = dyn_cast<UnaryOperator>(expression);
      if (step && step->isIncrementDecrementOp() && isNumber(step->getType()) &&
          productValues_.mayBe(*step->getSubExpr()))
        return refusal(*expression, "counts from what may be a product");
      const BinaryOperator* sum = arithmetic(expression);
      if (sum && isChosen(*sum)) return replace(*sum);
      const BinaryOperator* inside = isa<ParenExpr>(expression) ? arithmetic(expression->IgnoreParens()) : nullptr;
      if (inside && isChosen(*inside) && !isWritable(*inside).ok()) return replace(*expression);
      if (!arithmetic(expression->IgnoreParenImpCasts()) && isAllOfMacro(editor_, *expression) &&
          holdsExpanded(*expression))
        return expand(*expression);
    }
    if (const auto* declares = dyn_cast<DeclStmt>(&statement)) return visitDeclarations(*declares);
    for (const Stmt* child : statement.children()) {
      if (!child) continue;
      if (Status visited = visit(*child); !visited.ok()) return visited;
    }
    return {};
  }

  Status visitDeclarations(const DeclStmt& statement) {
    for (const Decl* declared : statement.decls()) {
      const auto* variable = dyn_cast<VarDecl>(declared);
      if (!variable || !variable->hasInit() || variable->isConstexpr() || variable->isStaticLocal()) continue;
      line_ = lineOf(variable->getLocation());
      if (choices_.isLeft(line_)) continue;
      isInside_ = true;
      const Status visited = visit(*variable->getInit());
      isInside_ = false;
      if (!visited.ok()) return visited;
    }
    return {};
  }

  /// Where an expression is spelled; what is all of a macro's, where that is named.
  Result<TextRange> placeOf(const Expr& expression) const {
    const auto* sum = dyn_cast<BinaryOperator>(&expression);
    if (!sum || !isWritable(*sum).ok()) return editor_.spelled(expression.getSourceRange());
    const Result<TextRange> left = placeOf(*sum->getLHS()), right = placeOf(*sum->getRHS());
    if (!left.ok() || !right.ok()) return left.ok() ? right : left;
    return left->file == right->file ? Result(TextRange{left->file, left->begin, right->end})
                                     : Result<TextRange>(refusal(expression, "is spelled in several files"));
  }

  /// Writes one that is no part of another, or that is all that a macro stands for.
  Status replace(const Expr& expression) {
    const Result<TextRange> place = placeOf(expression);
    if (!place.ok()) return place.error();
    const auto* store = dyn_cast<CompoundAssignOperator>(&expression);
    const Stmt* around = std::exchange(whole_, &expression);
    const Result<std::string> text = store ? stored(*store) : number(expression);
    whole_ = around;
    if (!text.ok()) return text.error();
    edits_.replaceWhole(*place, *text);
    return {};
  }

  Result<std::string> stored(const BinaryOperator& sum) {
    if (const Status apart = isWritable(sum); !apart.ok()) return apart.error();
    // It is named twice then.
    if (hasEffects(sum.getLHS(), context_)) return refusal(sum, "computes with what may change while it does");
    const Result<std::string> to = operand(*sum.getLHS());
    if (!to.ok()) return to;
    const QualType type = cast<CompoundAssignOperator>(sum).getComputationResultType();
    const auto kind = BinaryOperator::getOpForCompoundAssignment(sum.getOpcode());
    const Result<std::string> value = computed(sum, kind, type);
    return value.ok() ? Result(*to + " = " + *value) : value;
  }

  /// The text of a value.
  Result<std::string> number(const Expr& expression) {
    const Expr* inside = plain(&expression);
    const BinaryOperator* sum = arithmetic(inside);
    if (sum && !sum->isCompoundAssignmentOp() && isChosen(*sum)) {
      const bool wasExpanded = std::exchange(isExpanded_, isExpanded_ || !isWritable(*sum).ok());
      const Result<std::string> text = computed(*sum, sum->getOpcode(), sum->getType());
      isExpanded_ = wasExpanded;
      return text;
    }
    const auto* sign = dyn_cast<UnaryOperator>(inside);
    if (sign && sign->getOpcode() == UO_Minus && isNumber(sign->getType()) && !isConstant(*sign)) {
      const Result<std::string> of = number(*sign->getSubExpr());
      return of.ok() ? Result(negative(*of, *sign->getSubExpr(), sign->getType())) : of;
    }
    return operand(expression);
  }

  /// Arguments of a function are evaluated in another order than what stands on both sides of a sum.
  Result<std::string> operand(const Expr& expression) {
    if (hasEffects(&expression, context_) && !(whole_ && isKeptBeside(*whole_, expression, function_, mentions_)))
      return refusal(expression, "computes with what may change while it does");
    return words(expression);
  }

  /// Is the operator itself written where it stands, and not by a macro?
  Status isWritable(const BinaryOperator& sum) const {
    const Result<TextRange> at = editor_.locate(sum.getOperatorLoc());
    return at.ok() ? Status() : Status(at.error());
  }

  Result<std::string> computed(const BinaryOperator& sum, BinaryOperatorKind kind, QualType type) {
    const Expr &left = *sum.getLHS(), &right = *sum.getRHS();
    if (kind == BO_Mul || kind == BO_Div) return called(type, "mul_rn", number(left), factor(sum, 1));
    const std::optional<Product> first = productOf(left, type), second = productOf(right, type);
    const char* const plainly = kind == BO_Add ? "add_rn" : "sub_rn";
    const std::optional<FirstRound> round = first ? std::nullopt : firstRoundOf(sum, mentions_, context_);
    if (round && !isExpanded_) return inRounds(sum, *round, second, kind, type);
    const ChosenSums::Said said = saidOf(sum);
    const bool isHanded = first.has_value() != second.has_value() && takesHanded(said, first ? *first : *second);
    if ((!first && !second) || isHanded) {
      const Result<std::string> a = number(left), b = number(right);
      // A product that a function hands it: there are no words for that.
      if (!isHanded && (!said.isChosen || !said.isFused)) return called(type, plainly, a, b);
      return asItIs(besideSign(left, a), kind == BO_Add ? " + " : " - ", besideSign(right, b));
    }
    if (!said.isFused) return called(type, plainly, number(left), number(right));
    bool takesFirst = first && (!second || usesOf(*first) <= usesOf(*second));
    if (first && second) takesFirst = takesFirstOf(said, {*first, *second}, takesFirst);
    const Expr& addend = takesFirst ? right : left;
    const Result<std::string> other = number(addend);
    if (!other.ok()) return other;
    Product product = takesFirst ? *first : *second;
    product.isNegative ^= kind == BO_Sub && !takesFirst;
    return fused(product, kind == BO_Sub && takesFirst ? negative(*other, addend, type) : *other, type);
  }

  /// A sum that adds to a product in its first round. Chosen at last: that it takes it there.
  Result<std::string> inRounds(const BinaryOperator& sum, const FirstRound& round, const std::optional<Product>& second,
                               BinaryOperatorKind kind, QualType type) {
    const ChosenSums::Said said = saidOf(sum);
    const bool takes = said.isFused, takesFirst = said.takesOther, subtracts = kind == BO_Sub;
    const char* const plainly = subtracts ? "sub_rn" : "add_rn";
    const Result<std::string> to = number(*sum.getLHS());
    if (!to.ok()) return to;
    const bool isFused = second && !second->isExpanded && (takes || takesFirst);
    const Result<std::string> a = isFused ? factorAt(*second, 0) : number(*sum.getRHS());
    const Result<std::string> b = isFused ? factorAt(*second, 1) : a;
    if (!a.ok() || !b.ok()) return a.ok() ? b : a;
    const bool isNegated = isFused && second->isNegative != subtracts;
    const std::string signedA = isNegated ? negative(*a, *second->of->getLHS(), type) : *a;
    const Result<std::string> fma = nameOf(type, "fma_rn");
    if (!fma.ok()) return fma;
    const Result<std::string> later = isFused ? Result(*fma + "(" + signedA + ", " + *b + ", " + *to + ")")
                                      : takes && !takesFirst && said.isChosen
                                          ? asItIs(*to, subtracts ? " - " : " + ", besideSign(*sum.getRHS(), a))
                                          : called(type, plainly, to, a);
    if (!takesFirst || !later.ok()) return later;
    const Result<std::string> p = factorOf(*round.variable, *round.product, 0),
                              q = factorOf(*round.variable, *round.product, 1),
                              added = isFused ? called(type, "mul_rn", signedA, b) : a;
    if (!p.ok() || !q.ok() || !added.ok()) return !p.ok() ? p : !q.ok() ? q : added;
    const std::string addend = !isFused && subtracts ? negative(*added, *sum.getRHS(), type) : *added;
    return round.isFirst + " ? " + *fma + "(" + *p + ", " + *q + ", " + addend + ") : " + *later;
  }

  Result<std::string> factorAt(const Product& product, size_t i) {
    return product.kept ? factorOf(*product.kept, *product.of, i) : factor(*product.of, i);
  }

  ChosenSums::Said saidOf(const BinaryOperator& sum) { return sums_.next(line_, signOf(sum)); }

  /// Where its operator stands; nowhere if a macro spells it.
  TextRange signOf(const BinaryOperator& operation) const {
    const Result<TextRange> sign = editor_.locate(operation.getOperatorLoc());
    return sign.ok() ? *sign : TextRange();
  }

  /// Of two products: does the sum take the first? `else_`: where nothing is said of it.
  bool takesFirstOf(const ChosenSums::Said& said, const std::array<Product, 2>& products, bool else_) const {
    if (said.takesOther) return !else_;
    if (!said.added) return else_;
    const bool addsFirst = said.added->contains(signOf(*products[0].of)),
               addsSecond = said.added->contains(signOf(*products[1].of));
    return addsFirst == addsSecond ? else_ : addsSecond;
  }

  /// Does the sum add the one product that is spelled to one that a function hands it?
  bool takesHanded(const ChosenSums::Said& said, const Product& product) const {
    return said.isFused && said.added && said.added->contains(signOf(*product.of));
  }

  /// `s += x < y ? expf(x) : y`: what follows `+=` is one operand, which it has to be beside `+`, too.
  Result<std::string> besideSign(const Expr& operand, const Result<std::string>& text) const {
    const Expr* inside = operand.IgnoreImplicit();
    const BinaryOperator* sum = arithmetic(inside);
    const bool isLoose = isa<BinaryOperator, AbstractConditionalOperator>(inside) && !(sum && isChosen(*sum));
    return text.ok() && isLoose ? Result("(" + *text + ")") : text;
  }

  static Result<std::string> asItIs(const Result<std::string>& a, const char* sign, const Result<std::string>& b) {
    return !a.ok() ? a : !b.ok() ? b : Result("(" + *a + sign + *b + ")");
  }

  /// The text of a product's factor.
  Result<std::string> factor(const BinaryOperator& product, size_t i) {
    if (i == 0) return number(*product.getLHS());
    return reciprocal(product) ? inverse(product) : number(*product.getRHS());
  }

  /// What a quotient is multiplied by. A macro, or an argument of a template, may stand for another number elsewhere.
  Result<std::string> inverse(const BinaryOperator& quotient) {
    const Expr& divisor = *quotient.getRHS();
    const bool isSpelled = isa<FloatingLiteral, IntegerLiteral>(plain(&divisor)) && !divisor.getBeginLoc().isMacroID();
    if (isSpelled || isExpanded_) return *reciprocal(quotient);
    const Result<std::string> text = words(divisor);
    return text.ok() ? Result((isDouble(typeOf(quotient)) ? "1.0 / " : "1.0f / ") + *text) : text;
  }

  Result<std::string> called(QualType type, const std::string& name, const Result<std::string>& a,
                             const Result<std::string>& b) const {
    const Result<std::string> function = nameOf(type, name);
    if (!a.ok() || !b.ok() || !function.ok()) return !a.ok() ? a : !b.ok() ? b : function;
    return *function + "(" + *a + ", " + *b + ")";
  }

  Result<std::string> fused(const Product& product, const std::string& added, QualType type) {
    const bool wasExpanded = std::exchange(isExpanded_, isExpanded_ || product.isExpanded);
    const Result<std::string> a = factorAt(product, 0), b = factorAt(product, 1), function = nameOf(type, "fma_rn");
    isExpanded_ = wasExpanded;
    if (!a.ok() || !b.ok() || !function.ok()) return !a.ok() ? a : !b.ok() ? b : function;
    return *function + "(" + (product.isNegative ? negative(*a, *product.of->getLHS(), type) : *a) + ", " + *b + ", " +
           added + ")";
  }

  /// "__fmul_rn", "__dmul_rn", "__fmaf_rn", "__fma_rn"
  Result<std::string> nameOf(QualType type, const std::string& what) const {
    const std::string name =
        what == "fma_rn" ? (isDouble(type) ? "__fma_rn" : "__fmaf_rn") : (isDouble(type) ? "__d" : "__f") + what;
    const std::string spelled = functionName(editor_, name, function_);
    return spelled.empty() ? Result<std::string>(inputError({"%1 has another meaning there", code(name)})) : spelled;
  }

  /// The product that an operand is, or was given to a variable that keeps it.
  std::optional<Product> productOf(const Expr& operand, QualType type) const {
    const Expr* inside = &operand;
    bool isNegative = false;
    for (;;) {
      inside = inside->IgnoreParenImpCasts();
      if (const auto* cast = dyn_cast<ExplicitCastExpr>(inside); cast && cast->getCastKind() == CK_NoOp) {
        inside = cast->getSubExpr();
        continue;
      }
      const auto* sign = dyn_cast<UnaryOperator>(inside);
      if (!sign || sign->getOpcode() != UO_Minus) break;
      inside = sign->getSubExpr();
      isNegative = !isNegative;
    }
    if (!context_.hasSameUnqualifiedType(inside->getType(), type) || isConstant(*inside)) return {};
    if (const BinaryOperator* product = arithmetic(inside); product && isProduct(*product))
      return Product{product, nullptr, isNegative, !isWritable(*product).ok()};
    const VarDecl* variable = namedVariable(inside);
    const auto known = variable ? products_.find(variable) : products_.end();
    if (known == products_.end()) return {};
    return Product{known->second, variable, isNegative};
  }

  size_t usesOf(const Product& product) const {
    const auto uses = product.kept ? mentions_.variables.find(product.kept) : mentions_.variables.end();
    return uses == mentions_.variables.end() ? 1 : uses->second.size();
  }

  /// Notes what the variable is given, if that is a product and all that it ever is.
  void findProduct(const VarDecl& variable, const Placed<DeclStmt>& place) {
    const BinaryOperator* product = productGiven(variable, place, context_);
    if (product && isOnlyRead(mentions_, &variable)) products_[&variable] = product;
  }

  /// What keeps a factor of the product that the variable was given: what the factor names, if that keeps its value,
  /// or a variable of its own.
  Result<std::string> factorOf(const VarDecl& variable, const BinaryOperator& product, size_t i) {
    const Expr* inside = (i == 0 ? product.getLHS() : product.getRHS())->IgnoreParenImpCasts();
    if (i == 1 && reciprocal(product)) return inverse(product);
    if (isa<FloatingLiteral, IntegerLiteral>(inside)) return words(*inside);
    const VarDecl* named = namedVariable(inside);
    const bool isAlone = named && (isa<ParmVarDecl>(named) ? named_.count(named->getNameAsString()) == 0
                                                           : named_[named->getNameAsString()] == 1);
    if (isAlone && named->hasLocalStorage() && !named->getType()->isReferenceType() && isOnlyRead(mentions_, named))
      return words(*inside);
    std::string& name = factors_[&variable][i];
    if (name.empty()) name = editor_.freshName(variable.getNameAsString() + (i == 0 ? "_factor" : "_other_factor"));
    return name;
  }

  /// Declares what keeps factors, in front of the variable that has their product.
  Status keepFactors() {
    for (const auto& [variable, names] : factors_) {
      const BinaryOperator* product = arithmetic(variable->getInit()->IgnoreParenImpCasts());
      line_ = lineOf(variable->getLocation());
      const QualType type = product->getType();
      const std::string word = isDouble(type) ? "double" : "float";
      for (const std::string& one : {std::string("const"), word}) {
        if (isMacroName(editor_, one)) return inputError({"%1 is the name of a macro", code(one)});
      }
      const Result<TextRange> whole = placeOf(*product),
                              statement = editor_.locate(mentions_.declared.at(variable).node->getBeginLoc());
      const Result<std::string> function = nameOf(type, "mul_rn");
      if (!whole.ok() || !statement.ok()) return whole.ok() ? statement.error() : whole.error();
      if (!function.ok()) return function.error();
      std::string declared, arguments;
      for (size_t i = 0; i < 2; ++i) {
        const Result<std::string> value = factor(*product, i);
        if (!value.ok()) return value.error();
        if (!names[i].empty()) declared += "const " + word + " " + names[i] + " = " + *value + "; ";
        arguments += (i == 0 ? "" : ", ") + (names[i].empty() ? *value : names[i]);
      }
      edits_.replaceWhole(*whole, *function + "(" + arguments + ")");
      edits_.replace({statement->file, statement->begin, statement->begin}, declared, note);
    }
    return {};
  }

  /// The text of what is no sum itself, with those that stand in it written.
  Result<std::string> words(const Expr& expression) {
    if (isExpanded_) return printed(expression);
    const Result<TextRange> place = editor_.spelled(expression.getSourceRange());
    if (!place.ok()) return place.error();
    if (Status visited = visit(*plain(&expression)); !visited.ok()) return visited.error();
    return edits_.madeIn(*place, editor_.textOf(place->file));
  }

  /// The text of what a macro spells, with the sums that stand in it written.
  Result<std::string> printed(const Expr& expression) {
    Status written;
    std::string text = printedExpression(expression, context_, [&](const Expr& part) -> std::optional<std::string> {
      const BinaryOperator* sum = arithmetic(&part);
      if (!sum || !isChosen(*sum) || !written.ok()) return std::nullopt;
      const Stmt* around = std::exchange(whole_, sum);
      const Result<std::string> one = sum->isCompoundAssignmentOp()
                                          ? Result<std::string>(refusal(part, "stores inside of what a macro spells"))
                                          : number(*sum);
      whole_ = around;
      if (one.ok()) return *one;
      written = one.error();
      return std::nullopt;
    });
    return written.ok() ? Result(std::move(text)) : written.error();
  }

  /// Writes what a macro is all of, where sums in it stand in the macro's body.
  Status expand(const Expr& expression) {
    const Result<TextRange> place = editor_.spelled(expression.getSourceRange());
    if (!place.ok()) return place.error();
    const bool wasExpanded = std::exchange(isExpanded_, true);
    const Result<std::string> text = printed(expression);
    isExpanded_ = wasExpanded;
    if (!text.ok()) return text.error();
    edits_.replaceWhole(*place, "(" + *text + ")");
    return {};
  }

  /// Is there a sum in it that a macro's body spells?
  bool holdsExpanded(const Stmt& part) const {
    const auto* expression = dyn_cast<Expr>(&part);
    const BinaryOperator* sum = expression ? arithmetic(expression) : nullptr;
    return (sum && isChosen(*sum) && !isWritable(*sum).ok()) ||
           std::ranges::any_of(part.children(), [&](const Stmt* child) { return child && holdsExpanded(*child); });
  }

  const Editor& editor_;
  const FunctionDecl& function_;
  ASTContext& context_;
  const SumChoices& choices_;
  ChosenSums sums_;
  ProductValues productValues_;
  Mentions mentions_;
  const Stmt* whole_ = nullptr;                                   ///< the expression that is written anew
  uint32_t line_ = 0;                                             ///< of the statement
  bool isInside_ = false;                                         ///< a statement
  bool isExpanded_ = false;                                       ///< what a macro spells is written
  std::map<const VarDecl*, const BinaryOperator*> products_;      ///< that variables keep
  std::map<const VarDecl*, std::array<std::string, 2>> factors_;  ///< names of what keeps theirs; empty: it need not
  std::map<std::string, size_t> named_;                           ///< variables that are declared, by name
  Edits begun_, edits_;
};

}  // namespace

Result<Edits> writeRounding(const Editor& editor, const FunctionDecl& instance, const SumChoices& choices,
                            const Edits& begun) {
  return RoundingWriter(editor, instance, choices, begun).write();
}

}  // namespace warpwright::rewrite
