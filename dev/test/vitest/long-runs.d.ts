/** The seed of property tests: always the same in `npm test`, other cases with SEED=…. */
export declare const seed: number
/** Long tests run one case in ten, or all when LONG_RUNS is set, as `npm run test:long` does. */
export declare const oneIn: number
/** The same as bindings: tests in workerd have no `process.env` and read them from `env`. */
export declare const LONG_RUNS: {
  SEED: string
  ONE_IN: string
}
