// REFUSES: No division can go
template <typename T>
__global__ void typed(int *out, T n, T width) {
  for (T i = threadIdx.x; i < n; i += 32) out[i] += (int)(i % width);
}
void launch(int *out, int n) {
  typed<int><<<1, 32>>>(out, n, 7);
  typed<unsigned><<<1, 32>>>(out, n, 7);
}
