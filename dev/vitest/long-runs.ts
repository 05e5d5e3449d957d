<<<<<<< HEAD
/** The seed of property tests: always the same in `npm test`, other cases with SEED=…. */
export const seed = Number(process.env.SEED ?? 20_260_301)
/** Long tests run one case in ten, or all when LONG_RUNS is set, as `npm run test:long` does. */
export const oneIn = process.env.LONG_RUNS ? 1 : 10
/** The same as bindings: tests in workerd have no `process.env` and read them from `env`. */
=======
/** The seed of all property tests. `npm test` always uses the same; SEED=… sets another. */
export const seed = Number(process.env.SEED ?? 20_260_301)
/** Long property tests run one case in ten, or all of them where LONG_RUNS is set (`npm run test:long`). */
export const oneIn = process.env.LONG_RUNS ? 1 : 10
/** The same as bindings, because tests in workerd cannot read this process's environment. */
>>>>>>> 222d22e3a349277da7c8299204b993edd1a62856
export const LONG_RUNS = { SEED: `${seed}`, ONE_IN: `${oneIn}` }
