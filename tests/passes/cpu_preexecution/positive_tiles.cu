__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][16], right[16][16];
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int tile = 0; tile < n / 16; ++tile) {
    left[y][x] = a[row * n + tile * 16 + x];
    right[y][x] = b[(tile * 16 + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
int main() { multiply<<<dim3(32, 32), dim3(16, 16)>>>(nullptr, nullptr, nullptr, 512); }
