#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/proof/proof.h"
#include "core/device/device.h"

namespace warpwright::passes {

/// All that a pass may use of one kernel: the kernel as it was parsed, the device that findings are for, proofs about
/// its models, and whether to go on. One thread uses it. What launches say against a finding is not in it on purpose
/// (see Contradictions): a finding is kept for later texts of the host code, and must not rest on this one.
class KernelContext {
 public:
  /// Keeps a reference: the kernel outlives it.
  KernelContext(const model::ParsedKernel& kernel, Device device, std::stop_token stop);
  /// Where several threads have contexts of one unit. `ast`: a lock on what they share, the AST, which fills caches as
  /// it is read and so takes one reader at a time. It is the context's from now on: held as long as the context lives,
  /// but not while it waits for a proof, as a monitor is left while one waits.
  KernelContext(const model::ParsedKernel& kernel, Device device, std::unique_lock<std::mutex> ast,
                std::stop_token stop);
  ~KernelContext();

  const model::ParsedKernel& kernel() const { return kernel_; }
  const Device& device() const { return device_; }
  const std::stop_token& stop() const { return stop_; }
  bool isCancelled() const { return stop_.stop_requested(); }

  /// Another pass asks from now on. What one pass may ask about a kernel has a limit (mostEffort): past it each answer
  /// is unknown, as the proofs took too long. What was known before counts as much as if it had been proved now: what a
  /// pass is told does not depend on which others have asked.
  void beginPass(uint64_t effort = mostEffort) const;
  static constexpr uint64_t mostEffort = 20000;  ///< in proof::stepsOfEffort: some 20 s

  /// Proofs about one of the kernel's models, by its index (see proof::Prover). An answer is kept for whoever asks
  /// again, which costs nothing then, except for those about a list of values or barriers.
  proof::Answer isPrivate(size_t model, ObjectId object) const;
  proof::Slots slotsOf(size_t model, ObjectId object) const;
  proof::Answer staysBelow(size_t model, const std::vector<proof::BoundedValue>& values) const;
  proof::Answer barriersRedundant(size_t model, const std::vector<BarrierId>& removed,
                                  const std::vector<ObjectId>& privatised) const;
  proof::Answer isRaceFree(size_t model, proof::RacesIn where = proof::RacesIn::anyMemory) const;

  /// Why the kernel computes what its compiler makes of it: its threads exchange values through memory of a
  /// `__restrict__` parameter, of which a compiler keeps what a thread has loaded, over barriers too. Empty: that is
  /// not seen.
  const Message& restrictExchange() const;

  /// What `make()` gives, for whoever asks again under that name, which is of one type, before another pass begins: a
  /// pass judges a kernel when it finds, and when it writes what it has found.
  template <typename Fact, typename Make>
  const Fact& once(const std::string& name, Make make) const {
    std::shared_ptr<const void>& known = facts_[name];
    if (!known) known = std::make_shared<const Fact>(make());
    return *static_cast<const Fact*>(known.get());
  }

 private:
  struct Proofs;

  const model::ParsedKernel& kernel_;
  Device device_;
  std::stop_token stop_;
  std::unique_ptr<Proofs> proofs_;
  mutable std::map<std::string, std::shared_ptr<const void>> facts_;
};

}  // namespace warpwright::passes
