// UNKNOWN: The file of the kernel is included several times: its text is that of other functions, too.
#define NAME alone
#define COUNT 64
#include "included_again.inc"
#undef NAME
#undef COUNT
#define NAME together
#define COUNT 32
#include "included_again.inc"

void launch(const int* in, int* out) {
  alone<<<1, 64>>>(in, out);
  together<<<1, 64>>>(in, out);
}
