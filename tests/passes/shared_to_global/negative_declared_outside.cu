// REFUSES: is declared outside the kernel
__shared__ int s[64];
__global__ void turned(const int *in, int *out) {
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(const int *in, int *out) {
  turned<<<1, 64>>>(in, out);
}

int main() { return 0; }
