import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import {
  createDecoder,
  createOutputDecoder,
  decodeText,
  detectEncoding,
  encodeText,
  type TextEncoding,
} from "../../src/util/encoding.ts";

const CHINESE = "订单处理：读取文件，检查余额。\r\nconst 数量 = 3; // 注释\n";
const gbk = (text: string) => iconv.encode(text, "gbk");

test("M26: UTF-8, UTF-16 and GBK files are told apart and read right", () => {
  const cases: readonly (readonly [Uint8Array, TextEncoding])[] = [
    [Buffer.from(CHINESE), "utf-8"],
    [Buffer.from(`\ufeff${CHINESE}`), "utf-8-bom"],
    [Buffer.from(`\ufeff${CHINESE}`, "utf16le"), "utf-16le-bom"],
    [Buffer.from(`\ufeff${CHINESE}`, "utf16le").swap16(), "utf-16be-bom"],
    [gbk(CHINESE), "gb18030"],
  ];
  for (const [bytes, encoding] of cases) {
    expect(decodeText(bytes)).toEqual({ text: CHINESE, encoding });
    expect(Buffer.from(encodeText(CHINESE, encoding)).equals(Buffer.from(bytes))).toBe(true);
  }
});

test("M26: the euro sign of Windows in GBK text is read, and written back as the same byte", () => {
  const bytes = Buffer.concat([gbk("价格"), Buffer.from([0x80]), gbk("100，运费"), Buffer.from([0x80]), gbk("5\n")]);
  expect(decodeText(bytes)).toEqual({ text: "价格€100，运费€5\n", encoding: "cp936" });
  expect(Buffer.from(encodeText("价格€100，运费€5\n", "cp936")).equals(bytes)).toBe(true);
  expect(detectEncoding(Buffer.from("d\u00e9j\u00e0 \u0080 5 na\u00efve\n", "latin1"))).toBe("latin1");
  const decoder = createDecoder("cp936");
  expect(decoder.push(bytes.subarray(0, 5)) + decoder.push(bytes.subarray(5)) + decoder.end()).toBe("价格€100，运费€5\n");
});

test("UTF-16 without byte order mark, an empty file and plain ASCII", () => {
  expect(detectEncoding(Buffer.from("plain text\n", "utf16le"))).toBe("utf-16le");
  expect(detectEncoding(Buffer.from("plain text\n", "utf16le").swap16())).toBe("utf-16be");
  expect(decodeText(new Uint8Array(0))).toEqual({ text: "", encoding: "utf-8" });
  expect(detectEncoding(Buffer.from("x"))).toBe("utf-8");
});

test("the GBK comment that comes after a megabyte of ASCII is still recognised", () => {
  expect(detectEncoding(Buffer.concat([Buffer.alloc(1_000_000, "int x;\n"), gbk("// 这里是注释\n")]))).toBe("gb18030");
});

test("binary: zero bytes or many controls; ANSI colours are text", () => {
  expect(detectEncoding(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]))).toBe("binary");
  expect(detectEncoding(Buffer.from("\u0001\u0002\u0003abc"))).toBe("binary");
  expect(detectEncoding(Buffer.from("\u001b[31mred\u001b[0m\n".repeat(50)))).toBe("utf-8");
});

test("a UTF-8 log with a few broken bytes stays UTF-8; Latin-1 keeps every byte", () => {
  const log = Buffer.concat([Buffer.from("请求完成\n".repeat(20)), Buffer.from([0xff, 0xe4, 0x0a]), Buffer.from("请求完成\n")]);
  expect(detectEncoding(log)).toBe("utf-8");
  const latin = Buffer.from("caf\u00e9 na\u00efve d\u00e9j\u00e0 vu\n", "latin1");
  const { text, encoding } = decodeText(latin);
  expect([text, encoding]).toEqual(["café naïve déjà vu\n", "latin1"]);
  expect(Buffer.from(encodeText(text, "latin1")).equals(latin)).toBe(true);
});

test("a sample that is cut within a character is no other encoding", () => {
  const bytes = Buffer.from("中".repeat(10));
  for (let cut = 1; cut < bytes.length; cut++) expect(detectEncoding(bytes.subarray(0, cut))).toBe("utf-8");
});

const anyText = fc
  .array(fc.constantFrom("a", "Z", "0", " ", "\n", "\r\n", "中", "订", "，", "é", "€", "😀", "𠮷", "한", "\t"), {
    minLength: 1,
    maxLength: 80,
  })
  .map((units) => units.join(""));

test("property: text of every encoding comes back unchanged, in one piece or cut anywhere", () => {
  const encodings: readonly TextEncoding[] = [
    "utf-8",
    "utf-8-bom",
    "utf-16le-bom",
    "utf-16be-bom",
    "utf-16le",
    "utf-16be",
    "gb18030",
    "cp936",
  ];
  fc.assert(
    fc.property(anyText, fc.constantFrom(...encodings), fc.nat(200), (text, encoding, cut) => {
      const bytes = encodeText(text, encoding);
      expect(decodeText(bytes, encoding).text).toBe(text);
      const decoder = createDecoder(encoding);
      const pieces = decoder.push(bytes.subarray(0, cut)) + decoder.push(bytes.subarray(cut)) + decoder.end();
      expect(pieces.replace(/^\ufeff/, "")).toBe(text);
    }),
    { numRuns: 300 },
  );
});

const output = (...pieces: readonly Uint8Array[]) => {
  const decoder = createOutputDecoder();
  return pieces.map((piece) => decoder.push(piece)).join("") + decoder.end();
};

test("D3: a character split over two pieces of output is whole; one that never ends is one U+FFFD", () => {
  expect(output(Buffer.from([0xe4, 0xbd]), Buffer.from([0xa0]))).toBe("你");
  expect(output(Buffer.from([0xe4, 0xbd]))).toBe("\ufffd");
  const long = Buffer.from("你".repeat(50_000));
  const pieces = [];
  for (let at = 0; at < long.length; at += 4097) pieces.push(long.subarray(at, at + 4097));
  expect(output(...pieces)).toBe("你".repeat(50_000));
});

test("output in GBK is read as such, line by line, beside UTF-8", () => {
  expect(output(gbk("错误：找不到文件\n"), Buffer.from("第二行\n"), gbk("完成"))).toBe("错误：找不到文件\n第二行\n完成");
  const long = gbk("订单".repeat(40_000));
  expect(output(long.subarray(0, 70_001), long.subarray(70_001))).toBe("订单".repeat(40_000));
});
