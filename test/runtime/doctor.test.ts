// What doctor advises fits what is wrong.
import { expect, test } from "vitest";
import { runDoctor } from "../../src/runtime/doctor.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { tempFolder } from "../support/folder.ts";

async function modelCheck(env: Readonly<Record<string, string>>) {
  const home = tempFolder();
  const environment = await readEnvironment({
    flags: { lang: "en" },
    cwd: tempFolder(),
    env: { PAICLI_HOME: home, HOME: home, ...env },
  });
  return (await runDoctor(environment)).find(({ name }) => name === "model");
}

test.each([
  ["nothing is set", {}, /No model|not configured/i, /DEEPSEEK_API_KEY/],
  ["an endpoint without a model", { PAICLI_BASE_URL: "http://127.0.0.1:9/v1" }, /needs a model id/, /^paicli config/],
  ["a provider that does not exist", { PAICLI_PROVIDER: "nobody" }, /Unknown provider/, /^paicli config/],
  [
    "an endpoint that does not answer",
    { PAICLI_BASE_URL: "http://127.0.0.1:9/v1", PAICLI_MODEL: "m", PAICLI_API_KEY: "k" },
    /./,
    /^check address, key, network/,
  ],
])("%s: the advice is about just that", async (_, env, detail, mend) => {
  const check = await modelCheck(env);
  expect(check).toMatchObject({ ok: false, detail: expect.stringMatching(detail), mend: expect.stringMatching(mend) });
});
