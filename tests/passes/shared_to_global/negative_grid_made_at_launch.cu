// REFUSES: makes the grid where it launches
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(const int *in, int *out, int x, int y) {
  turned<<<dim3(x, y), 64>>>(in, out);
}

int main() { return 0; }
