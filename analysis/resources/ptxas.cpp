#include "analysis/resources/ptxas.h"

#include <cstdlib>
#include <sstream>

#include "core/base/subprocess.h"

namespace warpwright::resources {
namespace {

bool isProgram(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return !error && std::filesystem::is_regular_file(status) &&
         (status.permissions() & std::filesystem::perms::owner_exec) != std::filesystem::perms::none;
}

}  // namespace

std::optional<std::filesystem::path> findPtxas(const std::filesystem::path& toolkit) {
  if (!toolkit.empty() && isProgram(toolkit / "bin" / "ptxas")) return toolkit / "bin" / "ptxas";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && isProgram(std::filesystem::path(folder) / "ptxas")) {
      return std::filesystem::path(folder) / "ptxas";
    }
  }
  return std::nullopt;
}

std::map<std::string, uint32_t> readPtxasReport(const std::string& report) {
  std::map<std::string, uint32_t> registers;
  std::string kernel;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view compiling = "Compiling entry function '", used = "Used ";
    if (const size_t at = line.find(compiling); at != std::string::npos) {
      const size_t start = at + compiling.size();
      kernel = line.substr(start, line.find('\'', start) - start);
    } else if (const size_t count = line.find(used); count != std::string::npos && !kernel.empty()) {
      const unsigned long number = std::strtoul(line.c_str() + count + used.size(), nullptr, 10);
      if (number != 0) registers[kernel] = static_cast<uint32_t>(number);
      kernel.clear();
    }
  }
  return registers;
}

Result<std::map<std::string, uint32_t>> registersByPtxas(const std::filesystem::path& ptxas, const std::string& ptx,
                                                         const std::string& arch, std::stop_token stop) {
  SubprocessOptions options;
  options.command = {ptxas.string(), "-v", "-arch=" + arch, "-o", "/dev/null", "/dev/stdin"};
  options.input = ptx;
  options.timeout = std::chrono::seconds(20);
  auto end = runSubprocess(options, stop);
  if (!end.ok()) return Error{.kind = ErrorKind::worker, .message = end.error().message};
  if (end->cancelled) return cancelledError();
  if (end->timedOut) return Error{.kind = ErrorKind::worker, .message = "ptxas did not end within 20 s."};
  if (end->signal != 0) return Error{.kind = ErrorKind::worker, .message = "ptxas was killed."};
  const std::string report = end->output + end->errorOutput;
  if (!end->clean()) return inputError("ptxas: " + report.substr(0, report.find('\n')));
  return readPtxasReport(report);
}

}  // namespace warpwright::resources
