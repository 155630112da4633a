// Writes the seeds that code makes into folders named as their targets, and prints the names of all targets.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/fuzz/fuzz_targets.h"

int main(int count, char** words) {
  if (count != 2) return std::cerr << "Usage: fuzz_seeds FOLDER\n", 2;
  for (const auto& target : warpwright::fuzz::targets()) {
    std::cout << target.name << "\n";
    const std::filesystem::path folder = std::filesystem::path(words[1]) / target.name;
    std::filesystem::create_directories(folder);
    if (!target.seeds) continue;
    size_t number = 0;
    for (const std::string& seed : target.seeds())
      std::ofstream(folder / ("made_" + std::to_string(number++)), std::ios::binary) << seed;
  }
}
