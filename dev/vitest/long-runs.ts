/** The seed of all property tests. `npm test` always uses the same; SEED=… sets another. */
export const seed = Number(process.env.SEED ?? 20_260_301)
/** Long property tests run one case in ten, or all of them where LONG_RUNS is set (`npm run test:long`). */
export const oneIn = process.env.LONG_RUNS ? 1 : 10
/** The same as bindings, because tests in workerd cannot read this process's environment. */
export const LONG_RUNS = { SEED: `${seed}`, ONE_IN: `${oneIn}` }
