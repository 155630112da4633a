// REFUSES: declares more than variables
// Another type has the name in front of the loop: `(number)first` would be another number there.
typedef int number;

__global__ void row(int* y, const int* x, int first, int n) {
  for (int k = 0; k < n; ++k) {
    typedef short number;
    y[(number)first + k] = 2 * x[(number)first + k];
  }
}

void start(int* y, int* x, int n) { row<<<1, 1>>>(y, x, 70000, n); }
