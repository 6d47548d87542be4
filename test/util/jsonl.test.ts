import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, lineAt, linesBackward, linesForward } from "../../src/util/jsonl.ts";
import { tempFolder } from "../support/folder.ts";

const CHUNK = 256 * 1024;
const line = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 20 }).map((text) => text.replaceAll("\n", "")) },
  { weight: 1, arbitrary: fc.integer({ min: CHUNK - 30, max: 2 * CHUNK + 30 }).map((length) => "x".repeat(length)) },
);

const plain = ({ bytes, offset, ended }: Line) => ({ text: bytes.toString(), offset, ended });

test("both directions give every line with its place, however lines and chunks fall", () => {
  const path = join(tempFolder(), "lines");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, ended) => {
      const text = lines.join("\n") + (ended ? "\n" : "");
      const bytes = Buffer.from(text);
      writeFileSync(path, bytes);
      const fd = openSync(path, "r");
      try {
        const forward = [...linesForward(fd, 0, bytes.length)];
        const backward = [...linesBackward(fd, bytes.length)];
        expect(backward.reverse().map(plain)).toEqual(forward.map(plain));
        expect(forward.map((l) => l.bytes.toString())).toEqual(text.split("\n").filter((l) => l !== ""));
        for (const { bytes: own, offset, ended: feed } of forward) {
          expect(bytes.subarray(offset, offset + own.length).equals(own)).toBe(true);
          expect(bytes[offset + own.length]).toBe(feed ? 0x0a : undefined);
        }
        const last = forward.at(-1);
        const again = last && lineAt(fd, last.offset, bytes.length);
        expect(again && plain(again)).toEqual(last && plain(last));
      } finally {
        closeSync(fd);
      }
    }),
    { numRuns: 25 },
  );
});
