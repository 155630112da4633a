// REFUSES: The RTX 4090 has memory and caches of its own
// DEVICE: RTX 4090
__global__ void add(const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
int main() { add<<<4096, 128>>>(nullptr, nullptr, nullptr); }
