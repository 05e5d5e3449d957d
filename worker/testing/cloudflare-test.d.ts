import type { D1Migration } from 'cloudflare:test'
import type { Env as WorkerEnv } from '../system/context/env.ts'

declare global {
  namespace Cloudflare {
    // The Worker's environment, with the migrations that the setup file applies.
    interface Env extends WorkerEnv {
      MIGRATIONS: D1Migration[]
      SEARCH_MIGRATIONS: D1Migration[]
      SEARCH: D1Database
    }
  }
}
