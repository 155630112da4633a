#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/pass.h"

namespace warpwright::property {

/// What is chosen for one kernel does not depend on the others.
class KernelDice {
 public:
  explicit KernelDice(uint64_t seed) : seed_(seed) {}
  std::mt19937_64& of(const std::string& kernel);

 private:
  uint64_t seed_;
  std::map<std::string, std::mt19937_64> dice_;
};

/// A change that a pass offers.
struct Offer {
  const passes::Pass* pass = nullptr;
  Opportunity opportunity;

  /// May it be made together with others of the same look? Others change the launch and the host, too.
  bool goesTogether() const;
};

/// A change that was made.
struct Step {
  std::string pass, title;          ///< the title with the values chosen
  std::vector<std::string> checks;  ///< of its assumptions, as the engine takes them
  size_t look = 0;                  ///< in the order of looks: the text it was made for
};

/// What was done to each kernel of a program.
using Steps = std::map<std::string, std::vector<Step>>;

/// One parse of a program, with what the passes offer for each kernel.
class Look {
 public:
  /// `only`: looks for changes of these kernels alone; null: of all.
  Look(frontend::UnitParser& parser, const std::filesystem::path& file, std::string text, size_t number,
       const std::set<std::string>* only = nullptr);
  Look(const Look&) = delete;

  const std::string& text() const { return text_; }
  size_t number() const { return number_; }
  /// Why there is nothing to see; empty: there is.
  const std::string& problem() const { return problem_; }
  /// The applicable ones, by kernel.
  const std::map<std::string, std::vector<Offer>>& offers() const { return offers_; }
  /// What the assumptions of all of them ask the engine to check.
  std::vector<std::string> checks() const;

  /// The text after the chosen offers, which are noted in `steps`. Sets `problem` where one that is offered cannot be
  /// made. `random` chooses values of parameters. Kernels whose edits meet those of another one are left and named in
  /// `postponed`: they are to be found again in the new text. Of two offers for one kernel whose edits overlap, or
  /// that declare the same name (each takes one that is free in the text), the first is made.
  std::string after(const std::map<std::string, std::vector<const Offer*>>& chosen, KernelDice& random, Steps& steps,
                    std::set<std::string>& postponed, std::string& problem) const;

 private:
  Result<Rewrite> rewrite(const passes::KernelContext& kernel, const Offer& offer, std::mt19937_64& random,
                          Step& step) const;
  std::string textAfter(FileEdits edits, const std::string& name, std::string& problem) const;

  std::filesystem::path file_;
  std::string text_, problem_;
  size_t number_;
  std::unique_ptr<frontend::ParsedUnit> unit_;
  std::vector<model::ParsedKernel> kernels_;
  std::vector<std::unique_ptr<const passes::KernelContext>> contexts_;  ///< of each kernel
  std::map<std::string, std::vector<Offer>> offers_;
};

/// The checks of an offer's assumptions, as the engine takes them.
std::vector<std::string> checksOf(const Offer& offer);

}  // namespace warpwright::property
