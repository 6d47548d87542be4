// Skills.

export interface SkillsTexts {
  readonly intro: string;
  readonly more: (values: { count: number }) => string;
  readonly loaded: (values: { name: string }) => string;
  readonly inView: (values: { name: string }) => string;
  readonly from: { readonly [Source in "builtIn" | "user" | "project"]: (values: { path: string }) => string };
  readonly bodyCut: (values: { limit: string }) => string;
  readonly noFrontMatter: (values: { path: string }) => string;
  readonly badName: (values: { path: string; name: string }) => string;
  readonly longDescription: (values: { path: string; limit: number }) => string;
  readonly longBody: (values: { path: string; limit: string }) => string;
  readonly sameName: (values: { path: string; name: string; kept: string }) => string;
  readonly notTrusted: (values: { path: string; name: string; kept: string }) => string;
  readonly outside: (values: { path: string }) => string;
  readonly unreadable: (values: { path: string; cause: string }) => string;
}
