#include "analysis/analyzer/surroundings.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <utility>

#include "analysis/analyzer/digest.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/project_functions.h"

namespace warpwright::analysis {
namespace {

/// The texts of the project's files, by name.
std::map<std::string, std::string> projectTexts(const frontend::ParsedUnit& unit) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : frontend::projectFiles(unit)) {
    if (Result<std::string> text = unit.text(file); text.ok()) texts[file] = *std::move(text);
  }
  return texts;
}

template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    visit(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r\n"), last = line.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : line.substr(first, last - first + 1);
}

template <typename Visit>
void eachDirective(std::string_view text, Visit visit) {
  bool goesOn = false;
  eachLine(text, [&](std::string_view line) {
    line = trimmed(line);
    if (!goesOn && !line.starts_with("#")) return;
    visit(line);
    goesOn = line.ends_with("\\");
  });
}

std::string digestOf(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.value();
}

/// What is no blank or comment.
std::string plainOf(std::string_view text) {
  std::string plain;
  eachLine(text, [&](std::string_view line) {
    const std::string_view words = trimmed(line);
    if (!words.empty() && !words.starts_with("//")) (plain += words) += '\n';
  });
  return plain;
}

/// The macro that a directive defines; empty: it defines none.
std::string_view macroOf(std::string_view directive) {
  const auto skip = [&](std::string_view what) {
    const size_t first = directive.find_first_not_of(what);
    directive.remove_prefix(std::min(first, directive.size()));
  };
  skip("# \t");
  if (!directive.starts_with("define")) return {};
  directive.remove_prefix(std::string_view("define").size());
  skip(" \t");
  return directive.substr(0, directive.find_first_of(" \t(\\"));
}

/// The lines of a file in which a kernel is defined, and which kernel.
struct Lines {
  uint32_t begin = 0, end = 0;
  size_t kernel = 0;
};

/// Those of a file that no other one shares, by where they begin.
std::vector<Lines> definitionsIn(const std::string& file, const std::vector<model::ParsedKernel>& kernels) {
  std::vector<Lines> all, apart;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const SourceRange& range = kernels[k].models.front().definition;
    if (range.begin.file == file) all.push_back({range.begin.line, range.endLine, k});
  }
  std::ranges::sort(all, {}, [](const Lines& one) { return std::pair(one.begin, one.end); });
  uint32_t end = 0;  // of those before
  for (size_t i = 0; i < all.size(); ++i) {
    const bool isApart = all[i].begin > end && (i + 1 == all.size() || all[i + 1].begin > all[i].end);
    if (isApart) apart.push_back(all[i]);
    end = std::max(end, all[i].end);
  }
  return apart;
}

/// Body of a definition with its braces; empty where it has none of its own.
std::string_view bodyIn(std::string_view definition) {
  const size_t begin = definition.find('{'), end = definition.rfind('}');
  const bool isThere = begin != std::string_view::npos && end != std::string_view::npos && begin < end;
  return isThere ? definition.substr(begin, end + 1 - begin) : std::string_view();
}

/// Functions that the project defines, kernels aside.
struct ProjectNames {
  model::Words said;
  bool areAll = true;  ///< else some are called without a name: operators, constructors
};
ProjectNames namesOf(const frontend::ParsedUnit& unit) {
  ProjectNames names;
  for (const clang::FunctionDecl* function : model::projectFunctions(unit)) {
    const auto* member = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    const bool isWritten = !function->isImplicit() && !(member && member->getParent()->isLambda());
    if (!isWritten || function->hasAttr<clang::CUDAGlobalAttr>()) continue;
    if (const clang::IdentifierInfo* name = function->getIdentifier())
      names.said.emplace(name->getName());
    else
      names.areAll = false;
  }
  return names;
}

}  // namespace

UnitSurroundings::UnitSurroundings(const std::vector<model::ParsedKernel>& kernels) : places_(kernels.size()) {
  if (kernels.empty()) return;
  const frontend::ParsedUnit& unit = *kernels.front().unit;
  const std::map<std::string, std::string> texts = projectTexts(unit);
  Digest directives, flags;
  for (const std::string& flag : unit.command().flags) flags.add(flag);
  directives.add(flags.value());
  ProjectNames functions = namesOf(unit);
  for (const auto& [name, text] : texts) {
    directives.add(name);
    eachDirective(text, [&](std::string_view line) {
      directives.add(line);
      functions.said.emplace(macroOf(line));  // whatever it stands for, it may be a function
    });
  }
  directives_ = directives.value();
  flags_ = flags.value();
  std::map<std::string, size_t, std::less<>> saidIn;  // how many pieces say a name
  std::vector<std::vector<std::string_view>> cut;
  for (const auto& [name, text] : texts) {
    File& file = files_.emplace_back(File{name, digestOf(text), {}, {}});
    cut.push_back(cutUp(file, text, kernels));
    for (size_t p = 0; p < cut.back().size(); ++p) {
      for (const std::string& word : model::wordsOf(cut.back()[p])) {
        ++saidIn[word];
        file.firstNamed.try_emplace(word, p);
      }
    }
  }
  const auto isShared = [&](const std::string& word) { return saidIn.find(word)->second > 1; };
  for (size_t f = 0; f < files_.size(); ++f) {
    for (size_t p = 0; p < cut[f].size(); ++p) readPiece(files_[f].pieces[p], cut[f][p], functions.said, isShared);
  }
  for (File& file : files_) {
    for (Piece& piece : file.pieces) piece.usesFunctions |= !functions.areAll;
  }
  for (const model::ParsedKernel& kernel : kernels) {
    names_.push_back(kernel.models.front().name);
    lines_.push_back(kernel.models.front().definition.begin.line);
  }
}

/// The texts of the pieces, which it makes.
std::vector<std::string_view> UnitSurroundings::cutUp(File& file, std::string_view text,
                                                      const std::vector<model::ParsedKernel>& kernels) {
  std::vector<std::string_view> pieces;
  const auto add = [&](size_t begin, size_t end, std::optional<size_t> kernel) {
    if (kernel) places_[*kernel] = {files_.size() - 1, pieces.size()};
    file.pieces.emplace_back().isKernel = kernel.has_value();
    pieces.push_back(text.substr(begin, end - begin));
  };
  const std::vector<Lines> definitions = definitionsIn(file.name, kernels);
  auto next = definitions.begin();
  uint32_t number = 0;
  size_t at = 0, begin = 0;  // of a line, of the piece
  eachLine(text, [&](std::string_view line) {
    ++number;
    if (next != definitions.end() && number == next->begin) {
      add(begin, at, std::nullopt);
      begin = at;
    }
    at += line.size();
    if (next == definitions.end() || number != next->end) return;
    add(begin, at, next->kernel);
    begin = at;
    ++next;
  });
  add(begin, text.size(), std::nullopt);
  return pieces;
}

void UnitSurroundings::readPiece(Piece& piece, std::string_view text, const Names& functions,
                                 const std::function<bool(const std::string&)>& isShared) {
  piece.raw = digestOf(text);
  piece.plain = digestOf(plainOf(text));
  const std::string_view body = piece.isKernel ? bodyIn(text) : std::string_view();
  const model::Words words = model::wordsOf(text);
  piece.usesFunctions = std::ranges::any_of(words, [&](const std::string& word) { return functions.contains(word); });
  piece.isWhole = body.empty() || body.find("<<<") != std::string_view::npos;
  if (piece.isWhole) return;
  const auto offset = static_cast<size_t>(body.data() - text.data());
  const std::string_view before = text.substr(0, offset), behind = text.substr(offset + body.size());
  Digest names;
  for (const std::string& word : model::wordsOf(body)) {
    if (isShared(word)) names.add(word);
  }
  const std::string said = names.value();
  Digest named, plainlyNamed;
  named.add(before), named.add(said), named.add(behind);
  named.add(static_cast<uint64_t>(std::ranges::count(body, '\n')));  // what stands below moves
  plainlyNamed.add(plainOf(before)), plainlyNamed.add(said), plainlyNamed.add(plainOf(behind));
  piece.named = named.value();
  piece.plainlyNamed = plainlyNamed.value();
}

Surroundings UnitSurroundings::of(size_t kernel) const {
  Digest everything;
  everything.add(flags_);
  const std::optional<Place>& place = places_[kernel];
  for (size_t f = 0; f < files_.size(); ++f) {
    const File& file = files_[f];
    everything.add(file.name);
    if (!place || place->file != f) {
      everything.add(file.raw);
      continue;
    }
    // What names the kernel up there may be told with its line.
    const auto first = file.firstNamed.find(names_[kernel]);
    const bool isNamed = first != file.firstNamed.end() && first->second < place->piece;
    const bool usesFunctions = file.pieces[place->piece].usesFunctions;
    for (size_t p = 0; p < file.pieces.size(); ++p) {
      const Piece& piece = file.pieces[p];
      const bool isWhole = !piece.isKernel || piece.isWhole || (piece.usesFunctions && usesFunctions);
      if (p == place->piece)
        everything.add("the kernel");
      else if (p < place->piece && !isNamed)
        everything.add(isWhole ? piece.plain : piece.plainlyNamed);
      else
        everything.add(isWhole ? piece.raw : piece.named);
    }
  }
  // Lines of other files do not move with the kernel.
  if (files_.size() > 1 && place) everything.add(lines_[kernel]);
  return {directives_, everything.value()};
}

}  // namespace warpwright::analysis
