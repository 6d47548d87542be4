// Kinds of binary files by their first bytes: to tell the model what it can not read, and which files are images.

interface Signature {
  readonly type: string;
  readonly bytes: readonly number[];
  readonly at?: number;
  /** Media type, for images that models take. */
  readonly image?: string;
}

const ascii = (text: string): readonly number[] => [...Buffer.from(text, "latin1")];

const SIGNATURES: readonly Signature[] = [
  { type: "PNG", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], image: "image/png" },
  { type: "JPEG", bytes: [0xff, 0xd8, 0xff], image: "image/jpeg" },
  { type: "GIF", bytes: ascii("GIF8"), image: "image/gif" },
  { type: "WebP", bytes: ascii("WEBP"), at: 8, image: "image/webp" },
  { type: "BMP", bytes: ascii("BM") },
  { type: "PDF", bytes: ascii("%PDF-") },
  { type: "ZIP", bytes: [0x50, 0x4b, 0x03, 0x04] },
  { type: "ZIP", bytes: [0x50, 0x4b, 0x05, 0x06] },
  { type: "gzip", bytes: [0x1f, 0x8b] },
  { type: "bzip2", bytes: ascii("BZh") },
  { type: "xz", bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { type: "zstd", bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { type: "7z", bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { type: "tar", bytes: ascii("ustar"), at: 257 },
  { type: "ELF", bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { type: "Mach-O", bytes: [0xcf, 0xfa, 0xed, 0xfe] },
  { type: "Java class", bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { type: "WebAssembly", bytes: [0x00, 0x61, 0x73, 0x6d] },
  { type: "SQLite", bytes: ascii("SQLite format 3") },
  { type: "MP4", bytes: ascii("ftyp"), at: 4 },
  { type: "MP3", bytes: ascii("ID3") },
  { type: "OpenType font", bytes: ascii("OTTO") },
  { type: "WOFF2", bytes: ascii("wOF2") },
];

/** Signatures of these few letters begin ordinary texts too: they count only for files that are binary anyway. */
const COULD_BE_TEXT = new Set(["BMP", "bzip2", "MP3", "OpenType font", "MP4", "tar", "WebP", "GIF"]);

/** The kind of a file by its beginning; `binary` says whether its bytes are no text. Undefined if it is a text or not known. */
export function fileType(head: Uint8Array, binary: boolean): { readonly type: string; readonly image?: string } | undefined {
  const found = SIGNATURES.find(({ bytes, at = 0 }) => bytes.every((byte, index) => head[at + index] === byte));
  if (!found || (!binary && COULD_BE_TEXT.has(found.type))) return undefined;
  return found;
}
