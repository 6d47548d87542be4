import { defineConfig } from "vitest/config";

// Real processes, servers, shells, time limits, and the longest properties: too slow for every save.
const INTEGRATION = [
  "test/agent/loop.test.ts",
  "test/agent/plan/plan.test.ts",
  "test/agent/plan/resume.test.ts",
  "test/agent/team/team.test.ts",
  "test/context/meter.test.ts",
  "test/context/offload.test.ts",
  "test/context/summarise.test.ts",
  "test/llm/client.test.ts",
  "test/memory/extract.test.ts",
  "test/memory/recall.test.ts",
  "test/memory/service.test.ts",
  "test/memory/store.test.ts",
  "test/policy/command-guard.test.ts",
  "test/policy/evaluated.test.ts",
  "test/policy/inspect.test.ts",
  "test/policy/policy.test.ts",
  "test/policy/sed-script.test.ts",
  "test/runtime/invariants.test.ts",
  "test/session/process.test.ts",
  "test/session/resume.property.test.ts",
  "test/tools/edit-file.test.ts",
  "test/tools/execute-command.test.ts",
  "test/tools/search.test.ts",
  "test/ui/screen.test.ts",
  "test/util/file-lock.test.ts",
  "test/util/process.test.ts",
];

// unit: pure decisions, properties and small real files. integration: the list above.
// e2e: the built command against a strict local server. crash: long runs with real kills, npm run test:crash.
// Files of unit share their modules: nothing here mocks one, and loading them anew for each file costs more than the tests.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{e2e,crash}/**", ...INTEGRATION],
          testTimeout: 20_000,
          isolate: false,
        },
      },
      { test: { name: "integration", include: INTEGRATION, testTimeout: 60_000 } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000 } },
      { test: { name: "crash", include: ["test/crash/**/*.crash.test.ts"], testTimeout: 900_000, hookTimeout: 60_000 } },
    ],
  },
});
