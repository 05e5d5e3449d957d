/** How long this isolate answers for what it has blocked, in ms. */
export const BLOCKED_FOR = 10_000
/** How much one isolate remembers. */
const MOST_BLOCKS = 1000

/** Keys that each limiter refused too often, with the end of each block. The Worker's isolates do not share it. */
const blocksOf = new WeakMap<object, Map<string, number>>()

/** Whether this is blocked, without asking the limiter. */
export function isBlockedBy(limiter: object | undefined, what: string, now: number): boolean {
  const until = limiter && blocksOf.get(limiter)?.get(what)
  return until !== undefined && now < until
}

export function blockFor(limiter: object, what: string, now: number): void {
  const blocks = blocksOf.get(limiter) ?? new Map<string, number>()
  if (blocks.size >= MOST_BLOCKS) blocks.clear()
  blocksOf.set(limiter, blocks.set(what, now + BLOCKED_FOR))
}
