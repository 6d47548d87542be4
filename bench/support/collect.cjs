// Loaded before the command by a benchmark (`node --expose-gc -r …`): collects garbage when asked, so that what is held can be
// told from what waits for the collector.
process.on("SIGUSR2", () => globalThis.gc());
