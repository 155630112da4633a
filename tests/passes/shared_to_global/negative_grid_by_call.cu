// REFUSES: line 12 computes the grid with a call
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int blocks(int n);

void launch(const int *in, int *out) {
  turned<<<blocks(64), 64>>>(in, out);
}

int main() { return 0; }
