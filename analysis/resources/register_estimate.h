#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warpwright::resources {

/// Registers a thread, 32 bits each: the likely count, and the band that holds nine kernels of ten.
struct RegisterEstimate {
  uint32_t likely = 0, low = 0, high = 0;
};

/// Registers of each kernel (.entry) of a PTX text, by its mangled name.
///
/// The most values alive at one point, in 32-bit units, without what ptxas reads from the constant bank (parameters)
/// or makes anew (constants); then a line through 320 kernels of public programs that ptxas 11.8 compiled for sm_80:
/// 0.66 × alive + 0.33 × loads of one basic block (at most 32: they are issued together) + 7.4, and 20 more where a
/// function is called. Half of those kernels lie within 15 % of it; its band 0.8 … 1.45 holds 90 %.
///
/// `addressBits` 32: for compute capability 1, of which no compiler is left to fit a line to: the most values alive,
/// with one register for an address, and the same 20 for a call. Integers of 64 bits are addresses in nearly all
/// kernels, and are all taken for such.
std::map<std::string, RegisterEstimate, std::less<>> estimateRegisters(std::string_view ptx, uint32_t addressBits = 64);

}  // namespace warpwright::resources
