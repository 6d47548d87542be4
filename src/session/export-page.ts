// The frame of an exported page: its own styles, no script, nothing loaded from anywhere.
import { escapeXml } from "../util/chart.ts";

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
body { font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: .85rem; margin: 0 0 .4rem; opacity: .75; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 1rem 0; }
dt { opacity: .65; } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; }
figcaption { font-size: .85rem; opacity: .7; } svg { width: 100%; height: auto; display: block; }
article { border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem; margin: .8rem 0; }
article.user { border-left: 4px solid #3b82c4; background: var(--soft); }
article.program { border-style: dashed; opacity: .85; }
article.tool { border: 0; padding: 0 1rem; margin: -.4rem 0 .8rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: .4rem 0; } summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 32rem; padding: .6rem .8rem; background: var(--soft); border-radius: 6px; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.event { text-align: center; font-size: .85rem; opacity: .75; }
time { font-weight: normal; opacity: .55; font-size: .75rem; }
img { max-width: 100%; border-radius: 6px; }`;

export interface PageParts {
  readonly lang: string;
  readonly title: string;
  /** HTML whose texts are escaped. */
  readonly body: string;
}

/** The policy in its head keeps a browser from loading or running anything, whatever the transcript holds. */
export function htmlPage({ lang, title, body }: PageParts): string {
  return `<!doctype html>
<html lang="${escapeXml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeXml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${body}
</body>
</html>
`;
}
