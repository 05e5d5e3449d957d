/** What properties draw their cases from: always the same in `npm test`; SEED=… draws others. */
export const seed = Number(process.env.SEED ?? 20_260_301)
/** What is long by nature runs one case in ten; all where LONG_RUNS is set, as `npm run test:long` does. */
export const oneIn = process.env.LONG_RUNS ? 1 : 10
/** The same for what has no process of its own: the Worker's tests read it from `env`. */
export const LONG_RUNS = { SEED: `${seed}`, ONE_IN: `${oneIn}` }
