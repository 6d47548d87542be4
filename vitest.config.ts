import { defineConfig } from "vitest/config";

// unit: pure decisions, properties and small real files, no built command needed.
// crash: long runs with real kills, npm run test:crash.
// e2e: the built command against a strict local server (npm test builds first).
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/e2e/**", "test/crash/**"], testTimeout: 20_000 } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: "crash", include: ["test/crash/**/*.crash.test.ts"], testTimeout: 900_000, hookTimeout: 60_000 } },
    ],
  },
});
