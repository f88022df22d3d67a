// Names the system headers that Swift's Glibc module leaves out: epoll, eventfd, accept4, fallocate,
// renameat2, statfs and O_PATH. What Swift can't call as it stands is wrapped once below.
#ifndef CFORMWORK_H
#define CFORMWORK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/vfs.h>

/// accept4(2) that takes a plain pointer, where the C library has a transparent union: the
/// connection is non-blocking and closed on exec from its first moment.
static inline int formwork_accept(
    int listener, struct sockaddr_storage *address, socklen_t *length
) {
    return accept4(
        listener, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// epoll_ctl(2) with the two words that a caller chooses, so that no union reaches Swift.
static inline int formwork_epoll_control(
    int poller, int operation, int descriptor, uint32_t events, uint64_t token
) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(poller, operation, descriptor, &event);
}

#endif
