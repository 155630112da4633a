#include "core/job/link_flags.h"

namespace warpwright {

std::vector<std::string> librariesIn(const std::vector<std::string>& words, const std::filesystem::path& folder) {
  std::vector<std::string> libraries;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if ((word == "-l" || word == "-L") && i + 1 < words.size()) word += words[++i];
    if (word.size() <= 2) continue;
    if (word.starts_with("-L"))
      libraries.push_back("-L" + (folder / word.substr(2)).lexically_normal().string());
    else if (word.starts_with("-l") && word != "-lineinfo" && word != "-link")  // of nvcc
      libraries.push_back(std::move(word));
  }
  return libraries;
}

}  // namespace warpwright
