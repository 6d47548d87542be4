// The one clock and the one random source of the program.
import { randomInt } from "node:crypto";
import type { Clock, Random } from "../protocol/ports.ts";

export const systemClock: Clock = { now: () => new Date() };

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

export const systemRandom: Random = {
  base36: (length) => Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join(""),
  next: () => randomInt(2 ** 32) / 2 ** 32,
};
