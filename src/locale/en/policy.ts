import type { PolicyTexts } from "../texts/policy.ts";

export const policy: PolicyTexts = {
  reasons: {
    looks: (subject) => `only looks: ${subject}`,
    works: (subject) => `runs or changes something: ${subject}`,
    write: (subject) => `writes the file ${subject}`,
    outside: (subject) => `reaches outside the project: ${subject}`,
    outside_read: (subject) => `reads ${subject}, outside the project`,
    guarded: (subject) => `${subject} steers the program or Git: each change of it needs your own approval`,
    network: (subject) => `uses the network: ${subject}`,
    fatal_target: (subject) => `deletes or changes the whole root or home folder: ${subject}`,
    disk_write: (subject) => `writes straight to a disk device: ${subject}`,
    fork_bomb: () => "a function that keeps calling itself (fork bomb)",
    foreign_repository: (subject) => `Git would use the settings of a repository among the project's files: ${subject}`,
    steering_variable: (subject) => `a variable makes other programs load code from outside the project: ${subject}`,
    privilege: (subject) => `raises its privileges: ${subject}`,
    disk: (subject) => `works on disks or mounts: ${subject}`,
    kill: (subject) => `ends processes: ${subject}`,
    system: (subject) => `changes the system or global software: ${subject}`,
    remote: (subject) => `works on another machine: ${subject}`,
    publish: (subject) => `publishes or changes something online: ${subject}`,
    pipe_to_shell: (subject) => `a shell runs what another program prints: ${subject}`,
    git_history: (subject) => `rewrites or pushes Git history: ${subject}`,
    git_settings: (subject) => `changes Git's settings: ${subject}`,
    recursive_delete: (subject) => `deletes folders that are no build output: ${subject}`,
    unknown_target: (subject) => `which files it reads, writes or deletes shows only when it runs: ${subject}`,
    syntax: () => "the command can not be parsed",
    hidden: () => "the command holds hidden characters",
    ambiguous: () => "the command can be read in two ways: bash may run something else than it looks like",
    too_long: () => "the command is too long or too deeply nested to be judged",
    eval: () => "it runs text as code (eval and the like)",
    unknown_program: () => "which program runs shows only when it runs",
    interpreter: () => "it carries code of another language on the command line",
    decoded: () => "it uses text that is decoded on the way",
    run_text: () => "a shell runs a text that shows only when it runs",
  },
  headless: (why) =>
    `Not run: this needs the user's approval, and nobody can be asked here. Reason: ${why}. Do it in a way that needs none (files inside the project, no raised privileges, a plain direct command), or tell the user what you need. Do not retry it in another spelling.`,
  forbidden: (why) =>
    `Not run: this is never allowed. Reason: ${why}. Do not retry it in another spelling; if it is really needed, ask the user to do it.`,
  deniedByMode:
    "Not run: the approval mode is deny, which allows looking but no change. Describe the change that you would make and let the user decide.",
  deniedByRule: (subject) => `Not run: a rule of the user forbids ${subject}. Do it in another way, or tell the user.`,
  writeOutside: (path) => `Not written: ${path} really lies outside the project. Write to a path inside the project.`,
  folderRule: (folder) =>
    folder === "."
      ? "no more questions for changes of files in the project"
      : `no more questions for changes of files in ${folder}`,
  prefixRule: (words) => `no more questions for commands that begin with "${words}"`,
  exactRule: (words) => `no more questions for this very command: "${words}"`,
};
