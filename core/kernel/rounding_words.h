#pragma once

#include <string>
#include <string_view>

/// The words in which PtxRounding tells operations, for those who compare them.
namespace warpwright::rounding_words {

inline constexpr const char* ofAProduct = " of a product";
/// How a product of another statement is named behind a sum.
inline constexpr const char* ofStatement = " + product of ";
/// How what is no operation, but tells sums apart, begins.
inline constexpr const char* sumForm = "~";

/// Is some of a form, of a factor or a sum, not known?
bool isUnknown(std::string_view form);
/// An operation that is rounded as IEEE 754 says, whoever computes it, and takes no other in.
bool isExact(const std::string& operation);
/// A product and a sum in one operation.
bool isFused(const std::string& operation);

}  // namespace warpwright::rounding_words
