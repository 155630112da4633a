#include "network.h"

// The part of a layer that one block of inputs gives each hidden unit.
__global__ void layer_forward(const float* input, float* weights, float* partial, int hidden) {
  const int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int index = hidden * HEIGHT * by + hidden * ty + tx;
  __shared__ float input_node[HEIGHT];
  __shared__ float weight_matrix[HEIGHT][WIDTH];
  if (tx == 0) input_node[ty] = input[HEIGHT * by + ty];
  __syncthreads();
  weight_matrix[ty][tx] = weights[index];
  __syncthreads();
  weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
  __syncthreads();
  for (int half = 1; half < HEIGHT; half *= 2) {
    if (ty % (2 * half) == 0) weight_matrix[ty][tx] = weight_matrix[ty][tx] + weight_matrix[ty + half][tx];
    __syncthreads();
  }
  if (ty == 0) partial[by * hidden + tx] = weight_matrix[0][tx];
}

__global__ void adjust_weights(const float* delta, const float* input, float* weights, int hidden) {
  const int tx = threadIdx.x, ty = threadIdx.y, by = blockIdx.y;
  const int index = hidden * HEIGHT * by + hidden * ty + tx;
  __shared__ float change[HEIGHT][WIDTH];
  change[ty][tx] = 0.3f * delta[tx] * input[HEIGHT * by + ty];
  __syncthreads();
  weights[index] = weights[index] + change[ty][tx];
}
