import { createServer } from "node:http";
import { expect, test } from "vitest";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { openMemory } from "../../src/runtime/memory.ts";
import { recallOf } from "../../src/runtime/recall.ts";
import { tempFolder } from "../support/folder.ts";

test("vectors are asked for through the proxy that is set, and nothing is found worse without them", async () => {
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 502 no way\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const environment = await readEnvironment({
    flags: { provider: "offline", lang: "en" },
    cwd: tempFolder({ ".git/HEAD": "ref: refs/heads/main\n" }),
    env: {
      PAICLI_HOME: tempFolder(),
      PAICLI_EMBEDDING_BASE_URL: "http://embed.example/v1",
      PAICLI_EMBEDDING_MODEL: "vectors",
      http_proxy: `http://127.0.0.1:${port}`,
    },
  });
  const memory = openMemory(environment, () => {});
  await memory.save("the project is built with pnpm", { source: "user" });
  const failures: unknown[] = [];
  const found = await recallOf(environment, memory, (error) => failures.push(error)).search("which build tool: pnpm?");
  expect(asked).toEqual(["embed.example:80"]);
  expect(failures).toHaveLength(1);
  expect(found.map(({ entry }) => entry.content)).toEqual(["the project is built with pnpm"]);
  proxy.close();
});
