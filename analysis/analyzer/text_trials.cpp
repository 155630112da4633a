#include "analysis/analyzer/text_trials.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "analysis/analyzer/own_names.h"
#include "analysis/analyzer/reparse_check.h"
#include "analysis/frontend/parse_again.h"

namespace warpwright::analysis {
namespace {

constexpr std::chrono::milliseconds shortestWait{400};  // for changes that can be read together with the first
constexpr int waitPerReading = 4;  // a long text is read as often as its reading takes a fifth of the time

/// Changes of which no two have edits that overlap or touch. There may be tens of thousands.
class ChangesApart {
 public:
  bool isApart(const Rewrite& change) const {
    return std::ranges::all_of(change.files, [&](const FileEdits& edits) { return isApart(edits); });
  }
  /// Requires: isApart(change).
  void add(const Rewrite& change) {
    for (const FileEdits& edits : change.files) {
      const auto [known, isNew] = files_.try_emplace(edits.file, File{edits.creates, edits.textHash, {}});
      for (const TextEdit& edit : edits.edits) {
        uint32_t& end = known->second.ends[edit.offset];
        end = std::max(end, edit.offset + edit.length);
      }
    }
  }

 private:
  struct File {
    bool isCreated = false;
    uint64_t textHash = 0;
    std::map<uint32_t, uint32_t> ends;  ///< of edits, by where they begin
  };

  bool isApart(const FileEdits& edits) const {
    const auto known = files_.find(edits.file);
    if (known == files_.end()) return true;
    const File& file = known->second;
    if (edits.creates || file.isCreated || edits.textHash != file.textHash) return false;
    return std::ranges::all_of(edits.edits, [&](const TextEdit& edit) {
      // Edits of one change do not overlap: the last one that begins before an end ends last.
      const auto behind = file.ends.upper_bound(edit.offset + edit.length);
      return behind == file.ends.begin() || std::prev(behind)->second < edit.offset;
    });
  }

  std::map<std::string, File> files_;
};

}  // namespace

TextTrials::TextTrials(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options, std::stop_token stop)
    : unit_(unit), options_(options), stop_(std::move(stop)), thread_([this](std::stop_token ended) { work(ended); }) {}

TextTrials::~TextTrials() = default;

std::future<Message> TextTrials::add(Rewrite change) {
  const std::lock_guard lock(mutex_);
  for (const FileEdits& edits : change.files) {
    if (!edits.creates && !before_.contains(edits.file)) before_.emplace(edits.file, unit_.text(edits.file));
  }
  const std::string suffix = "_of_" + std::to_string(++added_);
  model::Words own = ownNames(change, suffix, unit_.ast().Idents);
  waiting_.push_back({std::move(change), suffix, std::move(own), {}});
  news_.notify_all();
  return waiting_.back().why.get_future();
}

void TextTrials::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  news_.notify_all();
}

void TextTrials::work(const std::stop_token& ended) {
  std::chrono::steady_clock::duration wait = shortestWait;
  for (;;) {
    std::vector<Draft> drafts;
    {
      std::unique_lock lock(mutex_);
      if (!news_.wait(lock, ended, [&] { return !waiting_.empty(); })) return;
      news_.wait_for(lock, ended, wait, [&] { return closed_; });
      drafts.swap(waiting_);
    }
    if (ended.stop_requested()) return;
    const auto begin = std::chrono::steady_clock::now();
    tryAll(std::move(drafts));
    wait = std::max<std::chrono::steady_clock::duration>(shortestWait,
                                                         waitPerReading * (std::chrono::steady_clock::now() - begin));
  }
}

void TextTrials::tryAll(std::vector<Draft> drafts) {
  Drafts left;
  for (Draft& one : drafts) left.push_back(&one);
  while (!left.empty()) {
    Drafts together, others;
    ChangesApart apart;
    for (Draft* one : left) {
      const bool fits = apart.isApart(one->change);
      (fits ? together : others).push_back(one);
      if (fits) apart.add(one->change);
    }
    tryTogether(together);
    left = std::move(others);
  }
}

void TextTrials::tryTogether(const Drafts& drafts) {
  const Status fine = stop_.stop_requested() ? Status() : read(drafts);
  if (fine.ok() || drafts.size() == 1) {
    for (Draft* one : drafts) one->why.set_value(fine.ok() ? Message() : said(fine.error()));
    return;
  }
  const auto middle = drafts.begin() + static_cast<ptrdiff_t>(drafts.size() / 2);
  tryTogether({drafts.begin(), middle});
  tryTogether({middle, drafts.end()});
}

/// The first that declares a name declares it by that: whether headers let it is seen there.
std::map<std::string, FileEdits> TextTrials::editsOf(const Drafts& drafts) {
  std::map<std::string, FileEdits> all;
  model::Words said;
  for (const Draft* one : drafts) {
    model::Words again;
    for (const std::string& name : one->ownNames) {
      if (!said.insert(name).second) again.insert(name);
    }
    for (const FileEdits& edits : one->change.files) {
      FileEdits& known =
          all.try_emplace(edits.file, FileEdits{edits.file, edits.textHash, {}, edits.creates}).first->second;
      std::ranges::move(again.empty() ? edits.edits : renamed(edits.edits, again, one->suffix),
                        std::back_inserter(known.edits));
    }
  }
  return all;
}

Status TextTrials::read(const Drafts& drafts) {
  std::map<std::string, FileEdits> all = editsOf(drafts);
  std::map<std::string, std::string> texts;
  bool changesUnit = false;
  for (auto& [file, edits] : all) {
    std::ranges::stable_sort(edits.edits, {}, &TextEdit::offset);
    const Result<std::string> text = edits.creates ? Result<std::string>(std::string()) : textBefore(file);
    if (!text.ok()) return text.error();
    Result<std::string> after = applyEdits(edits, *text);
    if (!after.ok()) return after.error();
    texts[file] = *std::move(after);
    changesUnit |= !edits.creates;
  }
  // New files are no part of a unit that nobody changes.
  if (!changesUnit) return {};
  ++readings_;
  const Result<std::vector<Diagnostic>> errors = errorsWith(texts);
  if (!errors.ok()) return errors.error().kind == ErrorKind::cancelled ? Status() : Status(errors.error());
  const Diagnostic* error = firstNewError(unit_.summary().errors, *errors);
  if (!error) return {};
  const Message line = error->range.isValid() ? Message("its %1: ", lineText(error->range.begin)) : Message();
  return inputError({"the changed text does not compile (%1%2).", line, error->message});
}

Result<std::string> TextTrials::textBefore(const std::string& file) {
  const std::lock_guard lock(mutex_);
  return before_.at(file);
}

Result<std::vector<Diagnostic>> TextTrials::errorsWith(const std::map<std::string, std::string>& texts) {
  if (auto errors = unit_.errorsWith(texts, stop_)) return *std::move(errors);
  if (stop_.stop_requested()) return cancelledError();
  frontend::ParseOptions changed = options_;
  for (const auto& [file, text] : texts) changed.openTexts[file] = text;
  if (!parser_) {
    changed.deviceIr = changed.parks = false;
    parser_ = std::make_unique<frontend::UnitParser>(frontend::optionsAgain(unit_, changed));
  }
  parser_->setOpenTexts(changed.openTexts);
  const Result<frontend::ParsedUnit> parsed = parser_->parse(frontend::commandAgain(unit_), stop_);
  if (!parsed.ok()) return parsed.error();
  return parsed->summary().errors;
}

}  // namespace warpwright::analysis
