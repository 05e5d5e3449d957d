/** The seed of property tests: always the same in `npm test`, other cases with SEED=…. */
export const seed = Number(process.env.SEED ?? 20_260_301)
/** Long tests run one case in ten, or all when LONG_RUNS is set, as `npm run test:long` does. */
export const oneIn = process.env.LONG_RUNS ? 1 : 10
/** The same as bindings: tests in workerd have no `process.env` and read them from `env`. */
export const LONG_RUNS = { SEED: `${seed}`, ONE_IN: `${oneIn}` }
