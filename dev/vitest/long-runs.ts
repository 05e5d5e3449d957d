/**
 * What is long by nature runs whole where LONG_RUNS is set (`npm run test:long`), elsewhere a tenth of it. Whole runs draw
 * other cases each time, the tenth has always the same; SEED=… repeats a run.
 */
const isWhole = Boolean(process.env.LONG_RUNS)
/** What properties draw their cases from. */
export const seed = Number(process.env.SEED ?? (isWhole ? Date.now() % 2 ** 31 : 20_260_301))
/** Of the runs of a long test one in this many. */
export const oneIn = isWhole ? 1 : 10
/** The same for what has no process of its own: the Worker's tests read it from `env`. */
export const LONG_RUNS = { SEED: `${seed}`, ONE_IN: `${oneIn}` }
