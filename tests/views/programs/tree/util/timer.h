#ifndef TIMER_H
#define TIMER_H
long long get_time(void);
#endif
