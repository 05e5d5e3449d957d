/** The Workers of this machine, as wrangler.toml, wrangler.runner.toml and the local configs name them. */
export const API_WORKER = 'switchyard-api'
export const RUNNER_WORKER = 'switchyard-runner'
export const PAGES_WORKER = 'switchyard'
export const CLOCK_WORKER = 'clock'
