#pragma once

#include <filesystem>
#include <set>

namespace warpwright::frontend {

/// Does the file lie in the folder or below it? By name, both alike: absolute, or not.
bool liesIn(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The folder below which a path lies and another does not: where their ways part. Empty: one of them is a folder of
/// the other, or they lie beside each other there.
std::filesystem::path ownFolder(const std::filesystem::path& path, const std::filesystem::path& other);

/// Are two files of different programs, as far as folders tell? Where their ways part, a file of `mains` (those that
/// define a `main`) lies on either side. What lies where the ways part belongs to what is below.
bool areOfDifferentPrograms(const std::filesystem::path& one, const std::filesystem::path& other,
                            const std::set<std::filesystem::path>& mains);

}  // namespace warpwright::frontend
