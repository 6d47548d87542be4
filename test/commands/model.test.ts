import { expect, onTestFinished, test } from "vitest";
import { projectSessions } from "../../src/runtime/session-verbs.ts";
import { project, tempDir } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";
import { startModelServer } from "../support/server.ts";

test("/model with a name that the provider does not list says so and names the nearest one", async () => {
  const server = await startModelServer(() => ({ text: "ok" }));
  onTestFinished(() => server.close());
  const host = await offlineHost({ settings: { provider: "generic", baseUrl: server.url, model: "test-model" } });
  const { output, exitCode } = await host.submit("/model test-modle", unaborted);
  expect(exitCode).toBe(0);
  expect(output).toBe(
    "The model is now test-modle.\nThe provider does not list this model; did you mean test-model? If the next request fails, choose another one.",
  );
  expect((await host.submit("/model test-model", unaborted)).output).toBe("The model is now test-model.");
});

test("/model changes nothing where there is only one", async () => {
  const host = await offlineHost({ lang: "zh" });
  expect(await host.submit("/model gpt-9", unaborted)).toEqual({
    exitCode: 1,
    output: "内置离线模型只有这一个。要选模型，请先连接一个提供商。",
  });
  const named = await offlineHost({ lang: "zh", settings: { provider: "offline", model: "toy-1" } });
  expect((await named.submit("/model toy-1", unaborted)).exitCode).toBe(1);
});

test("a session that only changes its settings does not tell its start again, another one does", async () => {
  const home = tempDir();
  const cwd = project();
  const first = await offlineHost({ home, cwd });
  await first.submit("list", unaborted);
  await first.close();
  const host = await offlineHost({ home, cwd, listening: false });
  const codes: string[] = [];
  const events = host.events();
  void (async () => {
    for await (const event of events) if (event.type === "notice") codes.push(event.code);
  })();
  await host.submit("list", unaborted);
  await host.submit("/lang en", unaborted);
  await host.submit("/skill reload", unaborted);
  await new Promise((resolve) => setImmediate(resolve));
  expect(codes).not.toContain("SESSION_RESUMED");
  const [, old = ""] = projectSessions(home, cwd).map(({ id }) => id);
  await host.submit(`/resume ${old}`, unaborted);
  await new Promise((resolve) => setImmediate(resolve));
  expect(codes).toContain("SESSION_RESUMED");
});
