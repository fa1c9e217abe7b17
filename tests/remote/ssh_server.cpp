#include "tests/remote/ssh_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace spillway::remote {
namespace {

namespace fs = std::filesystem;
using commands::Finished;

/// Path in the folder that scripts/setup.sh unpacks for the tests.
const fs::path servers = fs::path(SPILLWAY_SOURCE_DIR) / "build/test-servers";

std::string output_of(const std::string& line)
{
    const Finished run = commands::run({"/bin/sh", "-c", line}, {}, std::chrono::seconds(10));
    return run.status == 0 ? run.output.substr(0, run.output.find('\n')) : std::string();
}

std::string find_server()
{
    for (const fs::path& program : {servers / "usr/sbin/sshd", fs::path("/usr/sbin/sshd")})
        if (fs::exists(program)) return program;
    return {};
}

/// A port that nobody listens on now.
int free_port()
{
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool is_bound = bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                          getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(listener);
    return is_bound ? ntohs(address.sin_port) : 0;
}

/// Environment of the session on the other side.
std::string passed_on()
{
    std::string line;
    for (const char* name : {"SPILLWAY_NVRTC", "SPILLWAY_NVDISASM", "SPILLWAY_CUDA_WHEELS", "CUDA_HOME", "CUDA_PATH"})
        if (const char* value = std::getenv(name)) line += std::string(" ") + name + "=\"" + value + "\"";
    return line;
}

pid_t parent_of(pid_t process)
{
    const std::string stat = commands::read_text(fs::path("/proc") / std::to_string(process) / "stat");
    const auto end = stat.rfind(')');
    return end == std::string::npos ? 0 : std::atoi(stat.c_str() + end + 4);
}

}  // namespace

SshServer::SshServer()
{
    const std::string program = find_server();
    if (program.empty())
        why_not_ = "there is no OpenSSH server here: ./test.sh unpacks one where packages can be fetched";
    if (why_not_.empty() && output_of("command -v ssh-keygen").empty()) why_not_ = "there is no OpenSSH client here";
    if (why_not_.empty()) why_not_ = make_keys();
    if (why_not_.empty() && !start(program))
        why_not_ = "the OpenSSH server does not start here: " + (server_ ? server_->errors() : "no port is free");
}

SshServer::~SshServer()
{
    if (server_) cut();
}

commands::Environment SshServer::environment() const
{
    const char* path = std::getenv("PATH");
    return {{"PATH", folder_.file("bin") + ":" + (path != nullptr ? path : "/usr/bin:/bin")}};
}

std::string SshServer::make_keys() const
{
    for (const char* key : {"host_key", "user_key", "other_key"}) {
        const Finished made = commands::run({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder_.file(key)});
        if (made.status != 0) return "ssh-keygen makes no keys here: " + made.errors;
    }
    fs::copy_file(folder_.file("user_key.pub"), folder_.file("authorized"));
    return {};
}

void SshServer::write_configuration(int port) const
{
    std::ofstream(folder_.file("sshd_config"))
        << "ListenAddress 127.0.0.1\nPort " << port << "\nHostKey " << folder_.file("host_key")
        << "\nAuthorizedKeysFile " << folder_.file("authorized")
        << "\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
        << "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nSetEnv XDG_CACHE_HOME="
        << folder_.file("cache") << passed_on() << "\n";
    const std::string key = commands::read_text(folder_.file("host_key.pub"));
    std::ofstream(folder_.file("known")) << "[127.0.0.1]:" << port << " " << key;
    const std::string knows = "  UserKnownHostsFile " + folder_.file("known") + "\n";
    const std::string lets_in = "  IdentityFile " + folder_.file("user_key") + "\n";
    std::ofstream(folder_.file("ssh_config"))
        << "Host lab\n"
        << knows << lets_in << "Host wrong_key\n"
        << knows << "  IdentityFile " << folder_.file("other_key") << "\nHost stranger\n  UserKnownHostsFile none\n"
        << lets_in << "Host closed\n  Port 1\n"
        << knows << "Host *\n  HostName 127.0.0.1\n  Port " << port
        << "\n  IdentitiesOnly yes\n  BatchMode yes\n  GlobalKnownHostsFile none\n";
    fs::create_directories(folder_.file("bin"));
    const std::string ssh = folder_.file("bin/ssh");
    std::ofstream(ssh) << "#!/bin/sh\nexec " << output_of("command -v ssh") << " -F '" << folder_.file("ssh_config")
                       << "' \"$@\"\n";
    chmod(ssh.c_str(), 0755);
}

/// As root it wants a user of its own and an empty folder, which a machine without an installed server lacks: the user
/// is made up for this one process.
bool SshServer::start(const std::string& program)
{
    const int port = free_port();
    if (port == 0) return false;
    write_configuration(port);
    commands::Environment environment;
    if (program.starts_with(servers.string()))
        environment["LD_LIBRARY_PATH"] = output_of("ls -d '" + servers.string() + "'/usr/lib/*-linux-gnu");
    if (geteuid() == 0 && getpwnam("sshd") == nullptr) {
        environment["LD_PRELOAD"] = output_of("ls '" + servers.string() + "'/usr/lib/*-linux-gnu/libnss_wrapper.so");
        environment["NSS_WRAPPER_PASSWD"] = folder_.file("passwd");
        environment["NSS_WRAPPER_GROUP"] = folder_.file("group");
        std::ofstream(folder_.file("passwd"))
            << output_of("getent passwd 0") << "\nsshd:x:65533:65534::/:/usr/sbin/nologin\n";
        std::ofstream(folder_.file("group")) << "root:x:0:\nnogroup:x:65534:\n";
    }
    std::error_code is_there;
    if (geteuid() == 0) fs::create_directory("/run/sshd", is_there);
    server_ = std::make_unique<commands::Process>(
        std::vector<std::string>{program, "-D", "-e", "-f", folder_.file("sshd_config")}, environment);
    return server_->wait_for_text("Server listening", std::chrono::seconds(20));
}

/// The server's children, and theirs: each leads a group of its own, so that no group can be named.
void SshServer::signal_connections(int signal_number)
{
    std::set<pid_t> ours{server_->id()};
    std::error_code gone;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto& entry : fs::directory_iterator("/proc", gone)) {
            const pid_t process = std::atoi(entry.path().filename().c_str());
            if (process > 0 && !ours.contains(process) && ours.contains(parent_of(process)))
                grows = ours.insert(process).second;
        }
    }
    ours.erase(server_->id());
    for (const pid_t process : ours)
        if (commands::read_text(fs::path("/proc") / std::to_string(process) / "comm").starts_with("sshd"))
            kill(process, signal_number);
}

void SshServer::cut()
{
    signal_connections(SIGKILL);
}

void SshServer::silence()
{
    signal_connections(SIGSTOP);
}

}  // namespace spillway::remote
