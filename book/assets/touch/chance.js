// Chance that repeats itself, so that a run can be compared, and begun again.
import { range } from "./algebra.js";

// Numbers in [0, 1) from a seed: mulberry32.
export function uniform(seed) {
  let now = seed;
  return () => {
    now = (now + 0x6d2b79f5) | 0;
    let t = Math.imul(now ^ (now >>> 15), 1 | now);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// A standard normal number: Box and Muller.
export const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

// The numbers below n in random order: Fisher and Yates.
export function shuffled(n, random) {
  const order = range(n);
  for (let k = n - 1; k > 0; k--) {
    const j = Math.floor(random() * (k + 1));
    [order[k], order[j]] = [order[j], order[k]];
  }
  return order;
}
