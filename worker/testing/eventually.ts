import { vi } from 'vitest'

/** How long real work may take on a busy machine, in ms, and how often it is looked at. */
const PATIENCE = { timeout: 20_000, interval: 10 }

/** Waits until `check` no longer throws, for work that ends in real time. Returns what it returned. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, PATIENCE)
}
