__global__ void fill(int* to, int value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to[i] = value;
}
int main() { fill<<<100, 256>>>(nullptr, 7, 25000); }
