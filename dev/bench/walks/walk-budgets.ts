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

/** The most that somebody has to see who follows a walk through the Workers from its beginning to its end. */
export const WALK_BUDGETS: Record<WalkName, WalkCounts> = {
  Connect: { files: 106, functions: 361, calls: 1369, trips: 5, trips_before_answer: 3, statements: 33 },
  hook: { files: 47, functions: 128, calls: 322, trips: 0, trips_before_answer: 0, statements: 0 },
  run: { files: 52, functions: 149, calls: 228, trips: 1, trips_before_answer: 0, statements: 2 },
  "Stripe's event": { files: 127, functions: 445, calls: 1865, trips: 20, trips_before_answer: 1, statements: 47 },
  draft: { files: 120, functions: 440, calls: 1230, trips: 7, trips_before_answer: 4, statements: 38 },
  feed: { files: 93, functions: 367, calls: 1468, trips: 2, trips_before_answer: 0, statements: 4 },
}
