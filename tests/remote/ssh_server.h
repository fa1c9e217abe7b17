#pragma once

#include <memory>
#include <string>

#include "tests/commands/process.h"

namespace spillway::remote {

/// A real OpenSSH server on the loopback, with keys of its own, as the present user; and an `ssh` that knows it as
/// these hosts: `lab` (lets this user in), `wrong_key`, `stranger` (whose key is not known), `closed` (nobody listens).
class SshServer {
public:
    /// Why the test must be skipped; empty: it runs.
    [[nodiscard]] const std::string& why_not() const { return why_not_; }
    /// The environment in which `ssh` is that one.
    [[nodiscard]] commands::Environment environment() const;
    SshServer();
    ~SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;

    /// Ends every connection that is open, as a machine that falls over does; new ones may be made.
    void cut();
    /// Every connection says nothing more, and hears nothing, until it is cut.
    void silence();

private:
    [[nodiscard]] std::string make_keys() const;
    void write_configuration(int port) const;
    [[nodiscard]] bool start(const std::string& program);
    void signal_connections(int signal_number);

    commands::TemporaryFolder folder_;
    std::unique_ptr<commands::Process> server_;
    std::string why_not_;
};

}  // namespace spillway::remote
