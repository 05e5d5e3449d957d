/** The Workers of this machine, as wrangler.toml and the local configs name them. */
export const API_WORKER = 'switchyard-api'
export const PAGES_WORKER = 'switchyard'
export const CLOCK_WORKER = 'clock'
