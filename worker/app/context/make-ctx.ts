import { readActorRows } from '../../db/sessions/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import { planPart } from '../../billing/plan-part.ts'
import { connectionsPart } from '../../connections/connections-part.ts'
import { runnerPart } from '../../engine/runner-sync/runner-part.ts'
import { connectFilterCompiler } from '../runner/connect-bindings.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { type Env, readSettings, type Settings } from '../../system/context/env.ts'
import { stripeClient } from '../../billing/stripe/stripe-client.ts'
import { makeRunnerCtx } from '../runner/make-runner-ctx.ts'

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
  realNow = now,
): Ctx {
  const filterCompiler = connectFilterCompiler(env.FILTER_COMPILER)
  const runnerCtx = makeRunnerCtx(env, { settings, filterCompiler, defer, now })
  let user: Promise<ActorUser | null> | undefined
  return {
    ...runnerCtx,
    country: null,
    knownBrowser: null,
    ...caller,
    search: env.SEARCH ?? null,
    ai: env.AI ?? null,
    serviceChecker: env.SERVICE_CHECKER,
    runnerHealth: env.RUNNER_HEALTH,
    settings,
    readSettingProblems: () => readSettings(env).problems,
    realNow,
    user: () => (user ??= findUser(runnerCtx.db, caller.sessionHash, { now, realNow })),
    pause: (ms) => scheduler.wait(ms),
    stripe: () => stripeClient(settings),
    accountParts: { plan: planPart, runner: runnerPart, connections: connectionsPart },
  }
}

async function findUser(db: Ctx['db'], sessionHash: string | null, { now, realNow }: Pick<Ctx, 'now' | 'realNow'>) {
  if (!sessionHash) return null
  return toActor(await readActorRows(db, sessionHash, realNow()), now())
}
