import { expect, onTestFinished, test } from "vitest";
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
    output: "内置离线模型只有这一个。要选模型，请先连接一个供应商。",
  });
});
