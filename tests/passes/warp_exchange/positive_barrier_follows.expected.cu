#include <cstdio>

extern __shared__ float shared[];

__global__ void most(const float* in, float* out, int block_size) {
    int tid = threadIdx.x;
    shared[tid] = in[blockIdx.x * block_size + tid];
    // reductions
    for (int stride = block_size / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (stride <= 32) {
            if (tid < 32) {
                float shared_own = 0;
                if (tid < stride) {
                    shared_own = shared[tid];
                    shared_own = fmaxf(shared_own, shared[tid + stride]);
                }
                for (int lanes = stride / 2; lanes > 0; lanes /= 2) {
                    const float shared_other = __shfl_down_sync(0xffffffff, shared_own, lanes);
                    if (tid < lanes) shared_own = fmaxf(shared_own, shared_other);
                }
                if (tid < stride) shared[tid] = shared_own;
            }
            break;
        }
        if (tid < stride) {
            shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
        }
    }
    __syncthreads();
    float offset = shared[0];
    out[blockIdx.x * block_size + tid] = in[blockIdx.x * block_size + tid] - offset;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  most<<<4, 256, 256 * sizeof(float)>>>(in, out, 256);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
