// How a tool's text is marked as data for the model. The marking itself is the policy's; it arrives as a value.

export interface Boundary {
  /** What enters the conversation for a tool's text. */
  wrap(toolName: string, text: string): string;
  /** The tool's text, given what `wrap` returned for it; anything else is returned as it is. */
  unwrap(content: string): string;
}
