// Another machine chosen in the GPU menu, with an `ssh` that says what the test wants.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "app/window/shell/machine_menu.h"
#include "driver.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using worker_client::WorkerState;

class Machines : public testing::Test {
protected:
    void SetUp() override
    {
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "no OpenGL on this machine";
        fs::remove_all(folder);
        fs::create_directories(folder);
        path = std::getenv("PATH");
        setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
    }
    void TearDown() override
    {
        if (!path.empty()) setenv("PATH", path.c_str(), 1);
    }

    void ssh_does(const std::string& what)
    {
        std::ofstream(folder / "ssh") << "#!/bin/sh\n" << what << "\n";
        chmod((folder / "ssh").c_str(), 0755);
    }

    void name_a_machine(const std::string& machine)
    {
        driver->click("gpu_selector");
        driver->click("machine_new");
        driver->frames(3);
        driver->type(machine);
        driver->press(Key::enter);
        driver->frames(4);
    }

    bool comes_to(WorkerState state)
    {
        for (int i = 0; i < 6000 && driver->session().view().worker().state != state; ++i) {
            driver->session().update();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        driver->frames(3);
        return driver->session().view().worker().state == state;
    }

    [[nodiscard]] std::string words() const { return worker_words(driver->session().view().worker()); }

    std::unique_ptr<Driver> driver;
    fs::path folder = test_home() / "machines_test";
    std::string path;
};

TEST_F(Machines, IsConnectedToByNameAndKept)
{
    ssh_does("exec " SPILLWAY_WORKER);
    name_a_machine("lab");
    EXPECT_EQ(driver->session().view().worker().host, "lab");
    EXPECT_TRUE(driver->app().view().open_menu.empty());
    ASSERT_TRUE(comes_to(WorkerState::ready));
    EXPECT_EQ(words(), "on lab");
    name_a_machine("other");
    EXPECT_EQ(driver->app().settings(1280, 720).machines, (std::vector<std::string>{"other", "lab"}));
    driver->click("gpu_selector");
    driver->keep_picture("machines_menu");
    driver->click("machine:lab");
    EXPECT_EQ(driver->app().settings(1280, 720).machines, (std::vector<std::string>{"lab", "other"}))
        << "used last, stands first";
    driver->click("gpu_selector");
    driver->click("machine:");
    EXPECT_EQ(driver->session().view().worker().host, "");
    ASSERT_TRUE(comes_to(WorkerState::ready));
    EXPECT_EQ(words(), "");
}

TEST_F(Machines, SaysThatItConnectsAndWhyItIsRefused)
{
    const fs::path go = folder / "go";
    ssh_does("while [ ! -e '" + go.string() +
             "' ]; do sleep 0.05; done\n"
             "echo 'me@lab: Permission denied (publickey).' >&2; exit 255");
    name_a_machine("lab");
    ASSERT_TRUE(comes_to(WorkerState::starting));
    EXPECT_EQ(words(), "connecting to lab …");
    driver->keep_picture("machine_connecting");
    std::ofstream(go) << "go";
    ASSERT_TRUE(comes_to(WorkerState::unavailable));
    EXPECT_EQ(driver->session().view().worker().trouble->what,
              "lab could not be reached: me@lab: Permission denied (publickey).");
    EXPECT_EQ(words(), "lab is unreachable");
    driver->keep_picture("machine_refused");
    driver->click("banner 1");
    EXPECT_EQ(driver->session().view().worker().host, "") << "Use this machine";
    ASSERT_TRUE(comes_to(WorkerState::ready));
}

TEST_F(Machines, WhatIsNoMachineIsRefusedInTheField)
{
    ssh_does("touch '" + (folder / "started").string() + "'");
    for (const char* name : {"-oProxyCommand=x", "lab; rm -rf", "\"lab\""}) {
        name_a_machine(name);
        EXPECT_EQ(driver->app().view().open_menu, "machine_field") << name;
        EXPECT_FALSE(driver->app().view().machine_entry.error.empty());
        driver->press(Key::escape);
        EXPECT_TRUE(driver->app().view().open_menu.empty());
    }
    EXPECT_TRUE(driver->app().settings(1280, 720).machines.empty());
    EXPECT_EQ(driver->session().view().worker().host, "");
    EXPECT_FALSE(fs::exists(folder / "started"));
}

}  // namespace
}  // namespace spillway::window
