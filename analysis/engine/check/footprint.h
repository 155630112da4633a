#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace warpwright::engine {

/// The bytes of device memory that a piece of work reads and writes. Atomic and volatile writes are meant to meet
/// others of their kind; one behind a fence that the host takes part in is a flag: who reads it knows of what came
/// before. A store that changes nothing is none.
class Footprint {
 public:
  enum class Access : uint8_t { read, write, atomic, flag };
  static constexpr uint64_t pageBytes = 4096;

  Footprint() = default;
  Footprint(Footprint&&) = default;
  Footprint& operator=(Footprint&&) = default;

  void add(uint64_t address, uint64_t bytes, Access access);
  void merge(const Footprint& other);
  /// Some atomic or volatile write came behind a fence: work that meets it may know of what came before.
  void setOrders() { orders_ = true; }
  /// Nothing of these bytes counts from here on.
  void forget(uint64_t address, uint64_t bytes);
  bool empty() const { return pages_.empty(); }
  size_t pages() const { return pages_.size(); }

  bool has(uint64_t address, Access access) const;
  /// Are there atomic or volatile writes?
  bool hasMeant() const { return hasMeant_; }
  /// The first of these bytes that is touched.
  std::optional<uint64_t> firstIn(uint64_t address, uint64_t bytes) const;
  bool writes(uint64_t address) const {
    return has(address, Access::write) || has(address, Access::atomic) || has(address, Access::flag);
  }
  /// A byte that both touch, at least one of them by writing, and not both by atomics or volatile writes. None: there
  /// is no such byte, or they may be ordered by such writes and fences.
  std::optional<uint64_t> conflict(const Footprint& other) const;
  /// Each page with an access: its address, and whether there are others than reads.
  void eachPage(const std::function<void(uint64_t page, bool writes)>& take) const;

 private:
  static constexpr size_t words = pageBytes / 64;
  using Bits = std::array<uint64_t, words>;
  struct Page {
    std::array<Bits, 4> bits{};  ///< by access, a bit a byte
  };
  Page& pageOf(uint64_t number);

  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  struct Recent {
    uint64_t number = ~uint64_t{0};
    Page* page = nullptr;
  };
  std::array<Recent, 64> recent_{};
  bool hasMeant_ = false, orders_ = false;
};

}  // namespace warpwright::engine
