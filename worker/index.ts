import { api } from './api.ts'
import type { Env } from './env.ts'
import { handleJobs } from './messages/handle-jobs.ts'

export default {
  fetch: api.fetch,
  queue: handleJobs,
} satisfies ExportedHandler<Env, never>
