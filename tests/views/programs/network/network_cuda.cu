#include <stdlib.h>

#include "network.h"
#include "network_cuda_kernel.cu"

extern "C" float train_on_gpu(const float* input, float* weights, int in, int hidden) {
  const int blocks = in / HEIGHT;
  float *input_d, *weights_d, *partial_d, *delta_d;
  cudaMalloc((void**)&input_d, sizeof(float) * in);
  cudaMalloc((void**)&weights_d, sizeof(float) * in * hidden);
  cudaMalloc((void**)&partial_d, sizeof(float) * blocks * hidden);
  cudaMalloc((void**)&delta_d, sizeof(float) * hidden);
  cudaMemcpy(input_d, input, sizeof(float) * in, cudaMemcpyHostToDevice);
  cudaMemcpy(weights_d, weights, sizeof(float) * in * hidden, cudaMemcpyHostToDevice);
  const dim3 grid(1, blocks), threads(WIDTH, HEIGHT);
  layer_forward<<<grid, threads>>>(input_d, weights_d, partial_d, hidden);
  float* partial = (float*)malloc(sizeof(float) * blocks * hidden);
  float* delta = (float*)malloc(sizeof(float) * hidden);
  cudaMemcpy(partial, partial_d, sizeof(float) * blocks * hidden, cudaMemcpyDeviceToHost);
  float error = 0;
  for (int j = 0; j < hidden; ++j) {
    float sum = 0;
    for (int k = 0; k < blocks; ++k) sum += partial[k * hidden + j];
    delta[j] = 1.0f - sum / (1.0f + sum);
    error += delta[j];
  }
  cudaMemcpy(delta_d, delta, sizeof(float) * hidden, cudaMemcpyHostToDevice);
  adjust_weights<<<grid, threads>>>(delta_d, input_d, weights_d, hidden);
  cudaMemcpy(weights, weights_d, sizeof(float) * in * hidden, cudaMemcpyDeviceToHost);
  free(partial);
  free(delta);
  cudaFree(input_d);
  cudaFree(weights_d);
  cudaFree(partial_d);
  cudaFree(delta_d);
  return error;
}
