#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// What findings are about, and the folder of `analysis/passes` that has the pass; `other`: a family of its own.
enum class Family : uint8_t { placement, barrier, compaction, cachePolicy, taskOrder, readAhead, other };

/// What a change is to the strategies of the tuner.
enum class Tunable : uint8_t {
  promotion,   ///< of an array to registers
  placement,   ///< of an array to another memory: an alternative to its promotion
  other,       ///< a change like any
  compaction,  ///< has factors, and is weighed again on top of others
  policy,      ///< its parameters are loads, whose best values a model predicts
};

/// Whether a change gives the kernel one argument more, which the launch of a capture does not have.
enum class ExtraArgument : uint8_t {
  none,
  fromLaunch,  ///< one that follows from the launch where the source has it
  own,         ///< one that only the changed program makes
};

/// What findings of a pass, and the changes tried for them, rest on beside the kernel: its text and models, the flags
/// and lines of the preprocessor that say what text means, and whether launches are open. What is named here and
/// changes makes the pass look again: one that says nothing always does.
struct PassInputs {
  bool launches = true;  ///< the text outside the kernel, where its launches stand
  bool hostCode = true;  ///< host code wherever it stands: nothing that was found before is taken as known
  bool device = true;    ///< the device that findings are for
  bool operator==(const PassInputs&) const = default;
};

/// A number or a choice that findings of a pass offer.
struct PassParameter {
  std::string name;   ///< as the command line has it: "c_factor"
  std::string title;  ///< as people read it: "Merged into one"
  /// The same of those of its values that are no numbers: "blocked" → "side by side".
  std::map<std::string, std::string> values = {};
  bool operator==(const PassParameter&) const = default;
};

/// All that is to be known of a pass by those who do not run it: reports, tuner, views, caches. It travels with the
/// findings, so that nobody spells the id of a pass.
struct PassDescription {
  std::string id;     ///< a word, shared_to_register: also the source file, the test folder and the help page
  std::string title;  ///< "Shared array to registers"
  /// How a step of a variant is called: "`{subject}`→register". In braces stand `subject`, `line`, or a parameter; a
  /// part in brackets is left out where a value of it is missing, or gives what follows its `|`: "[C={factor}|merged]".
  /// Values that are not named follow as name=value. Empty: the title of the finding.
  std::string stepName;
  std::string place;  ///< where a placement puts an array: "Local memory"
  Family family = Family::other;
  int nearness = 0;  ///< of the place that a placement gives an array: 1 is nearest
  PassInputs inputs;
  Tunable tunable = Tunable::other;
  bool stacksLast = false;  ///< what it makes of a kernel has too many loops for others
  bool onRequest = false;   ///< looked for only where it is asked for by name: it is always possible, and measuring
                            ///< decides
  bool isTrade = false;     ///< gives one thing for another: only a measurement tells whether it is worth making
  ExtraArgument argument = ExtraArgument::none;
  bool measuredByReplay = true;  ///< a launch on its own, from a capture, shows what the change does
  /// Each that its findings may have; but of a policy, whose parameters are loads of the kernel.
  std::vector<PassParameter> parameters = {};
  bool operator==(const PassDescription&) const = default;
};

/// "placement", "cache", …: how a family is named in JSON, and back; `other` for a name that is none.
std::string nameOf(Family family);
Family familyNamed(const std::string& name);

using PassDescriptions = std::vector<PassDescription>;

/// The description of pass `id`; where the list lacks it, one that has no title and says nothing.
const PassDescription& describe(const PassDescriptions& passes, const std::string& id);
/// What a pass is called by people; the id itself where the list lacks it.
const std::string& passTitle(const PassDescriptions& passes, const std::string& id);
/// What people call a parameter of the pass, and one of its values; the word itself where the pass has none for it.
const std::string& parameterTitle(const PassDescription& pass, const std::string& parameter);
const std::string& valueTitle(const PassDescription& pass, const std::string& parameter, const std::string& value);
/// Adds to `known` those of `more` that it lacks; of one that both have, that of `more` stays.
void addDescriptions(PassDescriptions& known, const PassDescriptions& more);

/// The array `passes` of `warpwright.analysis/1`, and back. Errors: it is none.
nlohmann::json passesJson(const PassDescriptions& passes);
Result<PassDescriptions> passesFromJson(const nlohmann::json& array);

}  // namespace warpwright
