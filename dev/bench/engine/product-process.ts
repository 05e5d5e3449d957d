import { runInMiniflare } from '../../start/local-site/run-in-miniflare.ts'
import { API_WORKER } from '../../settings/worker-names.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { freePort } from '../../settings/ports.ts'
import { QUIET } from '../../processes/run.ts'
import type { D1Database } from '@cloudflare/workers-types'
import { prepareUsers, type Preparation, type PreparedUser } from './users-with-hooks.ts'

/**
 * The options of the process, as JSON in its first argument. `target` is an origin; `port` is the API Worker's own, and
 * `sitePort` the pages', where a browser shall find them again.
 */
export type ProductOptions = {
  folder: string
  target: string
  port: number
  sitePort?: number
  paced: boolean
}

/** To the process: each is answered by one message with the same `id`. */
export type Order = { id: number; kind: 'prepare'; preparation: Preparation } | { id: number; kind: 'minute' }
export type Answer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; users: PreparedUser[] }
  | { kind: 'failed'; id: number; message: string }

/** The built product in a process of its own, so that all of it can be killed with -9. */
if (import.meta.main) {
  Object.assign(process.env, QUIET)
  const { folder, target, port, sitePort, paced }: ProductOptions = JSON.parse(process.argv[2] ?? '')
  const answer = (message: Answer) => void process.send?.(message)
  const miniflare = await runInMiniflare({
    port: sitePort ?? (await freePort()),
    vars: { ...LOCAL_SETTINGS, SCRYPT_N: '2', TRUSTED_ORIGINS: target, RUN_PACE: paced ? 'on' : 'off' },
    outboxUrl: target,
    persistTo: folder,
    apiPort: port,
  })
  await miniflare.ready
  const obey = async (order: Order): Promise<PreparedUser[]> => {
    switch (order.kind) {
      case 'prepare': {
        const { DB } = await miniflare.getBindings<{ DB: D1Database }>(API_WORKER)
        return prepareUsers(DB, new URL(`http://127.0.0.1:${port}`), order.preparation)
      }
      case 'minute': {
        const worker = await miniflare.getWorker(API_WORKER)
        await worker.scheduled({ cron: '* * * * *' })
        return []
      }
      default:
        return order satisfies never
    }
  }
  process.on('message', (order: Order) => {
    obey(order).then(
      (users) => answer({ kind: 'done', id: order.id, users }),
      (error: unknown) => answer({ kind: 'failed', id: order.id, message: String(error) }),
    )
  })
  // The bench that started it has ended.
  process.on('disconnect', () => process.exit())
  answer({ kind: 'ready' })
}
