// REFUSES: launches it in a template
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

template <typename T>
void launch(const T *in, T *out) {
  turned<<<1, 64>>>(in, out);
}

void all(const int *in, int *out) { launch(in, out); }

int main() { return 0; }
