__device__ float table[4096];
__global__ void look(float* to, unsigned seed) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = table[(i * 77u + seed) % 4096u];
}
int main() { look<<<16, 128>>>(nullptr, 5u); }
