import { expect, test } from "vitest";
import { type Layer, readLayers, resolveConfig } from "../../src/config/load.ts";
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
