// warpwright rewrite FILE --opportunity ID: the change of one finding, as text, as a diff, or written.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/program_change.h"
#include "app/cli/variant_folder.h"
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

// One file goes to the named file; several, or one where a folder is named, go into the folder with all that they
// include beside them. Gives the paths of what is new; `hint`: what to know to compile it.
Result<std::vector<fs::path>> writeTo(const fs::path& target, const fs::path& named, const Rewrite& rewrite,
                                      const std::vector<Changed>& changed, std::string& hint) {
  std::error_code error;
  if (changed.size() > 1 || fs::is_directory(target, error)) {
    std::vector<std::string> texts;
    for (const Changed& one : changed) texts.push_back(one.after);
    const Result<VariantFolder> variant = layOut(named, rewrite, texts);
    if (!variant.ok()) return variant.error();
    for (const fs::path& folder : variant->folders) {
      hint +=
          "Compile it with -I " + (target / folder).lexically_normal().string() + " before other folders of headers.\n";
    }
    return writeVariant(*variant, target);
  }
  const Changed& one = changed.front();
  // The text of a header must not come to stand where that of the named file is looked for.
  if (!one.creates && fs::path(one.file).filename() != target.filename() && !fs::equivalent(one.file, named, error)) {
    return Error{ErrorKind::usage,
                 "The change is in " + displayPath(one.file) + ", not in " + named.string() +
                     ". Use --diff, --in-place, or --output with a folder that is there.",
                 {}};
  }
  if (one.creates) {
    Rewrite created{{rewrite.files.front()}, {}};
    created.files.front().file = target.string();
    const Result<AppliedRewrite> applied = writeRewrite(created);
    if (!applied.ok()) return applied.error();
  } else if (Status written = writeFileAtomically(target, one.after); !written.ok()) {
    return written.error();
  }
  return std::vector<fs::path>{target};
}

int rewriteCommand(const Options& options, const Invocation& invocation) {
  Result<ParameterValues> values = readValues(options.values);
  if (!values.ok()) return fail(values.error(), options.output);
  Result<analysis::AnalyzeOptions> analyze = options.analysis.resolve(invocation.afterDashes);
  if (!analyze.ok()) return fail(analyze.error(), options.output);

  analysis::Analyzer analyzer(*analyze);
  Result<Rewrite> rewrite = analyzer.rewrite(options.file, options.opportunity, *values, invocation.stop);
  if (!rewrite.ok()) {
    Error error = rewrite.error();
    if (error.kind == ErrorKind::usage && values->empty()) error.message += " --set NAME=VALUE gives one.";
    return fail(error, options.output);
  }
  Result<std::vector<Changed>> changed = textsOf(*rewrite, !options.target.empty());
  if (!changed.ok()) return fail(changed.error(), options.output);

  if (options.inPlace) {
    Result<AppliedRewrite> applied = writeRewrite(*rewrite);
    if (!applied.ok()) return fail(applied.error(), options.output);
  }
  std::string written = namesOf(*changed), hint;
  if (!options.target.empty()) {
    const Result<std::vector<fs::path>> files = writeTo(options.target, options.file, *rewrite, *changed, hint);
    if (!files.ok()) return fail(files.error(), options.output);
    written.clear();
    for (const fs::path& file : *files) written += (written.empty() ? "" : ", ") + file.string();
  }
  if (options.output.isJson()) {
    nlohmann::json files = nlohmann::json::array();
    for (const Changed& one : *changed) {
      files.push_back({{"file", one.file}, {"diff", diffOf(one)}, {"text", one.after}, {"creates", one.creates}});
    }
    std::cout << nlohmann::json{{"schema", "warpwright.rewrite/1"},
                                {"opportunity", options.opportunity},
                                {"summary", rewrite->summary},
                                {"files", files}}
                     .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
    return exitDone;
  }
  if (options.diff) {
    for (const Changed& one : *changed) std::cout << diffOf(one);
    return exitDone;
  }
  if (options.inPlace || !options.target.empty()) {
    std::cout << rewrite->summary << ": " << written << '\n' << hint;
    return exitDone;
  }
  if (changed->size() != 1) {
    return fail({ErrorKind::usage, "The change touches several files. Use --diff, --in-place, or --output FOLDER.", {}},
                options.output);
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
  CLI::Option* target = app.add_option("--output", options->target,
                                       "Write the new file here; several go into this folder, each where it lies in "
                                       "the program, with the headers beside them");
  diff->excludes(inPlace)->excludes(target);
  inPlace->excludes(target);
  addAnalysisOptions(app, options->analysis);
  addAllowOption(app, options->analysis.allowed);
  addDeviceOption(app, options->analysis);
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are compiler flags, the same as for analyze.");
  return [options](const Invocation& invocation) { return rewriteCommand(*options, invocation); };
}

}  // namespace warpwright::cli
