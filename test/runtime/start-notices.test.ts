// What a session tells before its first turn about its configuration.
import { expect, test } from "vitest";
import { openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { configReport } from "../../src/runtime/report.ts";
import { tempFolder } from "../support/folder.ts";

async function told(contextWindow: string) {
  const home = tempFolder();
  const environment = await readEnvironment({
    flags: { lang: "en", provider: "generic", baseUrl: "http://127.0.0.1:9/v1", model: "m", contextWindow },
    cwd: tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" }),
    env: { PAICLI_HOME: home, HOME: home, PATH: process.env.PATH },
  });
  const agent = await openAgent({ environment });
  const events = agent.events();
  await agent.close();
  const codes: string[] = [];
  for await (const event of events) if (event.type === "notice") codes.push(event.code);
  return { codes, config: configReport(environment, environment.texts, undefined) };
}

test("a context window below the smallest that is worked with is told, at the start and by config, with what it is taken as", async () => {
  const small = await told("4000");
  expect(small.codes).toEqual(["WINDOW_TOO_SMALL"]);
  expect(small.config).toContain("A context window of 4000 tokens is too small to work in; it is taken as 8000.");
  expect(small.config).toMatch(/→ window +8000 \//);
  const enough = await told("8000");
  expect(enough.codes).toEqual([]);
  expect(enough.config).not.toContain("too small");
});
