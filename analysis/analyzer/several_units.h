#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/includers.h"
#include "analysis/model/kernel_modeler.h"
#include "analysis/program/build_texts.h"
#include "analysis/program/open_flags.h"
#include "core/base/file_index.h"
#include "core/base/result.h"
#include "core/finding/opportunity.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// Texts that are not one unit's, or not one kernel's, alone.
class SharedTexts {
 public:
  /// `flags`: whoever hands it in has it look again, too.
  explicit SharedTexts(OpenFlags& flags) : openFlags_(flags) {}

  /// From now on these units are looked at, and all that they share is read anew.
  void lookAt(std::vector<frontend::CompileCommand> units);
  /// Why a change of the kernel's text, or of a file, cannot be judged by what is looked at; empty: it can.
  Message whyOpen(const model::ParsedKernel& kernel, const frontend::CompileCommand& unit);
  Message whyOpen(const std::string& file, const frontend::CompileCommand& unit);
  /// The same for who asks of one unit alone: sources that are made of a header, too, were not asked. Empty: there are
  /// none.
  Message whyShared(const std::string& file, const frontend::CompileCommand& unit);
  /// Why a change of a file cannot be judged without the sources that were left out; empty: none is made of it.
  std::string whyWithout(const std::set<std::filesystem::path>& leftOut, const std::string& file,
                         const frontend::CompileCommand& unit);
  /// Why a header that a unit does not find leaves it open: a build makes it, several files have its name, or it may
  /// define what the unit asks for; empty: none does.
  std::string whyMissing(const std::vector<std::string>& headers, const frontend::CompileCommand& unit);
  /// Why functions of devices cannot be called by what is added to a file: sources of C++ are made of it, too. Empty:
  /// they can.
  std::string whyReadByHosts(const std::string& file, const frontend::CompileCommand& unit);
  /// Who includes what, as far as it was asked since `lookAt`.
  frontend::Includers& includers() { return includers_; }

 private:
  std::vector<frontend::CompileCommand> units_;
  frontend::Includers includers_;
  OpenFlags& openFlags_;
  /// By a file that they include, and the root.
  std::map<std::pair<std::string, std::filesystem::path>, std::vector<std::filesystem::path>> sources_, cppSources_;

  /// What build files of a project say.
  struct Build {
    BuildTexts texts;
    std::set<std::string> made;                   ///< names of headers that a build makes: `config.h` of config.h.in
    std::map<std::string, std::string> included;  ///< names of files that made sources may include, and who makes them
    std::optional<FileIndex> sources;
    std::set<std::filesystem::path> cuda;  ///< files that are compiled as CUDA though their names do not say so
  };
  /// Which source that was not looked at is made of the file, too.
  std::string whyMadeOf(const std::string& file, const frontend::CompileCommand& unit);
  /// Why kernels of a file may be read by other compilers, too.
  std::string whyEmulated(const std::filesystem::path& file, const frontend::CompileCommand& unit);
  const std::vector<std::filesystem::path>& sourcesOf(const std::string& file, const frontend::CompileCommand& unit);
  const std::vector<std::filesystem::path>& cppSourcesOf(const std::filesystem::path& file,
                                                         const frontend::CompileCommand& unit);
  std::string whyNamedTwice(const std::filesystem::path& file, const frontend::CompileCommand& unit);
  const Build& buildOf(const std::filesystem::path& root, const std::filesystem::path& unit);
  /// A project's folder, and that of the variant in it that is looked at.
  using Place = std::pair<std::filesystem::path, std::filesystem::path>;
  std::map<Place, std::map<std::filesystem::path, std::filesystem::path>> links_;  ///< each by what it leads to
  std::map<Place, Build> builds_;
  std::map<Place, bool> emulating_;  ///< do sources of C++ read kernels?
};

/// Does the unit include a file of this one's name that was not found? It may be this one.
bool missesHeader(const UnitSummary& unit, const std::string& file);
/// Why a finding in that file is open then.
Message headerMissing(const UnitSummary& unit);

/// Makes a finding unknown for a reason; leaves it where there is none.
void leaveOpen(Opportunity& finding, const Message& reason);

/// The same finding from two units that include one header: what holds must hold in both.
void mergeFinding(Opportunity& known, const Opportunity& other);

/// Adds what another unit would change to what the units before it change. Files of several units must be changed
/// alike; a unit's own file, one of `mains`, is changed as that unit needs it. Errors: they do not agree.
Status uniteRewrites(Rewrite& all, const Rewrite& other, const std::set<std::string>& mains);

}  // namespace warpwright::analysis
