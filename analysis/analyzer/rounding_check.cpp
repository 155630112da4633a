#include "analysis/analyzer/rounding_check.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <future>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "analysis/analyzer/places_before.h"
#include "analysis/analyzer/statements_apart.h"
#include "analysis/frontend/kept_text.h"
#include "core/base/file.h"
#include "core/base/text_lines.h"
#include "core/base/version.h"
#include "core/execute/gpu/cubin_symbols.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/kernel/ptx_fusing.h"
#include "core/kernel/ptx_rounding.h"
#include "core/kernel/ptx_text.h"

namespace warpwright::analysis {
namespace {

constexpr size_t mostCodes = 64;

}  // namespace

struct RoundingCheck::Question {
  GpuCompileRequest before, after;  ///< of the texts before and after the change
  std::vector<std::string> kernels;
  Rewrite change;
  NewConstants constants;
  bool onlyDifferences = false;
  bool isCalled = false;
  WrittenLines written;
  std::map<std::string, std::shared_ptr<const frontend::KeptText>> texts;  ///< of files that change; null: not read
  std::map<std::string, std::string> textsBefore, textsAfter;              ///< the same once they are wanted

  /// Most questions are never put: a text before and after for each finding of a long file is more than there is room
  /// for. Errors: there are no texts.
  Status write();
  /// Where code is told by its columns, too, those of long lines have to be lines: nvcc counts few.
  void partLongLines();
};

Status RoundingCheck::Question::write() {
  after = before;
  for (const FileEdits& edits : change.files) {
    const std::shared_ptr<const frontend::KeptText>& text = texts.at(edits.file);
    if (!text && !edits.creates) return inputError(edits.file + " cannot be read");
    const std::string& own = textsBefore[edits.file] = text ? text->text : std::string();
    Result<std::string> changed = applyEdits(edits, own);
    if (!changed.ok()) return changed.error();
    textsAfter[edits.file] = after.openTexts[edits.file] = withStatementsApart(*std::move(changed), edits);
  }
  return {};
}

void RoundingCheck::Question::partLongLines() {
  for (auto* texts : {&textsAfter, &before.openTexts, &after.openTexts}) {
    for (auto& [file, text] : *texts) text = withLongLinesApart(std::move(text));
  }
  // What lies on disk is compiled as it lies there, unless its lines are others now.
  for (auto& [file, text] : textsBefore) {
    std::string parted = withLongLinesApart(text);
    if (parted != text) before.openTexts[file] = parted;
    text = std::move(parted);
  }
}

void RoundingCheck::forget() {
  const std::lock_guard lock(mutex_);
  codes_.clear();
}

std::string RoundingCheck::compiler() const {
  const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
  return nvcc ? "nvcc in " + nvcc->parent_path().string() : std::string();
}

std::shared_ptr<RoundingCheck::Question> RoundingCheck::questionOf(const Subject& subject) const {
  auto question = std::make_shared<Question>();
  const frontend::CompileCommand& command = subject.unit.command();
  GpuCompileRequest& request = question->before;
  request.file = command.file;
  request.openTexts = subject.options.openTexts;
  request.flags = nvccFlagsOf(command);
  request.workingFolder = command.folder;
  request.arch = command.arch;
  request.lineInfo = true;
  question->kernels = subject.kernels;
  question->constants = subject.constants;
  question->onlyDifferences = subject.onlyDifferences;
  question->isCalled = subject.isCalled;
  question->written = subject.written;
  return question;
}

RoundingCheck::Answer RoundingCheck::askBefore(const Subject& subject) {
  return [this, question = questionOf(subject)](const std::stop_token& stop) { return compare(*question, true, stop); };
}

std::shared_ptr<RoundingCheck::Question> RoundingCheck::questionOf(const Subject& subject,
                                                                   const Rewrite& change) const {
  std::shared_ptr<Question> question = questionOf(subject);
  question->change = change;
  for (const FileEdits& edits : change.files) {
    const auto text = frontend::keptText(subject.unit, edits.file);
    question->texts[edits.file] = !edits.creates && text.ok() ? *text : nullptr;
  }
  return question;
}

RoundingCheck::Answer RoundingCheck::ask(const Subject& subject, const Rewrite& change) {
  return [this, question = questionOf(subject, change)](const std::stop_token& stop) {
    return compare(*question, false, stop);
  };
}

namespace {

std::string keyOf(const GpuCompileRequest& request) {
  std::string key = request.arch + '\0' + request.file.string() + '\0' + request.workingFolder.string();
  for (const std::string& flag : request.flags) key += '\0' + flag;
  for (const auto& [file, text] : request.openTexts) key += '\0' + file + '\0' + text;
  return key;
}

}  // namespace

Result<std::string> RoundingCheck::codeOf(const GpuCompileRequest& request, const std::stop_token& stop) {
  return kept(keyOf(request), [&]() -> Result<std::string> {
    const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
    if (!nvcc)
      return inputError(
          "no nvcc is there to compile both texts and compare: install a CUDA toolkit, or set CUDA_HOME to it");
    return shared_ ? shared_->ptxOf(*nvcc, request, stop) : compileToPtx(*nvcc, request, folder_.path(), stop);
  });
}

/// One code, or why there is none: whoever asks first makes it.
struct RoundingCheck::Code {
  std::mutex mutex;
  std::optional<Result<std::string>> made;
};

Result<std::string> RoundingCheck::kept(const std::string& key, const std::function<Result<std::string>()>& make) {
  std::shared_ptr<Code> code;
  {
    const std::lock_guard lock(mutex_);
    if (codes_.size() >= mostCodes && !codes_.contains(key)) codes_.clear();
    std::shared_ptr<Code>& place = codes_[key];
    if (!place) place = std::make_shared<Code>();
    code = place;
  }
  const std::lock_guard lock(code->mutex);
  if (code->made && code->made->ok()) return *code->made;
  code->made = make();
  return *code->made;
}

bool RoundingCheck::isKept(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return codes_.contains(key);
}

namespace {

/// "form\t0,1\n", lines of what was told, an empty one, and the text.
std::string packed(const SettledPtx& settled) {
  std::string all;
  for (const auto& [form, choices] : settled.told) {
    all += form + '\t';
    for (const int choice : choices) all += std::to_string(choice) + ',';
    all += '\n';
  }
  return all + '\n' + settled.text;
}

SettledPtx unpacked(const std::string& all) {
  SettledPtx settled;
  size_t from = 0;
  while (from < all.size() && all[from] != '\n') {
    const size_t tab = all.find('\t', from), end = std::min(all.find('\n', from), all.size());
    std::vector<int>& choices = settled.told[all.substr(from, tab - from)];
    for (size_t at = tab + 1; at < end; at = all.find(',', at) + 1) choices.push_back(std::atoi(all.c_str() + at));
    from = end + 1;
  }
  settled.text = all.substr(std::min(from + 1, all.size()));
  return settled;
}

/// Of texts that lie where the user has them: what ptxas makes of their code is known for good.
std::optional<CodeStore> storeOfUser(const GpuCompileRequest& request) {
  const std::filesystem::path folder = userCacheFolder();
  if (folder.empty() || !request.openTexts.empty()) return std::nullopt;
  return CodeStore(folder / "sums");
}

/// What ptxas makes of PTX: equal ones do the same.
Result<std::string> machineCode(PtxAssembly& assembly, const std::string& ptx, const std::stop_token& stop) {
  const Result<std::string> cubin = assembly.cubinOf(ptx, stop);
  return cubin.ok() ? Result(gpu::cubinCode(*cubin)) : cubin;
}

}  // namespace

Result<SettledPtx> RoundingCheck::settledCode(const GpuCompileRequest& request, const std::string& code,
                                              const std::string& kernel, const SettlingHints& hints,
                                              const std::stop_token& stop) {
  const auto nvcc = findNvcc(toolkit_->string());
  if (!nvcc) return inputError("nvcc is no longer there");
  PtxAssembly assembly(*nvcc, request, folder_.path());
  const std::string alone = kernelAlone(code, kernel);
  // Which sums are asked about, and how, is this Warpwright's.
  const std::string key = std::string(hints.needsAll ? "all" : "some") + '\n' + versionText() + '\n' +
                          assembly.identity() + '\n' + kernel + '\n' + alone;
  const auto settle = [&]() -> Result<std::string> {
    const auto settled =
        settledPtx(alone, kernel, [&](const std::string& ptx) { return machineCode(assembly, ptx, stop); }, hints);
    return settled.ok() ? Result(packed(*settled)) : settled.error();
  };
  const std::optional<CodeStore> user = storeOfUser(request);
  const Result<std::string> settled = kept(key, [&]() -> Result<std::string> {
    return user ? user->get(key, settle, stop) : shared_ ? shared_->get(key, settle, stop) : settle();
  });
  return settled.ok() ? Result(unpacked(*settled)) : settled.error();
}

namespace {

/// What a kernel of the code before is called in the code after: a change may have given it an argument, of type
/// unsigned. Kernels with overloads get none, so no other kernel has that name.
std::string nameIn(const std::string& ptx, const std::string& kernel) {
  const PtxLines lines = textLines(ptx);
  std::vector<std::string> names = {kernel, kernel + "j"};
  // In the place of no argument at all.
  if (kernel.ends_with("v")) names.push_back(kernel.substr(0, kernel.size() - 1) + "j");
  for (const std::string& name : names) {
    const std::vector<PtxFunction> functions = ptxFunctions(lines, name);
    if (std::any_of(functions.begin(), functions.end(), [](const PtxFunction& one) { return one.isKernel; }))
      return name;
  }
  return kernel;
}

}  // namespace

/// Names places of both texts by the statement of the text before that they are of.
class RoundingCheck::Places {
 public:
  Places(const Question& question, const std::filesystem::path& folder, const std::optional<CodeStore>& shared)
      : before_{question.before, shared ? shared->folderOf(question.before) : folder, {}},
        after_{question.after, shared ? shared->folderOf(question.after) : folder, {}},
        isCalled_(question.isCalled) {
    for (const FileEdits& edits : question.change.files)
      places_.try_emplace(canonical(edits.file), edits, question.textsBefore.at(edits.file),
                          question.textsAfter.at(edits.file));
    for (const auto& [file, lines] : question.written) written_[canonical(file)].insert(lines.begin(), lines.end());
  }

  /// Places of the text before are to be named first.
  std::string before(const SourcePosition& at) {
    const std::string& file = fileOf(before_, at);
    known_[file].insert({at.line, at.column});
    return text(file, at.line, at.column);
  }
  /// A change may have put words before a statement, or in the place of how it began. Empty: where it calls the body.
  std::string after(const SourcePosition& at) {
    const std::string& file = fileOf(after_, at);
    const auto places = places_.find(file);
    if (at.line == 0 || places == places_.end()) return text(file, at.line, at.column);
    if (isCalled_ && places->second.isAdded(at.line, at.column)) return {};
    const std::pair<uint32_t, uint32_t> place = places->second.of(at.line, at.column);
    const auto known = known_.find(file);
    if (known == known_.end()) return text(file, place.first, place.second);
    const auto next = known->second.upper_bound(place);
    // Of a line's statements nvcc names the first that has code.
    const bool isFirst = next == known->second.begin() || std::prev(next)->first != place.first;
    if (isFirst && next != known->second.end() && next->first == place.first)
      return text(file, next->first, next->second);
    if (next == known->second.begin()) return text(file, place.first, place.second);
    return text(file, std::prev(next)->first, std::prev(next)->second);
  }

  bool isWrittenBefore(const SourcePosition& at) { return isWritten(fileOf(before_, at), at.line); }
  bool isWrittenAfter(const SourcePosition& at) {
    const std::string& file = fileOf(after_, at);
    const auto places = places_.find(file);
    if (places == places_.end()) return isWritten(file, at.line);
    return !places->second.isAdded(at.line, at.column) && isWritten(file, places->second.of(at.line, at.column).first);
  }

 private:
  bool isWritten(const std::string& file, uint32_t line) const {
    const auto lines = written_.find(file);
    return lines != written_.end() && lines->second.contains(line);
  }

  static std::string canonical(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(file, ignored).string();
  }
  /// Where one of the texts was compiled. Code has thousands of places of a few files.
  struct Compiled {
    const GpuCompileRequest& request;
    std::filesystem::path folder;
    std::map<std::string, std::string> files;  ///< by the names that the code gives
  };
  static const std::string& fileOf(Compiled& compiled, const SourcePosition& at) {
    std::string& file = compiled.files[at.file];
    if (file.empty()) file = canonical(sourceOf(compiled.request, compiled.folder, at.file));
    return file;
  }
  static std::string text(const std::string& file, uint32_t line, uint32_t column) {
    if (line == 0) return file + ":0";  // moved out of its statement
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }

  Compiled before_, after_;
  bool isCalled_;
  std::map<std::string, PlacesBefore> places_;                            ///< by file
  std::map<std::string, std::set<std::pair<uint32_t, uint32_t>>> known_;  ///< lines and columns, by file
  WrittenLines written_;
};

/// What the text before the change says of one kernel.
struct RoundingCheck::Side {
  PtxRounding rounding;
  ToldSums told;
};

Result<std::vector<RoundingCheck::Side>> RoundingCheck::sidesBefore(const Question& question, Places& places,
                                                                    const std::stop_token& stop) {
  const Result<std::string> code = codeOf(question.before, stop);
  if (!code.ok()) return code.error();
  std::vector<Side> sides;
  for (const std::string& kernel : question.kernels) {
    Result<SettledPtx> settled = settledCode(question.before, *code, kernel, {{}, !question.onlyDifferences}, stop);
    if (!settled.ok()) return settled.error();
    auto rounding = ptxRounding(
        settled->text, kernel, [&](const SourcePosition& at) { return places.before(at); }, question.constants, nullptr,
        [&](const SourcePosition& at) { return places.isWrittenBefore(at); });
    if (!rounding.ok()) return rounding.error();
    sides.push_back({*std::move(rounding), std::move(settled->told)});
  }
  return sides;
}

RoundingComparison RoundingCheck::compare(const Question& asked, bool onlyBefore, const std::stop_token& stop) {
  const auto open = [](const Error& error) { return RoundingComparison{{}, said(error)}; };
  Question question = asked;  // with texts, as long as they are compared
  if (Status written = question.write(); !written.ok()) return open(written.error());
  question.partLongLines();
  // Side by side, unless what the text before says is known, and so maybe that the other one does not matter.
  std::stop_source compiling;
  const std::stop_callback outer(stop, [&] { compiling.request_stop(); });
  std::future<Result<std::string>> beside;
  if (!onlyBefore && !isKept(keyOf(question.before)))
    beside = std::async(std::launch::async, [&] { return codeOf(question.after, compiling.get_token()); });
  Places places(question, folder_.path(), shared_);
  const auto sides = sidesBefore(question, places, stop);
  RoundingComparison all;
  for (size_t i = 0; sides.ok() && i < sides->size() && all.open.empty(); ++i) all.open = (*sides)[i].rounding.open;
  if (!sides.ok() || onlyBefore || (!question.onlyDifferences && !all.open.empty())) {
    compiling.request_stop();
    return sides.ok() ? all : open(sides.error());
  }
  const Result<std::string> after = beside.valid() ? beside.get() : codeOf(question.after, stop);
  if (!after.ok()) return open(after.error());
  for (size_t i = 0; i < sides->size(); ++i) {
    const std::string& kernel = question.kernels[i];
    const std::string name = nameIn(*after, kernel);
    const auto settled = settledCode(question.after, *after, name, {(*sides)[i].told, !question.onlyDifferences}, stop);
    if (!settled.ok()) return open(settled.error());
    const auto changed = ptxRounding(
        settled->text, name, [&](const SourcePosition& at) { return places.after(at); }, question.constants,
        &(*sides)[i].rounding, [&](const SourcePosition& at) { return places.isWrittenAfter(at); });
    if (!changed.ok()) return open(changed.error());
    RoundingComparison one = compareRounding((*sides)[i].rounding, *changed);
    if (!one.difference.empty()) return one;
    if (all.open.empty()) all.open = std::move(one.open);
    if (all.untoldProduct.empty()) all.untoldProduct = std::move(one.untoldProduct);
  }
  return all;
}

namespace {

/// The word of a command line that keeps nvcc, or ptxas, from joining products and sums as it does else; empty: none.
/// What a project says of these is not handed to nvcc.
std::string unoptimised(const frontend::CompileCommand& command) {
  std::vector<std::string> words = command.nvccFlags;
  words.insert(words.end(), command.others.begin(), command.others.end());
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-G" || word == "--device-debug" || word.starts_with("-Ofc") || word.starts_with("--Ofast-compile"))
      return word;
    constexpr std::array stages = {"-Xptxas", "--ptxas-options", "-Xcicc", "--cicc-options", "-Xcuda-ptxas"};
    for (const std::string_view stage : stages) {
      if (!word.starts_with(stage)) continue;
      const bool isApart = word == stage && i + 1 < words.size();
      const std::string said = isApart ? word + ' ' + words[i + 1] : word;
      for (const char* level : {"-O0", "-O1", "-O 0", "-O 1", "opt-level", "-g", "fmad"}) {
        if (said.find(level, stage.size()) != std::string::npos) return said;
      }
    }
  }
  return {};
}

}  // namespace

/// Does ptxas make one and the same of a kernel in both codes? Then nothing that it computes differs.
Result<bool> RoundingCheck::isSameCode(const Question& question, const std::array<std::string, 2>& codes,
                                       const std::string& kernel, const std::stop_token& stop) {
  const auto nvcc = findNvcc(toolkit_->string());
  if (!nvcc) return inputError("nvcc is no longer there");
  PtxAssembly assembly(*nvcc, question.before, folder_.path());
  std::array<std::string, 2> made;
  for (size_t i = 0; i < codes.size(); ++i) {
    const std::string alone = kernelAlone(codes[i], kernel);
    const Result<std::string> code =
        kept("cubin\n" + assembly.identity() + '\n' + alone, [&] { return machineCode(assembly, alone, stop); });
    if (!code.ok()) return code.error();
    made[i] = *code;
  }
  return made[0] == made[1];
}

Result<RoundingCheck::WrittenAnswer> RoundingCheck::compareWritten(const Subject& subject, const Rewrite& change,
                                                                   const std::stop_token& stop) {
  if (const std::string flag = unoptimised(subject.unit.command()); !flag.empty())
    return inputError({"with %1 nvcc may round otherwise than in the code that is compared", code(flag)});
  const std::shared_ptr<Question> question = questionOf(subject, change);
  if (Status written = question->write(); !written.ok()) return written.error();
  const Result<std::string> before = codeOf(question->before, stop);
  const Result<std::string> after = before.ok() ? codeOf(question->after, stop) : before;
  if (!after.ok()) return after.error();
  WrittenAnswer answer;
  const auto note = [](std::map<uint32_t, LineSums>& all, const std::string& code, const std::string& kernel) {
    for (const auto& [line, sums] : sumsOfLines(code, kernel)) {
      all[line].together += sums.together;
      all[line].apart += sums.apart;
    }
  };
  for (const std::string& kernel : question->kernels) {
    const auto settled = settledCode(question->before, *before, kernel, {{}, true}, stop);
    if (!settled.ok()) return settled.error();
    const auto written = settledCode(question->after, *after, kernel, {settled->told, true}, stop);
    if (!written.ok()) return written.error();
    note(answer.before, settled->text, kernel);
    answer.lines += static_cast<size_t>(std::ranges::count(settled->text, '\n'));
    note(answer.after, written->text, kernel);
    const Result<bool> same = isSameCode(*question, {*before, *after}, kernel, stop);
    if (!same.ok()) return same.error();
    if (*same) continue;
    Result<PtxDifference> one = ptxDifference(settled->text, written->text, kernel);
    if (!one.ok()) return one.error();
    if (answer.difference.why.empty()) answer.difference = *std::move(one);
  }
  return answer;
}

Result<std::vector<RoundedSum>> RoundingCheck::sumsOf(const Subject& subject, const Rewrite& placed,
                                                      const std::stop_token& stop) {
  const std::shared_ptr<Question> question = questionOf(subject, placed);
  if (Status written = question->write(); !written.ok()) return written.error();
  const Result<std::string> code = codeOf(question->before, stop);
  const Result<std::string> other = code.ok() ? codeOf(question->after, stop) : code;
  if (!other.ok()) return other.error();
  std::vector<RoundedSum> all;
  for (const std::string& kernel : question->kernels) {
    const auto settled = settledCode(question->before, *code, kernel, {{}, true}, stop);
    if (!settled.ok()) return settled.error();
    const auto text = withPlacesOf(kernelAlone(*other, kernel), kernelAlone(*code, kernel), settled->text);
    if (!text.ok()) return text.error();
    std::ranges::move(roundedSums(*text, kernel), std::back_inserter(all));
  }
  return all;
}

Message roundingUnknown(const Message& why, const Message& open) {
  return {"Whether products and sums would be rounded as before is not known: %1, and %2.", why, open};
}

}  // namespace warpwright::analysis
