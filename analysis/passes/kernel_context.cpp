#include "analysis/passes/kernel_context.h"

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <utility>

#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_agreement.h"

namespace warpwright::passes {
namespace {

/// How many models of a kernel have a prover at once. Each holds several contexts of the solver; a template may have
/// hundreds of instances.
constexpr size_t mostProvers = 16;

proof::Answer& answerIn(proof::Answer& said) {
  return said;
}
proof::Answer& answerIn(proof::Slots& said) {
  return said.answer;
}

/// What was said before, which takes no time now.
proof::Answer again(proof::Answer answer) {
  answer.seconds = 0;
  answer.queries = 0;
  return answer;
}

proof::Slots again(proof::Slots slots) {
  slots.answer = again(std::move(slots.answer));
  return slots;
}

}  // namespace

struct KernelContext::Proofs {
  struct OfModel {
    std::unique_ptr<proof::Prover> prover;  ///< null until it is asked, and once others are
    std::map<ObjectId, proof::Answer> isPrivate;
    std::map<ObjectId, proof::Slots> slots;
    std::map<proof::RacesIn, proof::Answer> isRaceFree;
  };

  Proofs(size_t models, std::unique_lock<std::mutex> lock) : ofModels(models), ast(std::move(lock)) {}

  /// What `ask` says, unless the pass has asked for too much; then it is unknown.
  template <typename Said>
  Said within(const KernelContext& of, auto&& ask) {
    if (spent > limit * proof::stepsOfEffort) {
      Said none;
      answerIn(none).reason = {
          "The proofs about %1 took too long, most of it at %2. Verify the variant on your inputs.",
          code(of.kernel_.models.front().name), linesText(costliest)};
      return none;
    }
    Said said = ask();
    const proof::Answer& answer = answerIn(said);
    spent += answer.steps;
    if (answer.steps >= most) {
      most = answer.steps;
      costliest = answer.costliest;
      if (costliest.empty()) costliest = {of.kernel_.models.front().nameAt.line};
    }
    return said;
  }

  /// What `ask` gives of the model's prover, while contexts of other kernels read the AST: a prover reads its model,
  /// which is a value, and nothing else.
  auto prove(const KernelContext& of, size_t model, auto&& ask) {
    if (ast.mutex()) ast.unlock();
    auto answer = ask(proverOf(of, model));
    if (ast.mutex()) ast.lock();
    return answer;
  }

  /// Answers stay where a prover has to make room for another.
  proof::Prover& proverOf(const KernelContext& of, size_t model) {
    std::erase(asked, model);
    asked.push_back(model);
    if (asked.size() > mostProvers) {
      ofModels[asked.front()].prover.reset();
      asked.erase(asked.begin());
    }
    std::unique_ptr<proof::Prover>& prover = ofModels[model].prover;
    if (!prover) prover = std::make_unique<proof::Prover>(of.kernel_.models[model], proof::ProofOptions{}, of.stop_);
    return *prover;
  }

  std::optional<Message> restrictExchange;
  uint64_t spent = 0, most = 0;     ///< by the pass that asks; for one answer
  std::vector<uint32_t> costliest;  ///< lines that answer was about
  uint64_t limit = mostEffort;
  std::vector<OfModel> ofModels;
  std::vector<size_t> asked;         ///< models that have a prover, the one that was asked last at the end
  std::unique_lock<std::mutex> ast;  // last: given back before the provers go, which takes a while
};

KernelContext::KernelContext(const model::ParsedKernel& kernel, Device device, std::stop_token stop)
    : KernelContext(kernel, std::move(device), {}, std::move(stop)) {}

KernelContext::KernelContext(const model::ParsedKernel& kernel, Device device, std::unique_lock<std::mutex> ast,
                             std::stop_token stop)
    : kernel_(kernel),
      device_(std::move(device)),
      stop_(std::move(stop)),
      proofs_(std::make_unique<Proofs>(kernel.models.size(), std::move(ast))) {}

KernelContext::~KernelContext() = default;

void KernelContext::beginPass(uint64_t effort) const {
  proofs_->spent = proofs_->most = 0;
  proofs_->limit = effort;
  facts_.clear();
}

proof::Answer KernelContext::isPrivate(size_t model, ObjectId object) const {
  return proofs_->within<proof::Answer>(*this, [&] {
    auto& known = proofs_->ofModels[model].isPrivate;
    if (const auto said = known.find(object); said != known.end()) return again(said->second);
    return known[object] =
               proofs_->prove(*this, model, [&](proof::Prover& prover) { return prover.isPrivate(object); });
  });
}

proof::Slots KernelContext::slotsOf(size_t model, ObjectId object) const {
  return proofs_->within<proof::Slots>(*this, [&] {
    auto& known = proofs_->ofModels[model].slots;
    if (const auto said = known.find(object); said != known.end()) return again(said->second);
    return known[object] = proofs_->prove(*this, model, [&](proof::Prover& prover) { return prover.slotsOf(object); });
  });
}

proof::Answer KernelContext::staysBelow(size_t model, const std::vector<proof::BoundedValue>& values) const {
  return proofs_->within<proof::Answer>(*this, [&] {
    return proofs_->prove(*this, model, [&](proof::Prover& prover) { return prover.staysBelow(values); });
  });
}

proof::Answer KernelContext::barriersRedundant(size_t model, const std::vector<BarrierId>& removed,
                                               const std::vector<ObjectId>& privatised) const {
  return proofs_->within<proof::Answer>(*this, [&] {
    return proofs_->prove(*this, model,
                          [&](proof::Prover& prover) { return prover.barriersRedundant(removed, privatised); });
  });
}

proof::Answer KernelContext::isRaceFree(size_t model, proof::RacesIn where) const {
  return proofs_->within<proof::Answer>(*this, [&] {
    auto& known = proofs_->ofModels[model].isRaceFree;
    if (const auto found = known.find(where); found != known.end()) return again(found->second);
    proof::Answer answer =
        proofs_->prove(*this, model, [&](proof::Prover& prover) { return prover.isRaceFree(where); });
    // Other instantiations are passed other numbers.
    for (Assumption& assumption : answer.assumptions) {
      if (kernel_.models.size() > 1 && assumption.ofLaunches && assumption.check.isNone())
        assumption.text = {"%1 (%2)", assumption.text, nameOfModel(kernel_.models[model])};
    }
    return known.emplace(where, std::move(answer)).first->second;
  });
}

const Message& KernelContext::restrictExchange() const {
  if (proofs_->restrictExchange) return *proofs_->restrictExchange;
  Message& why = proofs_->restrictExchange.emplace();
  for (size_t i = 0; i < kernel_.models.size() && why.empty(); ++i) {
    const KernelModel& model = kernel_.models[i];
    std::vector<ObjectId> objects;
    for (const clang::ParmVarDecl* parameter : kernel_.pattern->parameters()) {
      const MemoryObject* behind =
          parameter->getType().isRestrictQualified() ? memoryBehind(model, *parameter) : nullptr;
      if (behind && !behind->neverWritten) objects.push_back(behind->id);
    }
    if (objects.empty()) continue;
    const proof::Answer answer = proofs_->within<proof::Answer>(*this, [&] {
      return proofs_->prove(*this, i, [&](proof::Prover& prover) { return prover.isUnexchanged(objects); });
    });
    if (answer.kind != proof::Answer::Kind::violated) continue;
    why = {
        "%1, which is `__restrict__`: compilers keep what a thread has loaded of it, over barriers too, and so what "
        "the kernel computes depends on how it is compiled. Take the word away, or declare the memory volatile.",
        answer.reason};
  }
  return why;
}

}  // namespace warpwright::passes
