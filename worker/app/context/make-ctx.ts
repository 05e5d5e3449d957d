import type { Context, Next } from 'hono'
import { sha256 } from '../../system/secrets/hashes.ts'
import { readActorRows } from '../../db/sessions/actor-query.ts'
import { runnerPart } from '../../engine/runner-sync/runner-part.ts'
import { toActor } from '../../users/session/actor.ts'
import { KNOWN_BROWSER_COOKIE } from '../../users/session/known-browser.ts'
import { SESSION_COOKIE, userMarkOf } from '../../users/session/session-cookie.ts'
import { type Env, readSettings, settingsOf, type Settings } from '../../system/context/env.ts'
import { getCookie } from 'hono/cookie'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import type { FilterCompiler } from '../../system/runner-api/filter-compiler.ts'
import { planPart } from '../../billing/plan-part.ts'
import { log } from '../../system/log/log.ts'
import { connectionsPart } from '../../connections/connections-part.ts'
import { databaseFor } from '../../system/http/answer-page-calls.ts'
import { stripeClient } from '../../billing/stripe/stripe-client.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { movableClock } from '../../system/context/movable-clock.ts'
import { makeRunnerCtx } from '../runner/make-runner-ctx.ts'

type Caller = Pick<Ctx, 'sessionHash' | 'userMark' | 'userAgent' | 'ip'> &
  Partial<Pick<Ctx, 'country' | 'knownBrowser'>>
/** The caller of a queue message, a mail or the cron: nobody is signed in. */
export const SYSTEM: Caller = { sessionHash: null, userMark: null, userAgent: null, ip: '' }

/** Makes a request's Ctx. It only hashes the session; a verb that needs the user looks it up. */
export async function withContext(c: Context<HonoEnv>, next: Next) {
  const cookie = getCookie(c, SESSION_COOKIE, 'host')
  const caller = {
    sessionHash: cookie ? await sha256(cookie) : null,
    userMark: cookie ? userMarkOf(cookie) : null,
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    ip: c.req.header('cf-connecting-ip') ?? '',
    knownBrowser: getCookie(c, KNOWN_BROWSER_COOKIE, 'host') ?? null,
    country: countryOf(c.req.header('cf-ipcountry')),
  }
  c.set('ctx', await ctxOfInvocation(c.env, c.executionCtx, caller, databaseFor(c.req.raw, c.env)))
  return next()
}

/** XX and T1 are Cloudflare's words for unknown and Tor. */
function countryOf(code: string | undefined): string | null {
  return code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}

/** At the time that a developer's clock shows; `SYSTEM` calls unless it is somebody else. */
export async function ctxOfInvocation(
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil'>,
  caller = SYSTEM,
  DB = env.DB,
): Promise<Ctx> {
  const clock = movableClock(env)
  await clock.refresh()
  return makeCtx({ ...env, DB }, settingsOf(env), caller, (work) => execution.waitUntil(work), clock.now, Date.now)
}

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

/** The compiler behind the binding. Where its Worker does not answer, throws `filter_code_unavailable`. */
export function connectFilterCompiler(binding: FilterCompiler): FilterCompiler {
  return {
    compileFilter: async (source, names) => {
      try {
        return await binding.compileFilter(source, names)
      } catch (error) {
        log('error', 'filter_compiler_failed', { message: String(error) })
        throw new AppError('filter_code_unavailable')
      }
    },
  }
}
