/** The API's type for `hc<AppType>`: types only, so nothing of the Worker reaches the browser. */
export type { AppType } from '../api.ts'
