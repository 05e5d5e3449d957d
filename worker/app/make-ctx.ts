import { actorQuery, toActor } from '../session/actor.ts'
import { connectRunners } from '../context/connect-runners.ts'
import { connectSources } from '../sources/connect-sources.ts'
import type { ActorUser, Ctx } from '../context/context.ts'
import { connect } from '../db/client.ts'
import type { Env, Settings } from '../context/env.ts'
import { log, stackOf } from '../log/log.ts'
import { logIds } from '../log/log-ids.ts'
import { randomToken } from '../secrets/hashes.ts'
import { stripeClient } from '../stripe/stripe-client.ts'

type Caller = Pick<Ctx, 'sessionHash' | 'userMark' | 'userAgent' | 'ip'> &
  Partial<Pick<Ctx, 'country' | 'knownBrowser'>>
/** The caller of a queue message or the cron: nobody is signed in. */
export const SYSTEM: Caller = { sessionHash: null, userMark: null, userAgent: null, ip: '' }

export function makeCtx(
  env: Env,
  settings: Settings,
  caller: Caller,
  defer: (work: Promise<unknown>) => void,
  now: () => number = Date.now,
): Ctx {
  const db = connect(env.DB)
  let user: Promise<ActorUser | null> | undefined
  return {
    country: null,
    knownBrowser: null,
    ...caller,
    db,
    search: env.SEARCH ?? null,
    kv: env.CACHE,
    queue: { send: (job, options) => env.QUEUE.send({ ...job, log_ids: logIds() }, options) },
    runners: connectRunners(env.RUNNER),
    hosts: { read: (host) => env.HOST.getByName(host).read() },
    sources: connectSources(env.SOURCE),
    analytics: env.ANALYTICS ?? null,
    settings,
    user: () => (user ??= findUser(db, caller.sessionHash, now())),
    fetch: (input, init) => fetch(input, init),
    stripe: () => stripeClient(settings),
    now,
    id: (prefix) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`,
    token: randomToken,
    defer: (work) => defer(work.catch(logDeferred)),
  }
}

/** What continues after the answer has nobody to throw to. */
function logDeferred(error: unknown): void {
  log('error', 'deferred_work_failed', { message: String(error), stack: stackOf(error) })
}

async function findUser(db: Ctx['db'], sessionHash: string | null, now: number) {
  if (!sessionHash) return null
  return toActor(await actorQuery(db, sessionHash, now), now)
}
