import type { D1Database } from '@cloudflare/workers-types'
import type { DEMO_USERS, FilledUser } from '../fill/filled-users.ts'
import type { RunningStripe } from '../../stripe/server/start-stripe.ts'

/** Who calls: nobody, a user of the fill, a person of the demo, who exists at the stand-ins too, or the one who signed in last. */
export type Caller = 'visitor' | FilledUser | (typeof DEMO_USERS)[number] | 'signed-in'

/** The most that a path may need of D1, whatever the size of the data. Rows as D1 counts and bills them. */
export type Budget = { trips: number; statements: number; read: number; written: number }

/** What earlier paths have found out, such as the key of a hook. */
export type Notes = { get(name: string): string; set(name: string, value: string): void }

/** What a path can use before it is measured. Nothing of this is counted. */
export type Scene = {
  db: D1Database
  notes: Notes
  stripe: RunningStripe
  /** Mails that have arrived, newest first. */
  mails: () => readonly { to: string; text: string }[]
  now: number
}

type Common = {
  name: string
  budget: Budget
  /** Why it may look through a table that grows. */
  mayScan?: string
  /** Makes what the path needs. */
  before?: (scene: Scene) => Promise<unknown> | void
}

/** A call of the Worker. `route`: method and path as the router has them. */
export type CallPath = Common & {
  kind: 'call'
  route: string
  as: Caller
  to: string | ((notes: Notes) => string)
  /** Sent as JSON. */
  body?: object | ((notes: Notes) => object)
  /** Sent as a page's form. */
  form?: Record<string, string>
  /** Sent as another machine does. */
  machine?: (notes: Notes) => { body: string; headers: Record<string, string> }
  status: number
  /** Notes what later paths need of the answer. */
  after?: (answer: Answer, notes: Notes) => void
}
export type Answer = { text: string; session: string | null }

/** A cron trigger of wrangler.toml. */
type CronPath = Common & { kind: 'cron'; cron: string }

/** A job of the queue. */
export type JobPath = Common & { kind: 'job'; job: (scene: Scene) => unknown }

export type Path = CallPath | CronPath | JobPath

export function budget(trips: number, statements: number, read: number, written = 0): Budget {
  return { trips, statements, read, written }
}

type CallOptions = Partial<
  Pick<CallPath, 'mayScan' | 'to' | 'body' | 'form' | 'machine' | 'status' | 'after' | 'before'>
> & {
  of?: string
}

/** A path of this route, such as `GET /api/home`. Its address is that of the route, unless `to` says otherwise; `of` tells apart paths of one route. */
export function call(route: string, as: Caller, most: Budget, { of, ...given }: CallOptions = {}): CallPath {
  const [, path = ''] = route.split(' ')
  const name = [route, as, of].filter(Boolean).join(' · ')
  return { kind: 'call', name, route, as, budget: most, to: path, status: 200, ...given }
}

/** Finds the first group of the pattern in an answer. */
export function pick(pattern: RegExp, { text }: Answer): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${String(pattern)} is not in ${text.slice(0, 300)}`)
  return found
}
