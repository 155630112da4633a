#ifndef FIND_WRAPPER_H
#define FIND_WRAPPER_H
#include "../common.h"
#ifdef __cplusplus
extern "C" {
#endif
void find_on_gpu(const knode* knodes, int knode_count, const record* records, int record_count, const int* keys,
                 int count, record* answers, int height);
#ifdef __cplusplus
}
#endif
#endif
