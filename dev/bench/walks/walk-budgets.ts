/**
 * `files`, `functions` and `calls`: those of `worker/`. `trips`: round trips to D1; `trips_before_answer`: how many of
 * them somebody waits for, one after the other. `statements`: in all trips.
 */
export type WalkCounts = {
  files: number
  functions: number
  calls: number
  trips: number
  trips_before_answer: number
  statements: number
}

export const WALKS = ['Connect', 'hook', 'run', "Stripe's event", 'draft', 'feed'] as const
export type WalkName = (typeof WALKS)[number]

/** The counts that are held. Functions and their calls move with any change, so they are only printed. */
type WalkBudget = Omit<WalkCounts, 'functions' | 'calls'>

/** The most that somebody has to see who follows a walk through the Workers from its beginning to its end. */
export const WALK_BUDGETS: Record<WalkName, WalkBudget> = {
  Connect: { files: 115, trips: 4, trips_before_answer: 2, statements: 21 },
  hook: { files: 39, trips: 0, trips_before_answer: 0, statements: 0 },
  run: { files: 51, trips: 1, trips_before_answer: 0, statements: 2 },
  "Stripe's event": { files: 123, trips: 17, trips_before_answer: 1, statements: 36 },
  draft: { files: 126, trips: 6, trips_before_answer: 3, statements: 37 },
  feed: { files: 93, trips: 2, trips_before_answer: 0, statements: 4 },
}
