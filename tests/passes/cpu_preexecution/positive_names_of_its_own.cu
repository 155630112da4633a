// DEVICE: Fused 2012
__global__ void take(const int* Buffer, int* uint32_t, int uint64_t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t[i] = Buffer[/* @BODY@ */ i * uint64_t];
}
int main() { take<<<8, 64>>>(nullptr, nullptr, 2); }
