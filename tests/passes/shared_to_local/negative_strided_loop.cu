// REFUSES: every thread would need all of `s`
// The subscript is a loop variable that starts at the thread's place.
__global__ void strided(const int *in, int *out, int n) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256; i += 64) s[i] = in[i] * n;
  for (int i = threadIdx.x; i < 256; i += 64) out[i] = s[i];
}

void launch(const int *in, int *out) { strided<<<1, 64>>>(in, out, 4); }
