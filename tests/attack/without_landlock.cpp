// Starts a program as on a system without Landlock, and with --no-namespaces without namespaces of its own as well.

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <vector>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char** words)
{
    int first = 1;
    std::vector<unsigned> refused{SYS_landlock_create_ruleset};
    if (count > 1 && std::string_view(words[1]) == "--no-namespaces") {
        refused.push_back(SYS_unshare);
        first = 2;
    }
    if (first >= count) return 2;
    std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
    for (const unsigned number : refused) {
        filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
        filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
    }
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        std::perror("seccomp");
        return 125;
    }
    execvp(words[first], words + first);
    return 126;
}
