#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace warpwright::frontend {

/// What files are now, as words that differ where their content does. Reads each once, as long as its times stay. From
/// any thread.
class FileStates {
 public:
  /// "-": there is nothing; "d": a folder; "o": neither file nor folder; else a hash of the content, and where the file
  /// really lies if links lead to it.
  std::string of(const std::string& path);
  /// A hash of the names in a folder.
  static std::string listingOf(const std::string& folder);
  /// The state of a file that holds this text.
  static std::string ofText(const std::string& path, std::string_view text);

 private:
  struct Known {
    std::tuple<uint64_t, uint64_t, uint64_t, int64_t, int64_t> stamp;  ///< device, number, size, written, changed (ns)
    bool isOld = false;  ///< changed so long before it was read that a later change has another time
    std::string state;
  };
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// What was seen of files, and what was asked of the project, while something was looked at: where all of it is as it
/// was, and all answers are, the same will be said again. From any thread.
class ReadRecord {
 public:
  /// `given`: unsaved texts in place of files.
  explicit ReadRecord(std::shared_ptr<FileStates> now, const std::map<std::string, std::string>& given = {});
  /// One of the same files, for what is kept and may be seen again.
  std::shared_ptr<ReadRecord> another() const;

  /// A file, a folder, or that there is none; a given text where there is one. `path`: as it is spelled.
  void saw(const std::string& path);
  void sawText(const std::string& path, std::string_view text);
  void sawListing(const std::string& folder);
  /// A question that somebody else can ask again, with its answer.
  void asked(const std::string& question, std::string answer);
  /// What was looked at rests on something that is not recorded.
  void leaveOpen();
  /// What another record has is seen here, too.
  void add(const ReadRecord& other);

  /// Is everything recorded that was seen, and did nothing change meanwhile?
  bool isWhole() const;
  std::map<std::string, std::string> files() const;      ///< state by path
  std::map<std::string, std::string> listings() const;   ///< by folder
  std::map<std::string, std::string> questions() const;  ///< answer by question

 private:
  using Facts = std::map<std::string, std::string>;
  void note(Facts& facts, const std::string& key, std::string value);

  std::shared_ptr<FileStates> now_;
  std::shared_ptr<const Facts> given_;
  mutable std::mutex mutex_;
  Facts files_, listings_, questions_;
  bool isWhole_ = true;
};

}  // namespace warpwright::frontend
