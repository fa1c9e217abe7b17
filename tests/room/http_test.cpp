// Answers to requests, and the requests that may open a WebSocket.

#include <gtest/gtest.h>

#include "app/room/http.h"
#include "app/room/secrets.h"

namespace spillway::room {
namespace {

const std::string room_code = "ABCDE12345", device_token = "0123456789abcdef0123456789abcdef";

HttpRequest request(const std::string& path, const std::string& room = room_code)
{
    HttpRequest made;
    made.path = path;
    made.arguments = {"other=1", "room=" + room};
    made.host = "lab.example:8017";
    made.origin = "http://lab.example:8017";
    made.cookie = "a=b; spillway_device=" + device_token + "; c=d";
    return made;
}

std::string header(const HttpReply& reply, const std::string& name)
{
    for (const auto& [key, value] : reply.headers)
        if (key == name) return value;
    return {};
}

std::string unchanged(const std::string& text)
{
    return text;
}

TEST(Http, ADevicesTokenIsReadFromItsCookieOnly)
{
    EXPECT_EQ(device_of(request("/")), device_token);
    const auto device = [](const std::string& cookie) {
        HttpRequest made;
        made.cookie = cookie;
        return device_of(made);
    };
    EXPECT_EQ(device("spillway_device=" + device_token), device_token);
    for (const std::string& none :
         {std::string(), std::string("spillway_device="), "spillway_device=" + device_token + "0",
          "xspillway_device=" + device_token, "spillway_device_=" + device_token,
          "spillway_device=" + std::string(32, 'G'), std::string(";;;=;"), std::string("   ")})
        EXPECT_EQ(device(none), "") << none;
}

TEST(Http, ASocketNeedsPathCodeOriginAndCookie)
{
    const Pages pages(room_code, "127.0.0.1:8017", nullptr);
    EXPECT_EQ(pages.accept_socket(request("/socket")), device_token);
    EXPECT_FALSE(pages.accept_socket(request("/")));
    EXPECT_FALSE(pages.accept_socket(request("/socket", "ABCDE12346")));
    EXPECT_FALSE(pages.accept_socket(request("/socket", "")));
    for (const char* origin : {"", "null", "http://lab.example", "http://other.example:8017", "ftp://lab.example:8017",
                               "http://lab.example:8017.other.example"}) {
        HttpRequest made = request("/socket");
        made.origin = origin;
        EXPECT_FALSE(pages.accept_socket(made)) << origin;
    }
    HttpRequest secure = request("/socket");
    secure.origin = "https://lab.example:8017";
    EXPECT_TRUE(pages.accept_socket(secure)) << "behind a server with TLS";
    HttpRequest bare = request("/socket");
    bare.cookie.clear();
    EXPECT_FALSE(pages.accept_socket(bare));
    HttpRequest strange = request("/socket");
    strange.host = "a b";
    strange.origin = "http://a b";
    EXPECT_FALSE(pages.accept_socket(strange));
}

TEST(Http, PagesNeedTheCodeAndTheCookieComesFromOnePathOnly)
{
    const Pages pages(room_code, "127.0.0.1:8017", unchanged);
    for (const char* path : {"/", "/present"}) {
        EXPECT_EQ(pages.reply(request(path)).status, 200) << path;
        EXPECT_EQ(pages.reply(request(path, "AAAAAAAAAA")).status, 404) << path;
        HttpRequest without_cookie = request(path);
        without_cookie.cookie.clear();
        EXPECT_EQ(header(pages.reply(without_cookie), "set-cookie"), "") << path;
    }
    HttpRequest post = request("/");
    post.is_get = false;
    EXPECT_EQ(pages.reply(post).status, 405);
    HttpRequest fresh = request("/device");
    EXPECT_EQ(pages.reply(fresh).status, 204);
    EXPECT_TRUE(header(pages.reply(fresh), "set-cookie").starts_with("spillway_device=" + device_token + ";"))
        << "the same device, for longer";
    fresh.cookie.clear();
    EXPECT_EQ(pages.reply(fresh).status, 201) << "a new one";
    const std::string cookie = header(pages.reply(fresh), "set-cookie");
    EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
    EXPECT_EQ(cookie.find("Secure"), std::string::npos) << "plain HTTP would never send it back";
    fresh.forwarded_scheme = "https";
    EXPECT_NE(header(pages.reply(fresh), "set-cookie").find("; Secure"), std::string::npos);
}

TEST(Http, ThePolicyNamesOnlyAValidHost)
{
    const Pages pages(room_code, "127.0.0.1:8017", nullptr);
    HttpRequest made = request("/");
    EXPECT_NE(header(pages.reply(made), "content-security-policy").find("wss://lab.example:8017"), std::string::npos);
    made.host = "x; script-src *";
    EXPECT_EQ(header(pages.reply(made), "content-security-policy").find('*'), std::string::npos);
}

TEST(Http, TheQrCodeHasAnAddressThatPhonesReach)
{
    const Pages pages(room_code, "10.0.0.5:8017", unchanged);
    EXPECT_EQ(*pages.reply(request("/qr.svg")).body, "http://lab.example:8017/?room=" + room_code);
    HttpRequest local = request("/qr.svg");
    local.host = "127.0.0.1:8017";
    EXPECT_EQ(*pages.reply(local).body, "http://10.0.0.5:8017/?room=" + room_code);
    EXPECT_EQ(pages.reply(request("/qr.svg", "")).status, 404);
    EXPECT_EQ(Pages(room_code, "10.0.0.5:8017", nullptr).reply(request("/qr.svg")).status, 404);
}

}  // namespace
}  // namespace spillway::room
