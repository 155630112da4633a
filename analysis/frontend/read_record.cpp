#include "analysis/frontend/read_record.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <vector>

#include "analysis/frontend/source_files.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

int64_t nanoseconds(const timespec& time) {
  return int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

std::string hashOf(std::string_view text) {
  const ContentHash hash = hashContent(text);
  return "f" + hexText(hash[0]) + hexText(hash[1]);
}

/// Two names of one file are one file to a parser.
std::string realPlace(const std::string& path, const struct stat& info) {
  std::string place;
  if (char* real = ::realpath(path.c_str(), nullptr)) {
    if (path != real) place = std::string(" ") + real;
    ::free(real);
  }
  if (info.st_nlink > 1) place += " #" + std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino);
  return place;
}

}  // namespace

std::string FileStates::of(const std::string& path) {
  struct stat info{};
  // A file that is there and cannot be reached is another case than one that is not there.
  if (::stat(path.c_str(), &info) != 0) return errno == ENOENT ? "-" : "-" + std::to_string(errno);
  if (S_ISDIR(info.st_mode)) return "d";
  if (!S_ISREG(info.st_mode) || static_cast<uint64_t>(info.st_size) > largestSource) return "o";
  const std::tuple stamp(uint64_t{info.st_dev}, uint64_t{info.st_ino}, static_cast<uint64_t>(info.st_size),
                         nanoseconds(info.st_mtim), nanoseconds(info.st_ctim));
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(path);
    if (known != known_.end() && known->second.isOld && known->second.stamp == stamp) return known->second.state;
  }
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  constexpr int64_t grain = 2'000'000'000;  // of times of file systems, and more
  const bool isOld = nanoseconds(now) - std::max(nanoseconds(info.st_ctim), nanoseconds(info.st_mtim)) > grain;
  const Result<std::string> text = readFile(path, largestSource);
  if (!text.ok()) return "o";
  std::string state = hashOf(*text) + realPlace(path, info);
  const std::lock_guard lock(mutex_);
  known_[path] = {stamp, isOld, state};
  return state;
}

std::string FileStates::listingOf(const std::string& folder) {
  std::set<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
    names.insert(it->path().filename().string());
  std::string all;
  for (const std::string& name : names) all += name + '/';
  return hashOf(all);
}

std::string FileStates::ofText(const std::string& path, std::string_view text) {
  struct stat info{};
  return hashOf(text) + (::stat(path.c_str(), &info) == 0 ? realPlace(path, info) : std::string());
}

ReadRecord::ReadRecord(std::shared_ptr<FileStates> now, const std::map<std::string, std::string>& given)
    : now_(std::move(now)), given_(std::make_shared<const Facts>(given)) {}

std::shared_ptr<ReadRecord> ReadRecord::another() const {
  auto one = std::make_shared<ReadRecord>(now_);
  one->given_ = given_;
  return one;
}

void ReadRecord::note(Facts& facts, const std::string& key, std::string value) {
  const std::lock_guard lock(mutex_);
  const auto [known, isNew] = facts.emplace(key, value);
  if (!isNew && known->second != value) isWhole_ = false;
}

void ReadRecord::saw(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    if (files_.contains(path)) return;
  }
  const auto text = given_->find(normalPath(path));
  note(files_, path, text == given_->end() ? now_->of(path) : FileStates::ofText(path, text->second));
}

void ReadRecord::sawText(const std::string& path, std::string_view text) {
  note(files_, path, FileStates::ofText(path, text));
}

void ReadRecord::sawListing(const std::string& folder) {
  note(listings_, folder, FileStates::listingOf(folder));
}

void ReadRecord::asked(const std::string& question, std::string answer) {
  note(questions_, question, std::move(answer));
}

void ReadRecord::leaveOpen() {
  const std::lock_guard lock(mutex_);
  isWhole_ = false;
}

void ReadRecord::add(const ReadRecord& other) {
  if (this == &other) return;
  for (const auto& [path, state] : other.files()) note(files_, path, state);
  for (const auto& [folder, names] : other.listings()) note(listings_, folder, names);
  for (const auto& [question, answer] : other.questions()) note(questions_, question, answer);
  if (!other.isWhole()) leaveOpen();
}

bool ReadRecord::isWhole() const {
  const std::lock_guard lock(mutex_);
  return isWhole_;
}

std::map<std::string, std::string> ReadRecord::files() const {
  const std::lock_guard lock(mutex_);
  return files_;
}

std::map<std::string, std::string> ReadRecord::listings() const {
  const std::lock_guard lock(mutex_);
  return listings_;
}

std::map<std::string, std::string> ReadRecord::questions() const {
  const std::lock_guard lock(mutex_);
  return questions_;
}

}  // namespace warpwright::frontend
