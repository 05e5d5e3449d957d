import type { FilterCompiler } from '../runner-api/filter-compiler.ts'
import type { ServiceChecker } from '../runner-api/service-checker.ts'
import type { RunnerHealth } from '../runner-api/worker-report.ts'
import type { RunnerEnv } from './runner-env.ts'
import { aiProblems, LANGUAGE_MODEL, LANGUAGE_MODEL_SETTINGS } from './settings/language-model-settings.ts'
import { MESSAGE_SETTINGS, TEXTS } from './settings/message-settings.ts'
import { readBy, readOnce, type SettingsRead } from './settings/read-settings.ts'
import { ELSEWHERE, RUNNER_WORKER_SETTINGS } from './settings/runner-worker-settings.ts'
import type { Read } from './settings/setting-shapes.ts'
import { hashProblems, OPENID, oidcProblems, SIGN_IN_SETTINGS } from './settings/sign-in-settings.ts'
import { NO_HOSTS, SITE_SETTINGS } from './settings/site-settings.ts'
import { SELLING, STRIPE_SETTINGS, stripeProblems } from './settings/stripe-settings.ts'

/** The API Worker's bindings, as in wrangler.toml. */
export type Env = RunnerEnv & {
  /** The search index; without it, search says that it is not available (db/search/find-in-index.ts). */
  SEARCH?: D1Database
  /** Compiles filter code, in the Runner's Worker (app/runner/). */
  FILTER_COMPILER: FilterCompiler
  /** Checks services' files, in the Runner's Worker (services/operator/). */
  SERVICE_CHECKER: ServiceChecker
  /** Says how the Runner's Worker is (health/). */
  RUNNER_HEALTH: RunnerHealth
  EMAIL: { send(message: Email): Promise<unknown> }
  /** Cloudflare's language models, if the operator has bound them (wrangler.toml). */
  AI?: WorkersAi
  /** Calls per minute for each user, and the additional ones for Pro and Pro+ (system/http/limit-calls.ts). */
  CALLS?: RateLimit
  CALLS_PRO?: RateLimit
  CALLS_PRO_PLUS?: RateLimit
  /** Refused keys of hooks a minute, and how often D1 is read for an unknown one (engine/hooks/ask-runner.ts). */
  HOOKS_REFUSED?: RateLimit
  HOOKS_REREAD?: RateLimit
  /** Reports of broken pages a minute for each network (operations/error-reports/routes.ts). */
  PAGE_ERRORS?: RateLimit
}

/** The part of Workers AI's binding that we use. It answers with what the model's own schema says. */
export type WorkersAi = { run(model: string, input: object, options?: { signal?: AbortSignal }): Promise<unknown> }

/** The message of Cloudflare's email binding. It accepts only allowlisted `headers`, such as List-Unsubscribe. */
export type Email = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

const SHAPES = {
  ...RUNNER_WORKER_SETTINGS,
  ...SITE_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...LANGUAGE_MODEL_SETTINGS,
  ...STRIPE_SETTINGS,
}
export type Settings = Read<typeof SHAPES>

const RULES = {
  shapes: SHAPES,
  features: [OPENID, TEXTS, LANGUAGE_MODEL, SELLING],
  off: { ...ELSEWHERE, ...NO_HOSTS },
  problemsOf: (settings: Settings) => [
    ...hashProblems(settings),
    ...stripeProblems(settings),
    ...oidcProblems(settings),
    ...aiProblems(settings),
  ],
}

/** The API Worker's settings, and what is wrong with them. */
export function readSettings(env: Record<string, unknown>): SettingsRead<Settings> {
  return readBy(RULES, env)
}

export const settingsOf = readOnce<Env, Settings>(readSettings)
