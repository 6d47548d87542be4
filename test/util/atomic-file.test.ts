import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { removeStaleTemps, writeFileAtomic } from "../../src/util/atomic-file.ts";
import { machineTag } from "../../src/util/machine.ts";
import { retryBusy } from "../../src/util/retry-busy.ts";
import { tempDir } from "../support/memory.ts";

test("a new file gets the mode that was asked for, an existing one keeps its own, and its owner", async () => {
  const file = join(tempDir(), "a.json");
  await writeFileAtomic(file, "1", { mode: 0o600 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o664);
  chownSync(file, 65534, 65534);
  await writeFileAtomic(file, Buffer.from("二"), { mode: 0o600 });
  expect(statSync(file)).toMatchObject({ uid: 65534, gid: 65534 });
  expect(statSync(file).mode & 0o777).toBe(0o664);
  expect(readFileSync(file, "utf8")).toBe("二");
});

test("the text is flushed before it takes its place, the folder after", async () => {
  const dir = tempDir();
  const handle = await open(dir);
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync");
  onTestFinished(() => sync.mockRestore());
  await handle.close();
  let before = 0;
  await writeFileAtomic(join(dir, "a"), "1", {
    beforeRename: () => {
      before = sync.mock.calls.length;
    },
  });
  expect([before, sync.mock.calls.length]).toEqual([1, 2]);
});

test("F4: a link stays a link, also one whose target is not there yet", async () => {
  const dir = tempDir();
  mkdirSync(join(dir, "repo"));
  symlinkSync("repo/real.json", join(dir, "link.json"));
  await writeFileAtomic(join(dir, "link.json"), "1");
  await writeFileAtomic(join(dir, "link.json"), "2");
  expect(readFileSync(join(dir, "repo/real.json"), "utf8")).toBe("2");
  expect(readdirSync(dir).sort()).toEqual(["link.json", "repo"]);
});

test("F4: what another program blocks for a moment is tried again, what is forbidden fails", async () => {
  let blocked = 3;
  const dir = tempDir();
  writeFileSync(join(dir, "from"), "1");
  const operation = () => {
    if (blocked-- > 0) throw Object.assign(new Error("busy"), { code: blocked % 2 ? "EPERM" : "EBUSY" });
    return rename(join(dir, "from"), join(dir, "to"));
  };
  await retryBusy(async () => operation());
  expect(existsSync(join(dir, "to"))).toBe(true);
  await expect(retryBusy(() => rename(join(dir, "none"), join(dir, "to")))).rejects.toMatchObject({ code: "ENOENT" });
});

describe("nothing changes and no temporary file is left when", () => {
  const leaves = async (dir: string, write: Promise<unknown>, code: string) => {
    await expect(write).rejects.toMatchObject({ code });
    expect(readdirSync(dir).filter((name) => name.startsWith(".tmp-"))).toEqual([]);
  };

  test("the check before the rename fails", async () => {
    const dir = tempDir();
    writeFileSync(join(dir, "a"), "old");
    const refuse = () => {
      throw Object.assign(new Error("lock lost"), { code: "LOST" });
    };
    await leaves(dir, writeFileAtomic(join(dir, "a"), "new", { beforeRename: refuse }), "LOST");
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("old");
  });

  test("a folder or a device is in its place", async () => {
    const dir = tempDir();
    mkdirSync(join(dir, "a"));
    await leaves(dir, writeFileAtomic(join(dir, "a"), "new"), "NOT_A_FILE");
    await expect(writeFileAtomic("/dev/null", "new")).rejects.toMatchObject({ code: "NOT_A_FILE" });
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("its folder is not there", async () => {
    await expect(writeFileAtomic(join(tempDir(), "none", "a"), "x")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("left-over temporary files of dead processes go at once, of unknown machines after an hour, of living ones never", async () => {
  const dir = tempDir();
  const dead = spawnSync("true").pid;
  const names = {
    dead: `.tmp-${machineTag()}-${dead}-aa`,
    living: `.tmp-${machineTag()}-${process.pid}-aa`,
    foreign: ".tmp-00000000-1-aa",
    foreignOld: ".tmp-00000000-1-bb",
    other: ".tmp-notes",
  };
  for (const name of Object.values(names)) writeFileSync(join(dir, name), "");
  utimesSync(join(dir, names.foreignOld), new Date(0), new Date(0));
  await removeStaleTemps(dir, new Date());
  expect(readdirSync(dir).sort()).toEqual([names.foreign, names.living, names.other].sort());
  await removeStaleTemps(join(dir, "none"), new Date());
});
