#include "analysis/analyzer/several_units.h"

#include <algorithm>

#include "analysis/model/code_text.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/judgement.h"
#include "analysis/program/build_files.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"
#include "core/finding/open_flags_text.h"

namespace warpwright::analysis {
namespace {

/// A source's name as the unit's folder sees it: many programs have a `main.cu`.
std::string seenFrom(const frontend::CompileCommand& unit, const std::filesystem::path& source) {
  return source.lexically_relative(unit.file.parent_path()).string();
}

const FileEdits* editsOf(const Rewrite& rewrite, const std::string& file) {
  const auto found = std::find_if(rewrite.files.begin(), rewrite.files.end(),
                                  [&](const FileEdits& edits) { return edits.file == file; });
  return found == rewrite.files.end() ? nullptr : &*found;
}

bool sameEdits(const FileEdits& a, const FileEdits& b) {
  const auto sameEdit = [](const TextEdit& x, const TextEdit& y) {
    return x.offset == y.offset && x.length == y.length && x.replacement == y.replacement;
  };
  return a.creates == b.creates && a.textHash == b.textHash &&
         std::equal(a.edits.begin(), a.edits.end(), b.edits.begin(), b.edits.end(), sameEdit);
}

// Are all files of `a` changed alike in `b`, or files of one unit alone?
bool fits(const Rewrite& a, const Rewrite& b, const std::set<std::string>& mains) {
  return std::all_of(a.files.begin(), a.files.end(), [&](const FileEdits& edits) {
    const FileEdits* other = editsOf(b, edits.file);
    return other ? sameEdits(edits, *other) : mains.contains(edits.file);
  });
}

/// Does a text say `__global__` where other compilers than CUDA's read, too?
bool saysKernelsToAll(const std::filesystem::path& file) {
  const Result<std::string> text = readFile(file, largestSource);
  if (!text.ok()) return true;
  model::ConditionalText parts(*text);
  const auto isOfCuda = [](const std::string& name) {
    return name.starts_with("__CUDA") || name.starts_with("__NVCC");
  };
  for (const model::ConditionalGroup& group : parts.groups) {
    const bool asks = !group.asked.empty() || !group.askedIfDefined.empty();
    const bool asksOthers =
        !std::ranges::all_of(group.asked, isOfCuda) || !std::ranges::all_of(group.askedIfDefined, isOfCuda);
    if ((!asks || asksOthers) && std::ranges::none_of(group.required, isOfCuda)) continue;
    std::fill(parts.plain.begin() + static_cast<std::ptrdiff_t>(group.begin),
              parts.plain.begin() + static_cast<std::ptrdiff_t>(group.end), ' ');
  }
  return model::holdsWord(parts.plain, "__global__");
}

/// May it be, or write, the text of a source that is not there yet?
bool makesSources(const std::filesystem::path& file) {
  static const std::set<std::string> endings = {".in",    ".py",    ".sh",   ".pl",   ".rb",  ".m4",       ".j2",
                                                ".cmake", ".jinja", ".mako", ".tmpl", ".tpl", ".template", ".cog"};
  return endings.contains(file.extension().string()) || isMakefile(file) || file.filename() == "CMakeLists.txt";
}

/// The names, without folders, behind each `include` of a text: `#include \"k.cuh\"` of a string, too.
std::set<std::string> includedIn(std::string_view text) {
  std::set<std::string> names;
  constexpr std::string_view word = "include";
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t begin = text.find_first_not_of(" \t\\", at + word.size());
    if (begin == std::string_view::npos || (text[begin] != '"' && text[begin] != '<')) continue;
    const size_t end = text.find_first_of("\">\\\n", begin + 1);
    if (end != std::string_view::npos)
      names.insert(std::filesystem::path(text.substr(begin + 1, end - begin - 1)).filename().string());
  }
  return names;
}

}  // namespace

void SharedTexts::lookAt(std::vector<frontend::CompileCommand> units) {
  units_ = std::move(units);
  includers_.lookAgain();
  sources_.clear();
  cppSources_.clear();
  emulating_.clear();
  builds_.clear();
  links_.clear();
}

const SharedTexts::Build& SharedTexts::buildOf(const std::filesystem::path& root, const std::filesystem::path& unit) {
  const auto [known, isNew] = builds_.try_emplace({root, variantFolder(unit)});
  if (!isNew) return known->second;
  Build& build = known->second;
  const std::multimap<std::string, std::filesystem::path> others = filesOfOtherEndings(root, unit);
  build.texts = buildTexts(others, root);
  const auto add = [&](const std::filesystem::path& file) {
    if (file.extension() != ".cu" && build.texts.compiles(file)) build.cuda.insert(file.lexically_normal());
  };
  for (const auto& [name, file] : others) {
    add(file);
    if (makesSources(file)) {
      for (const std::string& included : includedIn(smallText(file))) build.included.emplace(included, name);
    }
    for (const char* ending : {".in", ".cmake", ".cmakein"}) {
      if (name.ends_with(ending)) build.made.insert(name.substr(0, name.size() - std::string_view(ending).size()));
    }
  }
  build.sources.emplace(root, unit);
  for (const std::filesystem::path& file : build.sources->files()) add(file);
  return build;
}

std::string SharedTexts::whyMissing(const std::vector<std::string>& headers, const frontend::CompileCommand& unit) {
  if (unit.root.empty() || headers.empty()) return {};
  const Build& build = buildOf(unit.root, unit.file);
  for (const std::string& header : headers) {
    const std::string name = std::filesystem::path(header).filename().string();
    const bool isMade = build.made.contains(name);
    if (!isMade && build.sources->filesOf(header).size() < 2) {
      if (std::string open = openFlags_.whyMissing(header, unit); !open.empty()) return open;
      continue;
    }
    return name + " is not found, and " +
           (isMade ? "a build makes it" : "several files of the project have that name") +
           ": what it defines is not known. Name its folder (-I).";
  }
  return {};
}

Message SharedTexts::whyOpen(const model::ParsedKernel& kernel, const frontend::CompileCommand& unit) {
  if (model::isReadAgain(kernel)) {
    return "The file of the kernel is included several times: its text is that of other functions, too.";
  }
  const Message dependent = model::whyCompilerDependent(*kernel.unit, *kernel.declaration);
  if (!dependent.empty()) return dependent;
  Message open = whyMissing(kernel.unit->summary().missingHeaders, unit);
  for (const std::string& file : model::filesOf(kernel)) {
    if (open.empty()) open = whyOpen(file, unit);
  }
  return open;
}

std::string SharedTexts::whyNamedTwice(const std::filesystem::path& file, const frontend::CompileCommand& unit) {
  if (unit.root.empty()) return {};
  std::error_code failed;
  const auto [links, isNew] = links_.try_emplace({unit.root, variantFolder(unit.file)});
  if (isNew) {
    const FileIndex index(unit.root, unit.file);
    for (const std::filesystem::path& link : index.linksInside())
      links->second.emplace(std::filesystem::canonical(link, failed), link);
  }
  const std::filesystem::path real = std::filesystem::canonical(file, failed);
  for (const auto& [target, link] : links->second) {
    if (failed || (target != real && !isBelow(real, target))) continue;
    return link.lexically_relative(unit.root).string() + " is another name of " + real.filename().string() +
           ", or of a folder around it: what is made of it by that name was not looked at.";
  }
  return {};
}

Message SharedTexts::whyOpen(const std::string& file, const frontend::CompileCommand& unit) {
  if (const std::string open = openFlags_.whyOpen(unit); !open.empty()) return askingForFlags(open);
  if (std::string open = whyNamedTwice(file, unit); !open.empty()) return open;
  // A header that was looked at by itself is a part of those that include it; a source is one of its own besides.
  if (file == unit.file.string() && unit.file.extension() == ".cu") return whyMadeOf(file, unit);
  const std::filesystem::path inside = std::filesystem::path(file).lexically_relative(unit.root);
  if (inside.empty() || *inside.begin() == "..") {
    return std::filesystem::path(file).filename().string() + " lies outside " + unit.root.string() +
           ": what else is made of it is not known. Analyse the folder that holds all of them.";
  }
  const std::filesystem::path path = file;
  const Build& build = buildOf(unit.root, unit.file);
  for (const frontend::Include& include : build.texts.includes) {
    if (!include.name.empty() && std::filesystem::path(include.name).filename() != path.filename()) continue;
    return "A flag of the project includes " + (include.name.empty() ? "a file that is not known" : include.name) +
           ": which sources are made of " + path.filename().string() + " is not known.";
  }
  if (const auto maker = build.included.find(path.filename().string()); maker != build.included.end())
    return maker->second + " may make sources of " + path.filename().string() +
           ", too: what they make of it is not known.";
  if (std::string open = whyMadeOf(file, unit); !open.empty()) return open;
  return whyEmulated(path, unit);
}

std::string SharedTexts::whyMadeOf(const std::string& file, const frontend::CompileCommand& unit) {
  if (unit.root.empty()) return {};
  for (const std::filesystem::path& source : sourcesOf(file, unit)) {
    const auto isIt = [&](const frontend::CompileCommand& one) { return one.file == source; };
    if (source == unit.file || std::any_of(units_.begin(), units_.end(), isIt)) continue;
    return seenFrom(unit, source) + " is made of " + std::filesystem::path(file).filename().string() +
           " too, and was not looked at: analyse the folder that holds all of them.";
  }
  return {};
}

const std::vector<std::filesystem::path>& SharedTexts::sourcesOf(const std::string& file,
                                                                 const frontend::CompileCommand& unit) {
  const auto [known, isNew] = sources_.try_emplace({file, unit.root});
  if (isNew) known->second = includers_.of(file, unit.root, unit.file, buildOf(unit.root, unit.file).cuda);
  return known->second;
}

Message SharedTexts::whyShared(const std::string& file, const frontend::CompileCommand& unit) {
  if (Message open = whyOpen(file, unit); !open.empty() || unit.root.empty()) return open;
  for (const std::filesystem::path& source : sourcesOf(file, unit)) {
    if (source == unit.file) continue;
    return seenFrom(unit, source) + " is made of " + std::filesystem::path(file).filename().string() + ", too";
  }
  return {};
}

std::string SharedTexts::whyWithout(const std::set<std::filesystem::path>& leftOut, const std::string& file,
                                    const frontend::CompileCommand& unit) {
  if (unit.root.empty()) return {};
  for (const std::filesystem::path& source : sourcesOf(file, unit)) {
    if (leftOut.contains(source))
      return seenFrom(unit, source) + " is made of " + std::filesystem::path(file).filename().string() +
             " too, and was not looked at.";
  }
  return {};
}

const std::vector<std::filesystem::path>& SharedTexts::cppSourcesOf(const std::filesystem::path& file,
                                                                    const frontend::CompileCommand& unit) {
  const auto [known, isNew] = cppSources_.try_emplace({file.string(), unit.root});
  if (isNew) known->second = includers_.ofCpp(file, unit.root, unit.file, buildOf(unit.root, unit.file).cuda);
  return known->second;
}

std::string SharedTexts::whyEmulated(const std::filesystem::path& file, const frontend::CompileCommand& unit) {
  const auto [known, isNew] = emulating_.try_emplace({unit.root, variantFolder(unit.file)});
  if (isNew) known->second = includers_.definesGlobal(unit.root, unit.file);
  if (!known->second || cppSourcesOf(file, unit).empty() || !saysKernelsToAll(file)) return {};
  return cppSourcesOf(file, unit).front().filename().string() + " is made of " + file.filename().string() +
         ", too, and is no CUDA file: the project defines `__global__` for such, and what they make of a change is "
         "not known.";
}

std::string SharedTexts::whyReadByHosts(const std::string& file, const frontend::CompileCommand& unit) {
  if (unit.root.empty() || file == unit.file.string()) return {};
  const std::vector<std::filesystem::path>& sources = cppSourcesOf(file, unit);
  if (sources.empty()) return {};
  return sources.front().filename().string() + " is made of " + std::filesystem::path(file).filename().string() +
         ", too, and is no CUDA file: it knows no functions of devices.";
}

bool missesHeader(const UnitSummary& unit, const std::string& file) {
  const std::filesystem::path name = std::filesystem::path(file).filename();
  return std::ranges::any_of(unit.missingHeaders, [&](const std::string& missing) {
    return std::filesystem::path(missing).filename() == name;
  });
}

Message headerMissing(const UnitSummary& unit) {
  return {"%1 does not find the kernel's header: there it cannot be judged. Name the header's folder.",
          std::filesystem::path(unit.file).filename().string()};
}

void leaveOpen(Opportunity& finding, const Message& reason) {
  if (!reason.empty()) passes::turnDown(finding, VerdictKind::unknown, reason);
}

void mergeFinding(Opportunity& known, const Opportunity& other) {
  const auto weight = [](VerdictKind verdict) {
    return verdict == VerdictKind::refused ? 2 : verdict == VerdictKind::unknown ? 1 : 0;
  };
  if (weight(other.verdict) > weight(known.verdict)) {
    known = other;
    return;
  }
  if (other.verdict == VerdictKind::unknown) known.isDecidedWhenMade &= other.isDecidedWhenMade;
  for (const Assumption& assumption : other.assumptions) {
    const auto same = [&](const Assumption& one) { return one.text == assumption.text; };
    if (std::none_of(known.assumptions.begin(), known.assumptions.end(), same)) known.assumptions.push_back(assumption);
  }
}

Status uniteRewrites(Rewrite& all, const Rewrite& other, const std::set<std::string>& mains) {
  if (!fits(all, other, mains) || !fits(other, all, mains)) {
    return inputError("The units that include this kernel would need different changes of it.");
  }
  for (const FileEdits& edits : other.files) {
    if (!editsOf(all, edits.file)) all.files.push_back(edits);
  }
  return {};
}

}  // namespace warpwright::analysis
