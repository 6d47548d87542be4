// Keeps text that others wrote inside the tags that PaiCLI puts around it.

/** The tags that mean something in the prompt. A `<` before one of them, in any case or spacing, can be forged. */
const OWN_TAG = /<(?=\s*(?:\/\s*)?(?:instructions|import|memory|tool_result|stdin|file)\b)/gi;

export function escapeTags(text: string): string {
  return text.replace(OWN_TAG, "&lt;");
}

/** For a value between double quotes. */
export function attribute(text: string): string {
  return text.replace(/\s+/g, " ").replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
