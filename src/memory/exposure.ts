// Which tools bring text from outside into the session by what they are, whoever provides them. Commands are judged by the policy. Pure.

const WEB_TOOLS = /^(?:web_(?:search|fetch)|browser(?:_.*)?|mcp__.*)$/i;

/** What a session that used this tool has read is not the user's: it is exposed from then on. */
export function bringsExternalContent(tool: string): boolean {
  return WEB_TOOLS.test(tool);
}
