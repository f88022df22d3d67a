// Names what Swift's Glibc module leaves out: epoll, eventfd, accept4, dup3, fallocate, mallopt,
// memfd_create, openat2, statfs, O_PATH and O_TMPFILE.
//
// _GNU_SOURCE stays undefined: it changes types of the system headers (fd_set, for one), and then a
// module that also sees Foundation can't be compiled. What needs it is declared here instead.
#ifndef CFORMWORK_H
#define CFORMWORK_H

#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
extern int dup3(int descriptor, int number, int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern long syscall(long number, ...);
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);

/// O_PATH: a folder that is opened to find names in it, not to be read.
static const int formwork_open_path = __O_PATH;

/// O_TMPFILE: a file without a name.
static const int formwork_open_unnamed = __O_TMPFILE;

/// openat2(2) that follows symbolic links as long as they stay within the folder.
static inline long formwork_open_beneath(int folder, const char *path, uint64_t flags) {
    struct open_how how = {
        .flags = flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS
    };
    return syscall(SYS_openat2, folder, path, &how, sizeof how);
}

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
