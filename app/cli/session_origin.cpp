#include "app/cli/session_origin.h"

#include <filesystem>

#include "analysis/frontend/components.h"
#include "core/base/shell_word.h"
#include "core/base/version.h"
#include "core/report/report_input.h"

namespace warpwright::cli {

Status keepOrigin(Session& session, const Invocation& invocation, const ReadingOptions& reading) {
  std::string command = "warpwright";
  for (const std::string& word : invocation.words) command += ' ' + shellWord(word);
  std::vector<std::pair<std::string, std::string>> values = {{commandKey, command}, {"Warpwright", versionText()}};
  std::error_code unknown;
  values.emplace_back(commandFolderKey, std::filesystem::current_path(unknown).string());
  std::string options, flags;
  for (const std::string& word : reading.options) options += (options.empty() ? "" : " ") + shellWord(word);
  for (const std::string& flag : reading.flags) flags += (flags.empty() ? "" : "\n") + flag;
  values.emplace_back(readingOptionsKey, options);
  values.emplace_back(flagsKey, flags);
  for (const auto& [name, version] : frontend::components()) values.emplace_back(name, version);
  for (const auto& [name, value] : values) {
    if (Status set = session.setValue(name, value); !set.ok()) return set;
  }
  return {};
}

Status keepRun(const std::string& file, const RunRecord& run, const VariantRecord* variant,
               const Invocation& invocation, const ReadingOptions& reading) {
  Result<Session> session = Session::openOrCreate(file);
  if (!session.ok()) return session.error();
  const auto values = session->values();
  if (!values.ok()) return values.error();
  // Of one that another command began, that is its origin.
  if (!values->contains(commandKey)) {
    if (Status kept = keepOrigin(*session, invocation, reading); !kept.ok()) return kept;
    if (Status set = session->setValue("project", run.program); !set.ok()) return set;
  }
  if (variant) {
    if (Status kept = keepVariant(*session, *variant); !kept.ok()) return kept;
  }
  return session->addRun(run);
}

Status keepVariant(Session& session, const VariantRecord& variant) {
  if (Status put = session.putVariant(variant); !put.ok()) return put;
  for (const VariantStep& step : variant.steps) {
    const Verification& verification = *variant.verification;
    const OpportunityStatus status = verification.original.failure ? OpportunityStatus::previewed
                                     : verification.identical      ? OpportunityStatus::verified
                                                                   : OpportunityStatus::differs;
    if (Status set = session.setStatus(step.opportunity, status); !set.ok()) return set;
  }
  return {};
}

}  // namespace warpwright::cli
