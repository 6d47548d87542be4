// What is asked before a call, and why one is refused.

export interface PolicyTexts {
  readonly reasons: {
    readonly [Reason in
      | "looks"
      | "works"
      | "write"
      | "outside"
      | "outside_read"
      | "guarded"
      | "network"
      | "fatal_target"
      | "disk_write"
      | "fork_bomb"
      | "foreign_repository"
      | "steering_variable"
      | "privilege"
      | "disk"
      | "kill"
      | "system"
      | "remote"
      | "publish"
      | "pipe_to_shell"
      | "git_history"
      | "git_settings"
      | "recursive_delete"
      | "unknown_target"
      | "syntax"
      | "hidden"
      | "ambiguous"
      | "too_long"
      | "eval"
      | "unknown_program"
      | "interpreter"
      | "decoded"
      | "run_text"]: (subject: string) => string;
  };
  readonly headless: (why: string) => string;
  readonly forbidden: (why: string) => string;
  readonly deniedByMode: string;
  readonly deniedByRule: (subject: string) => string;
  readonly writeOutside: (path: string) => string;
  readonly folderRule: (folder: string) => string;
  readonly prefixRule: (words: string) => string;
  readonly exactRule: (words: string) => string;
}
