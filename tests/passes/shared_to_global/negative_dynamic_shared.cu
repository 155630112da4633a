// REFUSES: sized by the launch
__global__ void turned(const int *in, int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(const int *in, int *out) {
  turned<<<1, 64, 256>>>(in, out);
}

int main() { return 0; }
