import type Stripe from 'stripe'
import type { Db } from '../d1/client.ts'
import type { CallPlaces } from '../call-places/call-places.ts'
import type { FilterCompiler } from '../runner-api/filter-compiler.ts'
import type { AccountParts } from './account-parts.ts'
import type { Settings, WorkersAi } from './env.ts'
import type { RunnerWorkerSettings } from './settings/runner-worker-settings.ts'
import type { Job } from '../../contract/jobs/jobs.ts'
import type { Me } from '../../contract/accounts/me.ts'
import type { ServiceFile } from '../runner-api/program.ts'
import type { Hosts } from '../runner-api/host-api.ts'
import type { Sources } from '../runner-api/source-api.ts'
import type { ServiceChecker } from '../runner-api/service-checker.ts'
import type { RunnerHealth } from '../runner-api/worker-report.ts'
import type { Runners } from '../runner-api/runner-api.ts'

/** The signed-in user, as verbs need it. Times in ms. */
export type ActorUser = Omit<
  Me,
  | 'signedIn'
  | 'email_verified'
  | 'csrf_token'
  | 'applet_quota_slots_total'
  | 'applet_quota_slots_remaining'
  | 'unread'
  | 'operator'
> & {
  email_verified_at: number | null
  student: boolean
  /** When the session's user last showed that it is them; see `requireFreshProof`. */
  proved_at: number
}

/** Everything from outside that runs Applets: what the Runner's Worker has, and the API Worker too. */
export type RunnerCtx = {
  db: Db
  kv: KVNamespace
  queue: Pick<Queue<Job>, 'send'>
  /** Where users' Applets run. */
  runners: Runners
  /** The hosts of services' files. */
  hosts: Hosts
  /** The sources that are read once for everyone who follows them. */
  sources: Sources
  filterCompiler: FilterCompiler
  /** The operator's analytics dataset; null if none is bound. */
  analytics: Pick<AnalyticsEngineDataset, 'writeDataPoint'> | null
  settings: RunnerWorkerSettings
  /** The files of those of these services that an operator has added, as they are in D1 now. Our own cost nothing. */
  readServiceFiles(module_names: readonly string[]): Promise<ServiceFile[]>
  /** For rate limits only; empty where nobody calls. */
  ip: string
  /** The calls that may be under way at once: of an object all its life, else of a request. */
  places: CallPlaces
  /** Fetches from services. */
  fetch: typeof fetch
  now(): number
  /** A new id such as `usr_3f9c…`. */
  id(prefix: string): string
  /** 256 random bits, base64url: session ids, OAuth states. */
  token(): string
  /** Lets work continue after the response. */
  defer(work: Promise<unknown>): void
}

/** Everything from outside that a verb may use. Made once for each request or queue message. */
export type Ctx = RunnerCtx & {
  /** The search index, a database of its own (search/); null if none is bound. */
  search: D1Database | null
  /** Cloudflare's language models; null if none are bound. */
  ai: WorkersAi | null
  /** Checks services' files, in the Runner's Worker. */
  serviceChecker: ServiceChecker
  /** Asks the Runner's Worker how it is. */
  runnerHealth: RunnerHealth
  settings: Settings
  /** What is wrong with settings, `NAME: what is wrong` each; what they set is off. */
  readSettingProblems(): readonly string[]
  /** In ms. For what the world outside holds to its own time: sign-ins, sessions, cookies. `now` can be moved where a clock is bound. */
  realNow(): number
  /** SHA-256 of the session cookie, or null without one. Not yet checked: see `user`. */
  sessionHash: string | null
  /** The common mark of a user's session cookies; null without one. Not checked. */
  userMark: string | null
  /** The signed-in user, looked up on the first call and cached; null for a visitor. */
  user(): Promise<ActorUser | null>
  userAgent: string | null
  /** The caller's country (ISO 3166-1), as Cloudflare says; null if unknown. */
  country: string | null
  /** The cookie that says who has signed in here before (users/session/known-browser.ts); null without one. */
  knownBrowser: string | null
  /** Waits for so many ms, as for what another call does. */
  pause(ms: number): Promise<void>
  /** Stripe's client, loaded on the first call. Throws `billing_unavailable` if no key is set. */
  stripe(): Promise<Stripe>
  /** The parts that rooms above users have in an account. */
  accountParts: AccountParts<Ctx>
}

/** Parts of a context, for functions that need no more of it; joined with `&`. */
export type DbCtx = Pick<RunnerCtx, 'db'>
export type ClockCtx = Pick<RunnerCtx, 'now'>
export type SettingsCtx = Pick<Ctx, 'settings'>
export type StripeCtx = Pick<Ctx, 'stripe'>
