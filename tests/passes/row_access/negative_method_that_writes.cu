// REFUSES: loads and stores no elements that move on
// A method that may change the object, or its neighbours.
struct Count {
  int a;
  __device__ int next() { return this[1].a++; }
};
__global__ void row(int* y, Count* x, int rows, int n) {
  const int r = threadIdx.x;
  int sum = rows;
  for (int k = 0; k < n; ++k) sum += x[r * n + k].next();
  y[r] = sum;
}

void start(int* y, Count* x, int rows, int n) { row<<<1, 8>>>(y, x, rows, n); }
