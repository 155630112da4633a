#include "diffusion.h"

// One step, first half: the coefficient of each element, from its neighbours in shared memory.
__global__ void speckle_one(const float* image, float* north_c, float* west_c, float* coefficient, int cols,
                             float speckle) {
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int index = cols * TILE * by + TILE * bx + cols * ty + tx;
  const int above = index - cols, left = index - 1;
  __shared__ float tile[TILE][TILE];
  __shared__ float result[TILE][TILE];
  __shared__ float north[TILE][TILE];
  __shared__ float west[TILE][TILE];
  north[ty][tx] = by == 0 && ty == 0 ? image[index] : image[above];
  __syncthreads();
  west[ty][tx] = bx == 0 && tx == 0 ? image[index] : image[left];
  __syncthreads();
  tile[ty][tx] = image[index];
  __syncthreads();
  const float here = tile[ty][tx];
  const float n = (ty == 0 ? north[ty][tx] : tile[ty - 1][tx]) - here;
  const float w = (tx == 0 ? west[ty][tx] : tile[ty][tx - 1]) - here;
  const float q = (n * n + w * w) / (here * here + 1.0f);
  const float c = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));
  if (c < 0)
    result[ty][tx] = 0;
  else if (c > 1)
    result[ty][tx] = 1;
  else
    result[ty][tx] = c;
  __syncthreads();
  coefficient[index] = result[ty][tx];
  north_c[index] = n;
  west_c[index] = w;
}

// Second half: the image moves along its differences.
__global__ void speckle_two(float* image, const float* north_c, const float* west_c, const float* coefficient, int cols,
                       float lambda) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int index = cols * TILE * blockIdx.y + TILE * blockIdx.x + cols * ty + tx;
  __shared__ float own[TILE][TILE];
  __shared__ float weight[TILE][TILE];
  own[ty][tx] = image[index];
  weight[ty][tx] = coefficient[index];
  __syncthreads();
  const float d = weight[ty][tx] * (north_c[index] + west_c[index]);
  own[ty][tx] = own[ty][tx] + 0.25f * lambda * d;
  __syncthreads();
  image[index] = own[ty][tx];
}
