// SPDX-License-Identifier: MIT
/// Restart files: written data is read back, and every kind of damage to a file is distinguished from the others.
#include <io/bytes.h>
#include <io/checkpoint.h>
#include <io/crc32c.h>
#include <tests/io/scratch_folder.h>

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

namespace tactus::io {
namespace {

using testing::file_text;
using testing::ScratchFolder;
using testing::write_text;

Checkpoint some_checkpoint(std::size_t size = 1000, unsigned seed = 1) {
  std::mt19937 random(seed);
  Checkpoint c{.kind = "rigid", .version = 3, .state = {}};
  for (std::size_t i = 0; i < size; ++i) c.state.push_back(static_cast<std::byte>(random() & 0xffu));
  return c;
}

/// Reads the file and returns the fault; nothing if there is none.
std::optional<CheckpointFault> fault_of(const std::filesystem::path& path, const std::string& kind = "rigid",
                                        std::uint32_t newest = 3, std::uint32_t oldest = 1) {
  try {
    read_checkpoint(path, kind, newest, oldest);
  } catch (const CheckpointError& error) {
    EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    return error.fault();
  }
  return std::nullopt;
}

TEST(Crc32c, IsTheOneOfTheStandard) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc32c(std::as_bytes(std::span(digits))), 0xe3069283u);  // RFC 3720 has this check value
}

TEST(Bytes, ComeBackInTheOrderOfWriting) {
  ByteWriter out;
  out.write(7);
  out.write(std::vector<double>{1.5, -0.0, 1e308});
  out.write(std::string("tactus"));
  out.write(std::vector<float>{});
  ByteReader in(out.bytes());
  EXPECT_EQ(in.read<int>(), 7);
  std::vector<double> numbers;
  in.read(numbers);
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_TRUE(std::signbit(numbers[1]));
  std::string text;
  in.read(text);
  EXPECT_EQ(text, "tactus");
  EXPECT_THROW(in.expect_end(), BytesEnd);
  std::vector<float> none{1};
  in.read(none);
  EXPECT_TRUE(none.empty());
  EXPECT_NO_THROW(in.expect_end());
  EXPECT_THROW(in.read<char>(), BytesEnd);
}

TEST(Bytes, ACountThatCannotBeTrueAllocatesNothing) {
  ByteWriter out;
  out.write(std::uint64_t{1} << 61);
  ByteReader in(out.bytes());
  std::vector<double> numbers;
  EXPECT_THROW(in.read(numbers), BytesEnd);
}

TEST(Checkpoint, ComesBackByteForByte) {
  const ScratchFolder folder;
  for (const std::size_t size : {0u, 1u, 1000u, 1000000u}) {
    write_checkpoint(folder / "a", some_checkpoint(size));
    const Checkpoint back = read_checkpoint(folder / "a", "rigid", 3);
    EXPECT_EQ(back.version, 3u);
    EXPECT_EQ(back.state, some_checkpoint(size).state);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a.new"));
}

TEST(Checkpoint, EveryTruncationIsCalledOne) {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", some_checkpoint(100));
  const std::string whole = file_text(folder / "a");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_text(folder / "cut", whole.substr(0, length));
    EXPECT_EQ(fault_of(folder / "cut"), CheckpointFault::truncated) << length;
  }
  write_text(folder / "long", whole + "x");
  EXPECT_EQ(fault_of(folder / "long"), CheckpointFault::damaged);
}

TEST(Checkpoint, EveryFlippedBitIsCalledDamage) {
  const ScratchFolder folder;
  write_checkpoint(folder / "a", some_checkpoint(60));
  const std::string whole = file_text(folder / "a");
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    write_text(folder / "flipped", flipped);
    EXPECT_EQ(fault_of(folder / "flipped"), CheckpointFault::damaged) << "bit " << bit;
  }
}

TEST(Checkpoint, ForeignOtherNewerOlderAndAbsentFilesAreToldApart) {
  const ScratchFolder folder;
  write_text(folder / "text",
             "Dear diary, today I wrote no checkpoint at all, but there was enough to read and to say.");
  write_text(folder / "short", "PK");
  EXPECT_EQ(fault_of(folder / "text"), CheckpointFault::foreign);
  EXPECT_EQ(fault_of(folder / "short"), CheckpointFault::foreign);
  EXPECT_EQ(fault_of(folder / "absent"), CheckpointFault::unreadable);
  EXPECT_EQ(fault_of(folder / "."), CheckpointFault::unreadable);
  write_checkpoint(folder / "a", some_checkpoint());
  EXPECT_EQ(fault_of(folder / "a"), std::nullopt);
  EXPECT_EQ(fault_of(folder / "a", "rope"), CheckpointFault::other_kind);
  EXPECT_EQ(fault_of(folder / "a", "rigid", 2), CheckpointFault::newer);
  EXPECT_EQ(fault_of(folder / "a", "rigid", 5, 4), CheckpointFault::older);
  EXPECT_THROW(write_checkpoint(folder / "a", {.kind = std::string(33, 'x'), .state = {}}), std::invalid_argument);
}

/// Limits the size of files while it lives; then writing fails as on a full disk.
struct LimitedFileSize {
  explicit LimitedFileSize(rlim_t bytes) : handler(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~LimitedFileSize() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  rlimit before{};
  void (*handler)(int);
};

void expect_write_fails_and_old_one_stays(const std::filesystem::path& path, const Checkpoint& old) {
  try {
    write_checkpoint(path, some_checkpoint(400000, 2));
    FAIL() << "400 kB fitted where 200 kB should not";
  } catch (const CheckpointError& error) {
    EXPECT_EQ(error.fault(), CheckpointFault::not_written);
  }
  EXPECT_EQ(read_checkpoint(path, "rigid", 3).state, old.state);
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".new"));
}

TEST(Checkpoint, AWriteThatFailsLosesNoOlderOne) {
  const ScratchFolder folder;
  const Checkpoint old = some_checkpoint(1000);
  write_checkpoint(folder / "a", old);
  const LimitedFileSize limit(200000);
  expect_write_fails_and_old_one_stays(folder / "a", old);
}

TEST(Checkpoint, AFullDiskLosesNoOlderOne) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "disk");
  if (mount("tmpfs", (folder / "disk").c_str(), "tmpfs", 0, "size=256k") != 0)
    GTEST_SKIP() << "a small disk can be mounted by root only";
  const Checkpoint old = some_checkpoint(1000);
  write_checkpoint(folder / "disk/a", old);
  expect_write_fails_and_old_one_stays(folder / "disk/a", old);
  EXPECT_EQ(umount((folder / "disk").c_str()), 0);
}

/// Writes one checkpoint after the other until it is killed. Each holds its number, many times.
[[noreturn]] void write_until_killed(const std::filesystem::path& path) {
  for (std::uint8_t i = 1;; ++i)
    write_checkpoint(path, {.kind = "rigid", .version = 3, .state = std::vector<std::byte>(300000, std::byte{i})});
}

TEST(Checkpoint, IsWholeWheneverTheWriterIsKilled) {
  const ScratchFolder folder;
  std::mt19937 random(4);
  write_checkpoint(folder / "a", {.kind = "rigid", .version = 3, .state = std::vector<std::byte>(300000)});
  for (int kill_number = 0; kill_number < 10; ++kill_number) {
    const pid_t child = fork();
    if (child == 0) write_until_killed(folder / "a");
    ::usleep(2000 + static_cast<useconds_t>(random() % 30000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const Checkpoint found = read_checkpoint(folder / "a", "rigid", 3);
    EXPECT_EQ(found.state, std::vector<std::byte>(300000, found.state.at(0)));
  }
}

}  // namespace
}  // namespace tactus::io
