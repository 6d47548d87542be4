import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toWire } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { listSessions, sessionsFolder } from "../../src/session/catalog.ts";
import { tempFolder } from "../support/folder.ts";
import { answer, calls, open, result, user, warnings } from "../support/session.ts";

const lines = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
const events = (path: string) => lines(path).map((line) => JSON.parse(line));
const wire = (messages: readonly Parameters<typeof toWire>[0][]) => JSON.stringify(messages.map(toWire));

describe("a session", () => {
  test("leaves no file until something was said", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.record({ event: "notice", level: "info", code: "X", message: "x" });
    await session.flush();
    await session.close();
    expect(readdirSync(sessionsFolder(home))).toEqual([]);
  });

  test("writes one line per event, numbered without gaps, readable by its owner alone", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("hello"), answer("hi"));
    session.record({ event: "tool_start", callId: "a", name: "read_file", brief: "" });
    await session.close();
    expect(events(session.path).map((e) => [e.sequence, e.event, e.source])).toEqual([
      [1, "session_start", "program"],
      [2, "message", "user"],
      [3, "message", "model"],
      [4, "tool_start", "model"],
    ]);
    expect(events(session.path)[1]).toMatchObject({ schemaVersion: 1, sessionId: session.id, unit: "main", mode: "react" });
    expect(session.id).toMatch(/^session-\d{8}-\d{6}-[a-z0-9]{6}$/);
    expect(statSync(session.path).mode & 0o777).toBe(0o600);
    expect(statSync(sessionsFolder(home)).mode & 0o777).toBe(0o700);
  });

  test("configured keys never enter the ledger nor the index", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("my key is sk-secret-key-1"), {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "x", arguments: '{"k":"sk-secret-key-1"}' } }],
    });
    await session.close();
    for (const name of readdirSync(sessionsFolder(home))) {
      expect(readFileSync(join(sessionsFolder(home), name), "utf8")).not.toContain("sk-secret");
    }
  });

  test('H5: a resumed session sends the same bytes: argument strings, null and "", ids, order of keys', async () => {
    const home = tempFolder();
    const session = await open(home);
    const main = session.conversation("main");
    main.append(user("one"), calls("x1", "x2"), result("x2"), result("x1", '\u002e  "é\\u002e'));
    main.append({
      role: "assistant",
      content: "",
      reasoning_content: "",
      tool_calls: [{ id: "y", type: "function", function: { name: "n", arguments: '{"b":1,"a":"\\u002e"}' } }],
    });
    main.append(result("y"), answer("done"));
    main.append({
      role: "user",
      content: [
        { text: "look", type: "text" },
        { image_url: { detail: "low", url: "data:image/png;base64,AAAA" }, type: "image_url" },
      ],
    });
    const before = wire(main.messages);
    await session.close();
    const resumed = await open(home, { resume: "latest" });
    expect(wire(resumed.conversation("main").messages)).toBe(before);
    expect(resumed.conversation("main").messages).toEqual(main.messages);
    await resumed.close();
    expect(
      events(resumed.path)
        .slice(-1)
        .map((e) => e.event),
    ).toEqual(["resume"]);
  });

  test("E11: a prompt whose request failed is in the resumed view once, and is not answered by anything earlier", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("task A"), answer("A is done"), user("task B"));
    session.record({ event: "turn_end", status: "error", usage: { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 } });
    await session.close();
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.conversation("main").messages.map((m) => m.content)).toEqual(["task A", "A is done", "task B"]);
    expect(lines(resumed.path).filter((line) => line.includes("task B"))).toHaveLength(1);
    await resumed.close();
  });

  test("A1: interrupted calls are answered once, byte-stable over later resumes", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("go"), calls("c1", "c2", "c3"), result("c1"));
    await session.close();
    const second = await open(home, { resume: "latest" });
    const repaired = second.conversation("main").messages;
    expect(repaired.map((m) => (m.role === "tool" ? m.tool_call_id : m.role))).toEqual(["user", "assistant", "c1", "c2", "c3"]);
    expect(second.resumed?.repaired).toMatchObject({ answered: 2 });
    expect(repaired[3]?.content).toMatch(/interrupted.*unknown/);
    second.conversation("main").append(user("go on"));
    await second.close();
    const third = await open(home, { resume: "latest" });
    expect(third.resumed?.repaired).toBeUndefined();
    expect(wire(third.conversation("main").messages.slice(0, 5))).toBe(wire(repaired));
    await third.close();
  });

  test("E1: nothing is glued to a torn line, a complete last line without line feed counts, numbers stay without gaps", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("one"), answer("two"));
    await session.close();
    const torn = '{"schemaVersion":1,"sequence":99,"event":"message","message":{"role":"user","content":"half ';
    appendFileSync(session.path, Buffer.concat([Buffer.from(torn), Buffer.from([0xe4, 0xbd]), Buffer.alloc(20)]));
    const size = statSync(session.path).size;
    const second = await open(home, { resume: "latest" });
    expect(second.resumed?.damage).toEqual({ missing: 0, torn: true, newer: false });
    second.conversation("main").append(user("three"));
    await second.close();
    const bytes = readFileSync(second.path);
    expect(
      bytes
        .subarray(0, size)
        .toString("latin1")
        .endsWith(`${Buffer.from([0xe4, 0xbd]).toString("latin1")}${"\0".repeat(20)}`),
    ).toBe(true);
    writeFileSync(second.path, bytes.subarray(0, -1)); // the line feed of the last line is lost
    const third = await open(home, { resume: "latest" });
    expect(third.resumed?.damage).toEqual({ missing: 0, torn: false, newer: false });
    expect(third.conversation("main").messages.map((m) => m.content)).toEqual(["one", "two", "three"]);
    third.conversation("main").append(answer("four"));
    await third.close();
    const good = lines(third.path).filter((line) => !line.startsWith(torn));
    expect(good.map((line) => JSON.parse(line).sequence)).toEqual(good.map((_, i) => i + 1));
    expect(lines(third.path).length - good.length).toBe(1);
  });

  test("E3: a session in use is refused with the process that has it; a fork of it begins with its view and leaves it alone", async () => {
    const home = tempFolder();
    const first = await open(home);
    first.conversation("main").append(user("hello"), answer("hi"));
    const size = statSync(first.path).size;
    await expect(open(home, { resume: "latest" })).rejects.toMatchObject({
      code: "SESSION_IN_USE",
      values: { id: first.id, pid: process.pid },
    });
    const fork = await open(home, { resume: first.id, fork: true });
    expect(fork.id).not.toBe(first.id);
    expect(fork.conversation("main").messages.map((m) => m.content)).toEqual(["hello", "hi"]);
    expect(fork.words()).toEqual(["hello"]);
    expect(existsSync(fork.path)).toBe(false);
    fork.conversation("main").append(user("in the fork"));
    await fork.close();
    expect(statSync(first.path).size).toBe(size);
    expect(events(fork.path)[0]).toMatchObject({ event: "session_start", parent: { sessionId: first.id, sequence: 3 } });
    const again = await open(home, { resume: fork.id });
    expect(again.conversation("main").messages.map((m) => m.content)).toEqual(["hello", "hi", "in the fork"]);
    expect(again.words()).toEqual(["hello", "in the fork"]);
    await again.close();
    await first.close();
  });

  test("/clear empties the view, also of a resumed session; the ledger and the user's words stay, exposure ends", async () => {
    const home = tempFolder();
    const session = await open(home);
    const main = session.conversation("main");
    main.append(user("secret A"));
    session.record({ event: "external_context", tool: "web_fetch", target: "https://example.org" });
    expect(session.exposure()).toEqual(["web_fetch https://example.org"]);
    main.rewrite([], "clear");
    expect(session.exposure()).toBeUndefined();
    main.append(user("question B"));
    await session.close();
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.conversation("main").messages.map((m) => m.content)).toEqual(["question B"]);
    expect(resumed.exposure()).toBeUndefined();
    expect(resumed.words()).toEqual(["secret A", "question B"]);
    expect(readFileSync(resumed.path, "utf8")).toContain("secret A");
    await resumed.close();
  });

  test("B15: a summary is one line: killed before it the view is the old one, after it the new one", async () => {
    const home = tempFolder();
    const session = await open(home);
    const main = session.conversation("main");
    main.append(user("one"), answer("two"), user("three"));
    session.record({ event: "compaction", level: 3, beforeTokens: 100, afterTokens: 10, summary: "the summary" });
    const between = readFileSync(session.path);
    const kept = main.messages.slice(2);
    main.rewrite(
      [
        { role: "user", content: "[summary]", origin: "summary" },
        { role: "assistant", content: "ok", origin: "summary" },
        ...kept,
      ],
      "summary",
    );
    const after = main.messages;
    const whole = readFileSync(session.path);
    await session.close();
    for (const cut of [
      between.length,
      between.length + 1,
      whole.length - 200,
      whole.length - 2,
      whole.length - 1,
      whole.length,
    ]) {
      writeFileSync(session.path, whole.subarray(0, cut));
      const resumed = await open(home, { resume: session.id });
      const complete = cut >= whole.length - 1;
      expect(resumed.conversation("main").messages.map((m) => m.content)).toEqual(
        complete ? after.map((m) => m.content) : ["one", "two", "three"],
      );
      await resumed.close();
    }
  });

  test("the facts of a session survive checkpoints: words, exposure, prompt state, unfinished plan, started calls", async () => {
    const home = tempFolder();
    const session = await open(home);
    const main = session.conversation("main");
    const state = { date: "2025-01-01", timeZone: "UTC", memoryBlock: "<memory>", memoryIds: ["fact-1"], hashes: { files: "x" } };
    session.record({ event: "prompt_state", ...state });
    main.append(user("plan it"));
    session.record({ event: "plan_checkpoint", plan: { tasks: ["a"] }, tasks: { a: "pending" }, finished: false });
    session.record({ event: "plan_checkpoint", tasks: { a: "running", b: "pending" }, finished: false });
    session.record({ event: "tool_start", callId: "w1", name: "write_file", brief: '{"path":"a"}' }, "task-a");
    session.record({ event: "external_context", tool: "web_fetch", target: "u" }, "task-a");
    main.rewrite([{ role: "user", content: "[summary]", origin: "summary" }], "summary");
    main.append(user("and now"));
    session.record({ event: "plan_checkpoint", tasks: { a: "done" }, finished: false });
    await session.close();
    const resumed = await open(home, { resume: "latest" });
    expect(Object.fromEntries(resumed.resumed?.planTasks ?? [])).toEqual({ a: "done", b: "pending" });
    expect(resumed.resumed?.promptState).toEqual(state);
    expect(resumed.resumed?.plan).toEqual({ tasks: ["a"] });
    expect(resumed.startedCalls("task-a")).toEqual([{ callId: "w1", name: "write_file", brief: '{"path":"a"}' }]);
    expect(resumed.exposure()).toEqual(["web_fetch u"]);
    expect(resumed.words()).toEqual(["plan it", "and now"]);
    resumed.record({ event: "plan_checkpoint", plan: {}, finished: true });
    await resumed.close();
    const third = await open(home, { resume: "latest" });
    expect(third.resumed?.plan).toBeUndefined();
    expect(third.startedCalls("task-a")).toEqual([]);
    expect(listSessions(home)[0]).toMatchObject({ title: "plan it", turns: 2, project: "/work/project", model: "test/model-a" });
    await third.close();
  });

  test("a task's unit begins anew in a resumed session", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("go"));
    session.conversation("task-a", "worker").append(user("half of it"));
    await session.close();
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.conversation("task-a").messages).toEqual([]);
    await resumed.close();
    expect(events(session.path).find((e) => e.unit === "task-a")).toMatchObject({ actor: "worker", event: "message" });
  });

  test("another model gets the reasoning fields that its provider takes; the same model the same bytes", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("go"), calls("a"), result("a"), answer("done"));
    await session.close();
    const other = await open(home, { resume: "latest", model: "test/model-b", reasoning: "never" });
    const [, call] = other.conversation("main").messages;
    expect(call).not.toHaveProperty("reasoning_content");
    expect(call).toMatchObject({ reasoning: "thinking" });
    await other.close();
    const back = await open(home, { resume: "latest", reasoning: "with_calls" });
    expect(back.conversation("main").messages[1]).toMatchObject({ reasoning_content: "thinking" });
    await back.close();
  });

  test("E8: unknown events and fields, missing fields and a newer version load as far as they are understood", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("one"));
    await session.close();
    const foreign = [
      '{"schemaVersion":2,"sequence":3,"event":"telepathy","thought":"x"}',
      '{"schemaVersion":2,"sequence":4,"event":"message","mood":"good","message":{"role":"assistant","content":"two","mood":1}}',
      '{"schemaVersion":2,"sequence":5,"event":"message","message":{"role":"oracle","content":"?"}}',
    ];
    appendFileSync(session.path, foreign.map((line) => `${line}\n`).join(""));
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.conversation("main").messages.map((m) => m.content)).toEqual(["one", "two"]);
    expect(resumed.resumed?.damage.newer).toBe(true);
    resumed.conversation("main").append(user("three"));
    await resumed.close();
    for (const line of foreign) expect(lines(session.path)).toContain(line);
    expect(JSON.parse(lines(session.path).at(-1) ?? "").sequence).toBe(7);
  });

  test("a broken line in the middle is passed over, and what is missing is said once", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("one"), answer("two"), user("three"), answer("four"));
    await session.close();
    const all = lines(session.path);
    writeFileSync(session.path, [...all.slice(0, 2), all[2]?.slice(0, 90), ...all.slice(3)].map((line) => `${line}\n`).join(""));
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.resumed?.damage.missing).toBe(1);
    expect(resumed.conversation("main").messages.map((m) => m.content)).toEqual(["one", "three", "four"]);
    await resumed.close();
    const again = await open(home, { resume: "latest" });
    expect(again.resumed?.damage.missing).toBe(0);
    await again.close();
  });

  test("E1: damage in the first line hides no session from its project, and is said once", async () => {
    const state = { date: "2025-01-01", timeZone: "UTC", memoryBlock: "", memoryIds: [], hashes: {} };
    for (const [known, wanted] of [
      ["prompt_state", { project: "/work/project", model: "test/model-a" }],
      ["index", { project: "/work/project", model: "test/model-a" }],
      ["message", { project: "", model: "test/model-a" }],
    ] as const) {
      const home = tempFolder();
      const session = await open(home);
      if (known === "prompt_state") session.record({ event: "prompt_state", ...state });
      session.conversation("main").append(user("one"), answer("two"));
      await session.close();
      const bytes = readFileSync(session.path);
      writeFileSync(session.path, Buffer.concat([bytes.fill(0, 10, 40), Buffer.from("{torn")]));
      if (known !== "index") rmSync(join(home, "history/raw/index"));
      expect(listSessions(home)[0]).toMatchObject({ id: session.id, title: "one", ...wanted });
      const resumed = await open(home, { resume: session.id });
      expect(resumed.resumed).toMatchObject({ damage: { missing: 1 } });
      await resumed.close();
      expect(listSessions(home, "/work/project").map(({ id }) => id)).toEqual([session.id]);
      const again = await open(home, { resume: "latest" });
      expect([again.id, again.resumed?.damage.missing]).toEqual([session.id, 0]);
      await again.close();
    }
  });

  test("images stay out of checkpoints and come back byte for byte", async () => {
    const home = tempFolder();
    const session = await open(home);
    const main = session.conversation("main");
    const url = `data:image/png;base64,${"QUJD".repeat(5000)}`;
    main.append({
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image_url", image_url: { url } },
      ],
    });
    for (let i = 0; i < 60; i++) main.append(answer(`${i} ${"x".repeat(2000)}`), user("more"));
    await session.close();
    const checkpoints = events(session.path).filter((e) => e.event === "view_checkpoint");
    expect(checkpoints.length).toBeGreaterThan(0);
    expect(JSON.stringify(checkpoints)).not.toContain("QUJDQUJD");
    expect(checkpoints[0].messages[0].content[1]).toMatchObject({ type: "text", text: "[image]" });
    const resumed = await open(home, { resume: "latest" });
    expect(resumed.conversation("main").messages).toEqual(main.messages);
    const view = resumed.conversation("main").messages;
    const [first, ...rest] = view;
    if (first?.role !== "user") throw new Error("no image");
    resumed.conversation("main").rewrite([{ ...first, content: "look [image removed]" }, ...rest], "image_prune");
    await resumed.close();
    expect(events(session.path).at(-1)).toMatchObject({ event: "image_prune" });
    const third = await open(home, { resume: "latest" });
    expect(third.conversation("main").messages[0]?.content).toBe("look [image removed]");
    await third.close();
  });

  test("every view that a resume hands out is valid, whatever the ledger says", async () => {
    const home = tempFolder();
    const session = await open(home);
    session.conversation("main").append(user("one"), calls("a"), result("a"));
    await session.close();
    const odd = [
      { role: "tool", tool_call_id: "nobody", content: "x" },
      { role: "assistant", content: "" },
      { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: { name: "n", arguments: "{" } }] },
      { role: "user", content: "half \ud83d" },
    ];
    appendFileSync(
      session.path,
      odd.map((message, i) => `${JSON.stringify({ sequence: 10 + i, event: "message", message })}\n`).join(""),
    );
    const resumed = await open(home, { resume: "latest" });
    const { messages } = resumed.conversation("main");
    expect(validateMessages(messages)).toBeUndefined();
    expect(JSON.stringify(messages)).not.toContain("\\ud83d");
    await resumed.close();
  });

  test("no warning was needed for any of this", () => {
    expect(warnings).toEqual([]);
  });
});
