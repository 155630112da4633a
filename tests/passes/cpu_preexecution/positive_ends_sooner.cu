// DEVICE: Fused 2012
__global__ void search(const int* keys, const int* from, int* to, int n, int wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (keys[i * n + k] == wanted) break;
    to[i * n + k] = from[i * n + k];
  }
}
int main() { search<<<8, 64>>>(nullptr, nullptr, nullptr, 64, 7); }
