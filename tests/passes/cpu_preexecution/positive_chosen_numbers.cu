// SET: unroll_factor=2 batch_size=8 skip_factor=96
__global__ void copy(const float* from, float* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
int main() { copy<<<64, 128>>>(nullptr, nullptr); }
