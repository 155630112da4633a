// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void commented(const float* in, float* out, int n) {
	__shared__ float s[32];

	#pragma unroll
	for (int m = 0; m < 4; ++m) {
		int t = threadIdx.x + m * blockDim.x;
		int i = blockIdx.x * 32 + t;
		/* What was here before:
		 *   if (i < n) {
		 *     s[t] = in[i];
		 *   }
		 */
		s[t] = i < n ? in[i] : 0;  // of this thread
	}

	__syncthreads();  
	// The neighbour on the other side,
	// weighed.
	float w = in[0];  

	const float in_1 = in[1];
	#pragma unroll
	for (int m = 0; m < 4; ++m) {
		int t = threadIdx.x + m * blockDim.x;
		int i = blockIdx.x * 32 + t;
		float other = s[31 - t];

		if (in_1 * other > 3 && other < in_1 + in[2]) {
		    other = in[1];
		}
		/* last */
		out[i] = other * w;
	}
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  commented<<<4, 32 / 4>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
