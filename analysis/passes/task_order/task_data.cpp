#include "analysis/passes/task_order/task_data.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::passes {
namespace {

using namespace clang;

class DataReader {
 public:
  DataReader(const FunctionDecl& function, const Mentions& mentions, const std::vector<KernelModel>& models,
             const IsAlways& isAlways)
      : function_(function), mentions_(mentions), models_(models), isAlways_(isAlways) {}

  std::vector<TaskArray> read(std::vector<TaskArray>& arrays) {
    std::vector<IndexUse> indexUses;
    for (TaskArray& array : arrays) {
      for (TaskArray::Index& index : array.indices) {
        IndexUse one{&index, {}, {}, true};
        one.moves = readIndex(array, index, one);
        indexUses.push_back(std::move(one));
      }
    }
    // Data moves where all that subscripts it does, and an index where all moves that it subscripts.
    std::set<const ParmVarDecl*> moving;
    for (const auto& [data, uses] : uses_) {
      if (mayMove(data, uses.size(), arrays)) moving.insert(data);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (IndexUse& one : indexUses) {
        const auto moves = [&](const ParmVarDecl* data) { return moving.contains(data); };
        const bool stays = !one.moves || !std::all_of(one.data.begin(), one.data.end(), moves);
        if (!stays) continue;
        one.moves = false;
        for (const ParmVarDecl* data : one.data) changed = moving.erase(data) != 0 || changed;
      }
    }
    return number(indexUses);
  }

 private:
  /// An index, and what it subscripts.
  struct IndexUse {
    TaskArray::Index* index = nullptr;
    std::set<const ParmVarDecl*> data;
    std::set<const ParmVarDecl*> always;  ///< of the data: what each task reads at this index
    bool moves = true;
  };

  const std::vector<Mention>& of(const VarDecl* variable) const {
    static const std::vector<Mention> none;
    const auto found = mentions_.variables.find(variable->getCanonicalDecl());
    return found == mentions_.variables.end() ? none : found->second;
  }
  static std::vector<const Stmt*> above(const std::vector<const Stmt*>& parents, size_t depth) {
    return {parents.begin(), parents.begin() + static_cast<ptrdiff_t>(depth)};
  }

  // Is the index a subscript of parameters wherever it is read, and nothing else?
  bool readIndex(const TaskArray& array, const TaskArray::Index& index, IndexUse& use) {
    inRow_ = array.role == TaskArray::Role::inRows;
    // The bytes of a union's member are another's, too.
    if (function_.getParamDecl(array.parameter)->getType()->getPointeeType()->isUnionType()) return false;
    const std::vector<Mention>& mentions = of(function_.getParamDecl(array.parameter));
    const bool moves = std::all_of(mentions.begin(), mentions.end(), [&](const Mention& mention) {
      size_t depth = 0;
      const ArraySubscriptExpr* element = subscriptOf(mention, true, &depth);
      if (!element) return false;
      const std::vector<const Stmt*> around = above(mention.parents, depth);
      if (index.member.empty()) return isSubscript(element, around, false, use);
      const Holder holder = holderOf(element, around);
      const auto* member = dyn_cast_or_null<MemberExpr>(holder.parent);
      if (!member || member->isArrow()) return false;
      if (!index.member.ends_with("::" + member->getMemberDecl()->getNameAsString())) return true;  // another member
      return isSubscript(member, above(around, holder.depth), false, use);
    });
    if (array.perTask != 1) use.always.clear();  // each of them would have to be looked at
    return moves;
  }
  // Places go up to the largest that the index can hold, and up to that of an `int` where it has 32 bits.
  static bool holdsAll(const ASTContext& context, QualType variable, QualType index) {
    const uint64_t has = context.getTypeSize(variable), needs = context.getTypeSize(index);
    const bool isSame = variable->isSignedIntegerOrEnumerationType() == index->isSignedIntegerOrEnumerationType();
    return has > needs || (has == needs && (isSame || has >= 32));
  }
  // Directly, or through a variable that is nothing else.
  bool isSubscript(const Expr* value, const std::vector<const Stmt*>& parents, bool isVariable, IndexUse& use) {
    const Holder holder = holderOf(value, parents);
    if (const auto* subscript = dyn_cast_or_null<ArraySubscriptExpr>(holder.parent)) {
      const auto* base = dyn_cast_or_null<ParmVarDecl>(namedVariable(subscript->getBase()));
      if (subscript->getIdx() != holder.child || !base) return false;
      const bool isRead =
          rewrite::useOfPlace(subscript, above(parents, holder.depth)) == rewrite::VariableUse::Kind::value;
      if (isRead) uses_[base].insert(subscript);
      use.data.insert(base);
      if (isRead && isAlways_(subscript, above(parents, holder.depth), inRow_)) use.always.insert(base);
      return isRead;
    }
    const auto* declaration = dyn_cast_or_null<DeclStmt>(holder.parent);
    if (!declaration || isVariable) return false;
    for (const Decl* one : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (!variable || !variable->getInit() || variable->getInit()->IgnoreParenImpCasts() != value) continue;
      const ASTContext& context = function_.getASTContext();
      const bool isCopy = variable->hasLocalStorage() && variable->getType()->isIntegerType() &&
                          !variable->getType()->isBooleanType() &&  // it holds another number
                          !variable->getType().isVolatileQualified() &&
                          holdsAll(context, variable->getType(), value->getType());
      const std::vector<Mention>& mentions = of(variable);
      return isCopy && std::all_of(mentions.begin(), mentions.end(), [&](const Mention& mention) {
               return isSubscript(mention.node, mention.parents, true, use);
             });
    }
    return false;
  }

  // A pointer that the kernel reads by those subscripts and touches in no other way.
  bool mayMove(const ParmVarDecl* parameter, size_t uses, const std::vector<TaskArray>& arrays) const {
    const auto isOfTasks = [&](const TaskArray& array) {
      return array.parameter == parameter->getFunctionScopeIndex();
    };
    if (!parameter->getType()->isPointerType() || std::any_of(arrays.begin(), arrays.end(), isOfTasks)) return false;
    if (parameter->getType()->getPointeeType()->isIncompleteType() || of(parameter).size() != uses) return false;
    return std::all_of(models_.begin(), models_.end(), [&](const KernelModel& model) {
      return std::all_of(model.objects.begin(), model.objects.end(), [&](const MemoryObject& object) {
        if (object.argumentIndex != static_cast<int>(parameter->getFunctionScopeIndex())) return true;
        return object.neverWritten && !object.isVolatile && !object.escapes && object.unknownReason.empty();
      });
    });
  }

  // Data of one index, or of several that share some, is one.
  std::vector<TaskArray> number(std::vector<IndexUse>& indexUses) const {
    std::map<const ParmVarDecl*, int> numberOf;
    int next = static_cast<int>(models_.front().objects.size());  // no index has that number yet
    for (IndexUse& one : indexUses) {
      if (!one.moves || one.data.empty()) continue;
      std::set<int> known;
      for (const ParmVarDecl* data : one.data) {
        if (numberOf.contains(data)) known.insert(numberOf[data]);
      }
      const int number = known.empty() ? next++ : *known.begin();
      for (const ParmVarDecl* data : one.data) numberOf[data] = number;
      for (auto& [data, old] : numberOf) old = known.contains(old) ? number : old;
    }
    for (IndexUse& one : indexUses) {
      if (one.moves && !one.data.empty()) one.index->data = numberOf[*one.data.begin()];
    }
    std::vector<TaskArray> found;
    for (const auto& [data, number] : numberOf) {
      TaskArray array;
      array.parameter = data->getFunctionScopeIndex();
      array.name = data->getNameAsString();
      array.role = TaskArray::Role::data;
      array.number = number;
      array.isAlwaysRead =
          std::all_of(indexUses.begin(), indexUses.end(), [&, data = data, number = number](const IndexUse& one) {
            return !one.moves || one.data.empty() || one.index->data != number || one.always.contains(data);
          });
      found.push_back(std::move(array));
    }
    std::sort(found.begin(), found.end(),
              [](const TaskArray& a, const TaskArray& b) { return a.parameter < b.parameter; });
    return found;
  }

  const FunctionDecl& function_;
  const Mentions& mentions_;
  const std::vector<KernelModel>& models_;
  const IsAlways& isAlways_;
  bool inRow_ = false;                                                      // is what is being read an index in rows?
  std::map<const ParmVarDecl*, std::set<const ArraySubscriptExpr*>> uses_;  // subscripts by indices of tasks
};

}  // namespace

bool canBeNamed(const RecordDecl& record, const FieldDecl& field) {
  if (field.isBitField() || field.getName().empty() || field.getType().getCVRQualifiers() != 0) return false;
  if (field.getAccess() != AS_public && field.getAccess() != AS_none) return false;
  for (const DeclContext* context = &record; context; context = context->getParent()) {
    const auto* space = dyn_cast<NamespaceDecl>(context);
    const auto* decl = cast<Decl>(context);
    if (isa<FunctionDecl, ClassTemplateSpecializationDecl>(context) || (space && space->isAnonymousNamespace()))
      return false;
    if (decl->getAccess() == AS_private || decl->getAccess() == AS_protected) return false;
  }
  const auto isSet = [](const FieldDecl* one) {
    return !one->getType()->isReferenceType() && (one->hasInClassInitializer() || !one->getType().isConstQualified());
  };
  const auto* type = dyn_cast<CXXRecordDecl>(&record);
  if (!type || !std::all_of(type->field_begin(), type->field_end(), isSet)) return false;
  if (type->isAggregate()) return true;
  return std::any_of(type->ctor_begin(), type->ctor_end(), [](const CXXConstructorDecl* made) {
    const bool forHost = made->hasAttr<CUDAHostAttr>() || !made->hasAttr<CUDADeviceAttr>();
    return made->isDefaultConstructor() && !made->isDeleted() && made->getAccess() == AS_public && forHost;
  });
}

std::vector<TaskArray> findTaskData(const FunctionDecl& function, const Mentions& mentions,
                                    const std::vector<KernelModel>& models, const IsAlways& isAlways,
                                    std::vector<TaskArray>& arrays) {
  return DataReader(function, mentions, models, isAlways).read(arrays);
}

}  // namespace warpwright::passes
