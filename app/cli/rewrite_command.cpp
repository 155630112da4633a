// warpwright rewrite FILE --opportunity ID: the change of one finding, as text, as a diff, or written.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/analysis.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/file.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string file;
  std::string opportunity;
  std::vector<std::string> values;
  bool diff = false;
  bool inPlace = false;
  std::string target;
};

struct Changed {
  std::string file, before, after;
  bool creates = false;
};

Result<ParameterValues> readValues(const std::vector<std::string>& words) {
  ParameterValues values;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return Error{ErrorKind::usage, "--set takes NAME=VALUE, not `" + word + "`.", std::nullopt};
    }
    values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

/// `elsewhere`: the texts go to another folder, where it does not matter which files are beside the source.
Result<std::vector<Changed>> textsOf(const Rewrite& rewrite, bool elsewhere) {
  std::vector<Changed> changed;
  for (const FileEdits& edits : rewrite.files) {
    Result<std::string> before = edits.creates && elsewhere ? Result<std::string>(std::string()) : textBefore(edits);
    if (!before.ok()) return before.error();
    Result<std::string> after = applyEdits(edits, *before);
    if (!after.ok()) return after.error();
    changed.push_back({edits.file, std::move(before).value(), std::move(after).value(), edits.creates});
  }
  return changed;
}

std::string diffOf(const Changed& changed) {
  const std::string name = fs::path(displayPath(changed.file)).relative_path().string();
  return unifiedDiff(changed.before, changed.after, changed.creates ? noFile : "a/" + name, "b/" + name);
}

std::string namesOf(const std::vector<Changed>& changed) {
  std::string names;
  for (const Changed& one : changed) names += (names.empty() ? "" : ", ") + displayPath(one.file);
  return names;
}

// One file goes to the named file; several go into the named folder, under their own names. New files are created there
// as they would be beside the source: all or none, and none in the place of another text.
Status writeTo(const fs::path& target, const fs::path& named, const Rewrite& rewrite, const std::vector<Changed>& changed) {
  std::error_code error;
  const bool isOne = changed.size() == 1 && !fs::is_directory(target, error);
  std::set<fs::path> names;
  for (const Changed& one : changed) {
    const fs::path name = fs::path(one.file).filename();
    // The text of a header must not come to stand where that of the named file is looked for.
    if (isOne && !one.creates && name != target.filename() && !fs::equivalent(one.file, named, error)) {
      return Error{ErrorKind::usage, "The change is in " + displayPath(one.file) + ", not in " + named.string() +
                                         ". Use --diff, --in-place, or --output FOLDER.", {}};
    }
    if (names.insert(name).second) continue;
    return Error{ErrorKind::usage, "The change touches several files with the name " + name.string() +
                                       ". Use --diff or --in-place.", {}};
  }
  error.clear();  // of a file that is not there yet
  if (!isOne) fs::create_directories(target, error);
  if (error) return Error{ErrorKind::io, target.string() + " cannot be made a folder: " + error.message() + ".", {}};
  Rewrite created;
  for (size_t i = 0; i < changed.size(); ++i) {
    const fs::path file = isOne ? target : target / fs::path(changed[i].file).filename();
    if (changed[i].creates) {
      created.files.push_back(rewrite.files[i]);
      created.files.back().file = file.string();
    } else if (Status written = writeFileAtomically(file, changed[i].after); !written.ok()) {
      return written;
    }
  }
  if (created.files.empty()) return {};
  const Result<AppliedRewrite> applied = writeRewrite(created);
  return applied.ok() ? Status() : applied.error();
}

int rewriteCommand(const Options& options, const Invocation& invocation) {
  Result<ParameterValues> values = readValues(options.values);
  if (!values.ok()) return fail(values.error());
  Result<analysis::AnalyzeOptions> analyze = options.analysis.resolve(invocation.afterDashes);
  if (!analyze.ok()) return fail(analyze.error());

  analysis::Analyzer analyzer(*analyze);
  Result<Rewrite> rewrite = analyzer.rewrite(options.file, options.opportunity, *values, invocation.stop);
  if (!rewrite.ok()) return fail(rewrite.error());
  Result<std::vector<Changed>> changed = textsOf(*rewrite, !options.target.empty());
  if (!changed.ok()) return fail(changed.error());

  if (options.inPlace) {
    Result<AppliedRewrite> applied = writeRewrite(*rewrite);
    if (!applied.ok()) return fail(applied.error());
  }
  if (!options.target.empty()) {
    if (Status written = writeTo(options.target, options.file, *rewrite, *changed); !written.ok()) return fail(written.error());
  }
  if (options.output.isJson()) {
    nlohmann::json files = nlohmann::json::array();
    for (const Changed& one : *changed) {
      files.push_back({{"file", one.file}, {"diff", diffOf(one)}, {"text", one.after}, {"creates", one.creates}});
    }
    std::cout << nlohmann::json{{"schema", "warpwright.rewrite/1"}, {"opportunity", options.opportunity},
                                {"summary", rewrite->summary}, {"files", files}}.dump(2, ' ', false,
                                nlohmann::json::error_handler_t::replace)
              << '\n';
    return exitDone;
  }
  if (options.diff) {
    for (const Changed& one : *changed) std::cout << diffOf(one);
    return exitDone;
  }
  if (options.inPlace || !options.target.empty()) {
    std::cout << rewrite->summary << ": " << (options.inPlace ? namesOf(*changed) : options.target)
              << '\n';
    return exitDone;
  }
  if (changed->size() != 1) {
    return fail({ErrorKind::usage, "The change touches several files. Use --diff, --in-place, or --output FOLDER.", {}});
  }
  std::cout << changed->front().after;
  return exitDone;
}

}  // namespace

Action addRewriteCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "The CUDA file that `analyze` was given")->required();
  app.add_option("--opportunity", options->opportunity, "Id of the finding, from `warpwright analyze`")->required();
  app.add_option("--set", options->values, "NAME=VALUE of a parameter of the finding")->allow_extra_args(false);
  CLI::Option* diff = app.add_flag("--diff", options->diff, "Print a unified diff instead of the new file");
  CLI::Option* inPlace = app.add_flag("--in-place", options->inPlace, "Write the change into the file");
  CLI::Option* target = app.add_option("--output", options->target, "Write the new file here; several go into this folder");
  diff->excludes(inPlace)->excludes(target);
  inPlace->excludes(target);
  addAnalysisOptions(app, options->analysis);
  addDeviceOption(app, options->analysis);
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are compiler flags, the same as for analyze.");
  return [options](const Invocation& invocation) { return rewriteCommand(*options, invocation); };
}

}  // namespace warpwright::cli
