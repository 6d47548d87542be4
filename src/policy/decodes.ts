// Programs whose output is made from a text that cannot be read as it stands. Pure.
import type { SimpleCommand } from "./simple-command.ts";

export function decodes({ name, args }: SimpleCommand): boolean {
  const texts = args.map((arg) => arg.text);
  if (/^(?:base64|base32|basenc|gbase64)$/.test(name)) return texts.some((text) => /^(?:-[A-Za-z]*[dD]|--d)/.test(text));
  if (name === "xxd") return texts.some((text) => /^-[A-Za-z]*r/.test(text));
  if (name === "openssl") return texts.some((text) => /^-(?:d|decrypt)$/.test(text) || text === "base64");
  if (name === "printf") return texts.some((text) => /\\(?:x|[0-7]|u|U)/.test(text));
  if (name === "echo") return texts.some((text) => /^-[nE]*e/.test(text)) && texts.some((text) => /\\(?:x|0)/.test(text));
  return /^(?:uudecode|gunzip|bunzip2|unxz|rev|rot13|tr|gpg)$/.test(name);
}
