#include "analysis/analyzer/rounding_check.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "analysis/analyzer/places_before.h"
#include "core/base/file.h"
#include "core/base/text_lines.h"
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
  GpuCompileRequest request;  ///< of the text before
  std::vector<std::string> kernels;
  Rewrite change;
  NewConstants constants;
  std::map<std::string, std::string> before, after;  ///< texts of the files that change
  Error error;                                       ///< why there are no texts; without words: there are
};

void RoundingCheck::forget() {
  const std::lock_guard lock(mutex_);
  codes_.clear();
}

std::string RoundingCheck::compiler() const {
  const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
  return nvcc ? "nvcc in " + nvcc->parent_path().string() : std::string();
}

RoundingCheck::Answer RoundingCheck::ask(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options,
                                         std::vector<std::string> kernels, const Rewrite& change,
                                         const NewConstants& constants) {
  auto question = std::make_shared<Question>();
  const frontend::CompileCommand& command = unit.command();
  question->request.file = command.file;
  question->request.openTexts = options.openTexts;
  question->request.flags = command.flags;
  question->request.flags.insert(question->request.flags.end(), command.roundingFlags.begin(),
                                 command.roundingFlags.end());
  if (command.relocatableDevice) question->request.flags.push_back("-rdc=true");
  question->request.workingFolder = command.folder;
  question->request.arch = command.arch;
  question->request.lineInfo = true;
  question->kernels = std::move(kernels);
  question->change = change;
  question->constants = constants;
  for (const FileEdits& edits : change.files) {
    const Result<std::string> text = edits.creates ? Result<std::string>(std::string()) : unit.text(edits.file);
    Result<std::string> after = text.ok() ? applyEdits(edits, *text) : text;
    if (!after.ok()) question->error = after.error();
    if (!after.ok()) break;
    question->before[edits.file] = *text;
    question->after[edits.file] = *std::move(after);
  }
  return [this, question](std::stop_token stop) { return compare(*question, std::move(stop)); };
}

Result<std::string> RoundingCheck::codeOf(const Question& question, bool changed, std::stop_token stop) {
  GpuCompileRequest request = question.request;
  std::string key = request.arch + '\0' + request.file.string() + '\0' + request.workingFolder.string();
  if (changed) {
    for (const auto& [file, text] : question.after) request.openTexts[file] = text;
  }
  for (const std::string& flag : request.flags) key += '\0' + flag;
  for (const auto& [file, text] : request.openTexts) key += '\0' + file + '\0' + text;
  for (const auto& [file, text] : question.before) key += '\0' + file + '\0' + text;
  return kept(key, [&]() -> Result<std::string> {
    const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
    if (!nvcc)
      return inputError(
          "no nvcc is there to compile both texts and compare: install a CUDA toolkit, or set CUDA_HOME to it");
    return compileToPtx(*nvcc, request, folder_.path(), stop);
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

Result<std::string> RoundingCheck::settledCode(const Question& question, const std::string& code,
                                               const std::string& kernel, std::stop_token stop) {
  return kept("settled" + question.request.arch + '\0' + kernel + '\0' + code, [&]() -> Result<std::string> {
    const auto nvcc = findNvcc(toolkit_->string());
    if (!nvcc) return inputError("nvcc is no longer there");
    return settledPtx(code, kernel, [&](const std::string& ptx) -> Result<std::string> {
      const auto made = assemblePtx(*nvcc, question.request, ptx, folder_.path(), stop);
      if (!made.ok()) return made.error();
      const Result<std::string> cubin = readFile(*made);
      std::error_code ignored;
      std::filesystem::remove(*made, ignored);
      return cubin.ok() ? Result(gpu::cubinCode(*cubin)) : cubin.error();
    });
  });
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
  Places(const Question& question, std::filesystem::path folder) : question_(question), folder_(std::move(folder)) {
    for (const FileEdits& edits : question.change.files)
      places_.try_emplace(canonical(edits.file), edits, question.before.at(edits.file), question.after.at(edits.file));
  }

  /// Another kernel's places follow: those of the text before are to be named first.
  void begin() { known_.clear(); }
  std::string before(const SourcePosition& at) {
    const std::string& file = fileOf(at);
    known_[file].insert({at.line, at.column});
    return text(file, at.line, at.column);
  }
  /// A change may have put words before a statement, or in the place of how it began.
  std::string after(const SourcePosition& at) {
    const std::string& file = fileOf(at);
    const auto places = places_.find(file);
    if (at.line == 0 || places == places_.end()) return text(file, at.line, at.column);
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

 private:
  static std::string canonical(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(file, ignored).string();
  }
  /// Code has thousands of places of a few files.
  const std::string& fileOf(const SourcePosition& at) {
    std::string& file = files_[at.file];
    if (file.empty()) file = canonical(sourceOf(question_.request, folder_, at.file));
    return file;
  }
  static std::string text(const std::string& file, uint32_t line, uint32_t column) {
    if (line == 0) return file + ":0";  // moved out of its statement
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }

  const Question& question_;
  std::filesystem::path folder_;
  std::map<std::string, std::string> files_;                              ///< by the names that the code gives
  std::map<std::string, PlacesBefore> places_;                            ///< by file
  std::map<std::string, std::set<std::pair<uint32_t, uint32_t>>> known_;  ///< lines and columns, by file
};

RoundingComparison RoundingCheck::compare(const Question& question, std::stop_token stop) {
  const auto open = [](const Error& error) { return RoundingComparison{{}, said(error)}; };
  if (!question.error.message.empty()) return open(question.error);
  const Result<std::string> before = codeOf(question, false, stop);
  if (!before.ok()) return open(before.error());
  const Result<std::string> after = codeOf(question, true, stop);
  if (!after.ok()) return open(after.error());
  RoundingComparison all;
  Places places(question, folder_.path());
  for (const std::string& kernel : question.kernels) {
    places.begin();
    const std::string nameAfter = nameIn(*after, kernel);
    const Result<std::string> settled = settledCode(question, *before, kernel, stop);
    const Result<std::string> settledAfter = settledCode(question, *after, nameAfter, stop);
    if (!settled.ok()) return open(settled.error());
    if (!settledAfter.ok()) return open(settledAfter.error());
    const auto own =
        ptxRounding(*settled, kernel, [&](const SourcePosition& at) { return places.before(at); }, question.constants);
    const auto changed = ptxRounding(
        *settledAfter, nameAfter, [&](const SourcePosition& at) { return places.after(at); }, question.constants);
    if (!own.ok()) return open(own.error());
    if (!changed.ok()) return open(changed.error());
    RoundingComparison one = compareRounding(*own, *changed);
    if (!one.difference.empty()) return one;
    if (all.open.empty()) all.open = std::move(one.open);
  }
  return all;
}

Message roundingUnknown(const Message& why, const Message& open) {
  return {"Whether products and sums would be rounded as before is not known: %1, and %2.", why, open};
}

}  // namespace warpwright::analysis
