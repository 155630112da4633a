#include "core/execute/gpu/cubin_symbols.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace warpwright::gpu {
namespace {

/// One structure at a place in the file; nothing where it does not lie inside.
template <typename T>
std::optional<T> at(std::string_view file, uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

/// The section's bytes; empty where they do not lie inside the file.
std::string_view content(std::string_view file, const Elf64_Shdr& section) {
  if (section.sh_offset > file.size() || file.size() - section.sh_offset < section.sh_size) return {};
  return file.substr(section.sh_offset, section.sh_size);
}

std::string_view textAt(std::string_view table, uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

/// Empty: it is no ELF file, or a damaged one.
std::vector<Elf64_Shdr> sectionsOf(std::string_view file) {
  const auto header = at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return {};
  std::vector<Elf64_Shdr> sections;
  for (uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) return {};
    sections.push_back(*section);
  }
  return header->e_shstrndx < sections.size() ? sections : std::vector<Elf64_Shdr>();
}

std::string_view sectionNamesOf(std::string_view file, const std::vector<Elf64_Shdr>& sections) {
  return content(file, sections[at<Elf64_Ehdr>(file, 0)->e_shstrndx]);
}

/// Is it a text of the program (of `assert`, of `printf`)? nvcc numbers them, anew in each text that it compiles.
bool isLiteral(std::string_view name) {
  constexpr std::string_view first = "$str", unnamed = "__unnamed_";
  if (name == first) return true;
  const std::string_view number = name.starts_with("$str$")   ? name.substr(first.size() + 1)
                                  : name.starts_with(unnamed) ? name.substr(unnamed.size())
                                                              : std::string_view();
  return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

CubinSymbols cubinSymbols(std::string_view cubin) {
  CubinSymbols found;
  const std::vector<Elf64_Shdr> sections = sectionsOf(cubin);
  if (sections.empty()) return found;
  const std::string_view sectionNames = sectionNamesOf(cubin, sections);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const std::string_view symbols = content(cubin, section), names = content(cubin, sections[section.sh_link]);
    for (uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= symbols.size(); offset += sizeof(Elf64_Sym)) {
      const Elf64_Sym symbol = *at<Elf64_Sym>(symbols, offset);
      const std::string_view name = textAt(names, symbol.st_name);
      if (name == "malloc" || name == "free") found.usesDeviceHeap = true;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC) found.functions.emplace_back(name);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx >= sections.size() || symbol.st_size == 0)
        continue;
      const std::string_view where = textAt(sectionNames, sections[symbol.st_shndx].sh_name);
      const bool constant = where == ".nv.constant3";
      if (!isLiteral(name) && (constant || where.starts_with(".nv.global")))
        found.variables.push_back({std::string(name), symbol.st_size, constant});
    }
  }
  return found;
}

std::string cubinCode(std::string_view cubin) {
  std::string code;
  const std::vector<Elf64_Shdr> sections = sectionsOf(cubin);
  if (sections.empty()) return code;
  const std::string_view names = sectionNamesOf(cubin, sections);
  for (const Elf64_Shdr& section : sections) {
    const std::string_view name = textAt(names, section.sh_name);
    // Code loads numbers that it has no room for, doubles above all, and names what it loads by where that lies.
    constexpr std::array parts = {".text.", ".nv.constant", ".nv.global.init", ".rel.text.", ".rela.text."};
    const auto isOf = [&](const char* part) { return name.starts_with(part); };
    if (section.sh_type == SHT_NOBITS || std::ranges::none_of(parts, isOf)) continue;
    code.append(name).append(1, '\0').append(content(cubin, section));
  }
  return code;
}

}  // namespace warpwright::gpu
