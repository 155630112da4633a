// REFUSES: may mean something else for others
struct Odd { int v; };
__device__ int count_;
__device__ bool operator==(const int &x, const Odd &o) { count_++; return x == o.v; }

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto find = [&](auto x) {
  bool f = false;
  for (int k = 0; k < n; ++k) { if (a[k] == x) f = true; }
  return f; };
  b[i] = find(i); if (i == 3) b[i] += find(Odd{48}) + count_ * 2;
}

void launch(int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
