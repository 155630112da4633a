// UNKNOWN: its text is that of other functions, too
#define NAME ofNumbers
#define TYPE int
#include "included_again.inc"
#undef NAME
#undef TYPE
#define NAME ofFloats
#define TYPE float
#include "included_again.inc"

void launch(int* a, float* b) {
  ofNumbers<<<8, 64>>>(a, a);
  ofFloats<<<8, 64>>>(b, b);
}
