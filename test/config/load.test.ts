import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Layer, readLayers, resolveConfig } from "../../src/config/load.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { textsFor } from "../../src/locale/index.ts";
import { MAX_STEERING_BYTES } from "../../src/util/project-file.ts";
import { tempFolder } from "../support/folder.ts";

const layer = (kind: Layer["kind"], values: Layer["values"], keys: Layer["keys"] = {}): Layer => ({
  kind,
  source: kind,
  values,
  keys,
});

test("the first layer that gives a value wins, and the value knows where it came from", () => {
  const { settings, origins } = resolveConfig(
    [layer("flag", { model: "a" }), layer("env", { model: "b", maxTurns: "3" })],
    false,
  );
  expect(settings).toEqual({ model: "a", maxTurns: 3 });
  expect(origins).toEqual({ model: { kind: "flag", source: "flag" }, maxTurns: { kind: "env", source: "env" } });
});

test("L6: an untrusted project sets its model id and thresholds, and nothing else; a trusted one sets the rest", () => {
  const project = layer(
    "project",
    { model: "m", approval: "full", baseUrl: "http://x.test", memoryDir: "/tmp" },
    { DEEPSEEK_API_KEY: "k" },
  );
  const untrusted = resolveConfig([project], false);
  expect(untrusted.settings).toEqual({ model: "m" });
  expect(untrusted.keys).toEqual({});
  expect(untrusted.ignored.map(({ name }) => name).toSorted()).toEqual(["DEEPSEEK_API_KEY", "approval", "baseUrl", "memoryDir"]);
  expect(resolveConfig([project], true).settings).toMatchObject({ approval: "full", baseUrl: "http://x.test" });
  expect(resolveConfig([layer("project", { trustProject: "true" })], true).settings).toEqual({});
});

test("a broken file and a bad value of a project that nobody trusts are ignored; trusted, or the person's own, they are errors", () => {
  const root = tempFolder({ ".paicli/config.json": "{broken" });
  const layers = readLayers({ flags: {}, env: {}, keyVariables: [], home: tempFolder(), root });
  expect(resolveConfig(layers, false).ignored.map(({ name }) => name)).toEqual(["config.json"]);
  expect(() => resolveConfig(layers, true)).toThrow("CONFIG_UNREADABLE");
  const bad = { contextWindow: "many" };
  expect(resolveConfig([layer("project", bad)], false).settings).toEqual({});
  expect(() => resolveConfig([layer("project", bad)], true)).toThrow("CONFIG_INVALID");
  expect(() => resolveConfig([layer("env", bad)], false)).toThrow("CONFIG_INVALID");
});

test("L6: a project's configuration that is a link out of it, a pipe, a device or a huge file is not read, trusted or not, and told", () => {
  const outside = tempFolder({ "out.env": "PAICLI_MODEL=out\n", "out.json": '{"model":"out"}' });
  const root = tempFolder({ "real.env": "PAICLI_MODEL=in\n", ".paicli/x": "" });
  const read = () => readLayers({ flags: {}, env: {}, keyVariables: [], home: outside, root });
  for (const [name, target] of [
    [".env", join(outside, "out.env")],
    [".paicli/config.json", join(outside, "out.json")],
  ] as const) {
    const path = join(root, name);
    const refusal = (fault: string) => ({ settings: {}, refused: [{ path, fault }] });
    for (const [make, fault] of [
      [() => symlinkSync(target, path), "outside"],
      [() => symlinkSync("/dev/zero", path), "outside"],
      [() => execFileSync("mkfifo", [path]), "no_file"],
      [() => mkdirSync(path), "no_file"],
      [() => writeFileSync(path, " ".repeat(MAX_STEERING_BYTES + 1)), "too_large"],
    ] as const) {
      make();
      for (const trusted of [true, false]) expect(resolveConfig(read(), trusted)).toMatchObject(refusal(fault));
      rmSync(path, { recursive: true });
    }
  }
  symlinkSync("real.env", join(root, ".env"));
  expect(resolveConfig(read(), false)).toMatchObject({ settings: { model: "in" }, refused: [] });
  for (const lang of ["zh", "en"] as const)
    expect(textsFor(lang).runtime.filesRefused([{ path: ".env", fault: "outside" }])).toContain(".env");
});

test("an unknown key of a configuration file is named with the setting that may be meant", () => {
  const home = tempFolder({ "config.json": '{"contextWindw": 1000}' });
  const read = () => readLayers({ flags: {}, env: {}, keyVariables: [], home });
  expect(read).toThrow(
    expect.objectContaining({ code: "CONFIG_UNKNOWN", values: expect.objectContaining({ nearest: "contextWindow" }) }),
  );
  for (const lang of ["zh", "en"] as const) {
    const words = textsFor(lang).errors.CONFIG_UNKNOWN({ name: "contextWindw", source: "c.json", nearest: "contextWindow" });
    expect(words).toContain("contextWindow");
    expect(words.length).toBeLessThan(200);
  }
});

test("variables that begin like ours and that nothing reads are told; of an untrusted project nothing is", () => {
  const root = tempFolder({ ".env": "PAICLI_MODLE=x\nOTHER=1\n" });
  const env = { PAICLI_HOME: "/h", PAICLI_PROCESS: "x", PAICLI_CONTEXT_WINDO: "1", PAICLI_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ: "1" };
  const layers = readLayers({ flags: {}, env, keyVariables: [], home: tempFolder(), root });
  const own = [
    { name: "PAICLI_CONTEXT_WINDO", nearest: "PAICLI_CONTEXT_WINDOW" },
    { name: "PAICLI_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ" },
  ];
  expect(resolveConfig(layers, false).unknown).toEqual(own);
  expect(resolveConfig(layers, true).unknown).toEqual([...own, { name: "PAICLI_MODLE", nearest: "PAICLI_MODEL" }]);
});

test("every setting says in both languages what it takes", () => {
  for (const { accepts } of Object.values(SETTINGS)) {
    const [zh, en] = (["zh", "en"] as const).map((lang) =>
      textsFor(lang).errors.CONFIG_INVALID({ name: "n", source: "s", value: "v", accepted: accepts }),
    );
    expect(zh).not.toContain("undefined");
    expect(en).not.toContain("undefined");
    if (typeof accepts === "string") expect(zh).toMatch(/接受：.*[\u4e00-\u9fff]/);
  }
});
