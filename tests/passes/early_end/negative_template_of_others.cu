// REFUSES: may mean something else for others
struct Odd { int v; };
__device__ int count_;
__device__ bool operator==(const int &x, const Odd &o) { count_++; return x == o.v; }

template <class T> __device__ bool find(const int *a, int n, T x) {
  bool f = false;
  for (int k = 0; k < n; ++k) { if (a[k] == x) f = true; }
  return f;
}
__global__ void other(const int *a, int *b, int n) { b[0] += find<Odd>(a, n, Odd{48}); b[1] = count_; }
__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = find<int>(a, n, i);
}

void launch(int *a, int *b, int n) {
  other<<<1, 1>>>(a, b, n);
  look<<<2, 32>>>(a, b, n);
}
