import type { Bench, Door } from './start-bench.ts'
import { connect } from '../../worker/db/client.ts'
import { writeApplet } from '../engine-bench/users-with-hooks.ts'
import { CALLS, type Call, type Measure } from './product-calls.ts'
import { ADDRESS, callHeaders } from './start-bench.ts'
import { COUNTS_PATH, type Counts } from './count-io.ts'
import { send, type Sent } from './timed-request.ts'

/** `against` is what it takes at least; `goal` how many times that it may take. */
export type Scenario = {
  group: 'control' | 'call' | 'page'
  name: string
  sent: Sent
  against: Control
  goal: number | null
  /** Statements and round trips to D1. */
  statements: number
  trips: number
}
type Control = { name: string; sent: Sent }

const USER = 'pro@demo.test'
/** How many times its control each kind of call may take. Writes differ too much in what they have to do. */
const GOALS: Record<Measure, number | null> = { reads: 2, write: null, event: 2, run: 2, scrypt: 1.1 }
const SIGNED_PAGE = { statements: 10, goal: 4 }

const VISITOR_PAGES = ['/', '/explore', '/applets/star-to-sheet', '/octoforge', '/plans']
const SIGNED_PAGES = [
  ...VISITOR_PAGES,
  '/my_applets',
  '/create',
  '/settings',
  '/activity',
  '/notifications',
  '/settings/connections',
]

/** Everything that is measured, prepared so that it can be sent as it stands. */
export async function scenariosOf(bench: Bench): Promise<Scenario[]> {
  const user = await bench.signIn(USER)
  const visitor = await callHeaders(bench.doorAt('api'))
  const hooks = await hooksOf(bench, user)
  const headersOf = { user, visitor, sender: ADDRESS }
  const calls: Scenario[] = []
  for (const call of CALLS) calls.push(await toScenario(bench, call, headersOf[call.as], hooks))
  const page = (path: string, headers: Record<string, string>) => ({ url: bench.doorAt('pages') + path, headers })
  const base = { group: 'page', statements: 0, trips: 0 } as const
  return [
    ...[
      control(bench, '/read'),
      control(bench, '/write'),
      reads(bench, 10),
      reads(bench, 10, { ...NOTHING, kv: 1 }),
      reads(bench, 10, { ...NOTHING, runner: 1 }),
    ].map((bare): Scenario => ({
      ...base,
      group: 'control',
      ...bare,
      against: control(bench, '/'),
      goal: null,
    })),
    ...calls,
    ...VISITOR_PAGES.map((path): Scenario => ({
      ...base,
      name: `visitor ${path}`,
      sent: page(path, {}),
      against: file(bench),
      goal: null,
    })),
    ...SIGNED_PAGES.map((path): Scenario => {
      const against = reads(bench, SIGNED_PAGE.statements)
      return {
        ...base,
        name: `signed in ${path}`,
        sent: page(path, { cookie: user.cookie ?? '' }),
        against,
        goal: SIGNED_PAGE.goal,
      }
    }),
  ]
}

async function toScenario(bench: Bench, call: Call, headers: Record<string, string>, hooks: Hooks): Promise<Scenario> {
  const [method = '', route = ''] = call.route.split(' ')
  const path = (call.path ?? route).replace('{hook}', hooks.runs).replace('{waiting_hook}', hooks.waits)
  const at = (door: Door): Sent => ({ url: bench.doorAt(door) + path, method, headers, body: call.body })
  // A Runner of the counted Worker's own would have to be told of a hook's key first.
  const isEvent = call.measure === 'event' || call.measure === 'run'
  const counts = isEvent ? NOTHING : await countsOf(bench, at('counted'))
  return {
    group: 'call',
    name: [call.route, call.name].filter(Boolean).join(', '),
    sent: at('api'),
    against: controlOf(bench, call, counts),
    goal: GOALS[call.measure],
    statements: statementsOf(counts),
    trips: counts.trips.length,
  }
}

const NOTHING: Counts = { trips: [], runner: 0, kv: 0 }

function statementsOf({ trips }: Counts): number {
  return trips.reduce((sum, count) => sum + count, 0)
}

function controlOf(bench: Bench, { measure, body }: Call, counts: Counts): Control {
  switch (measure) {
    case 'reads':
      return reads(bench, statementsOf(counts), counts)
    case 'write':
      return control(bench, '/write')
    case 'event':
      return { name: 'a bare object write', sent: { url: `${bench.doorAt('control')}/object`, method: 'POST', body } }
    case 'run':
      return {
        name: 'an object write + a run',
        sent: { url: `${bench.doorAt('control')}/object?run`, method: 'POST', body },
      }
    case 'scrypt':
      return control(bench, '/scrypt')
    default:
      return measure satisfies never
  }
}

function reads(bench: Bench, count: number, counts = NOTHING): Control {
  if (count === 0) return control(bench, '/')
  const name = [`a batch of ${count}`, ...besideReads(counts)].join(' + ')
  return { name, sent: { url: bench.doorAt('control') + readsPath(count, counts) } }
}

/** Where the control reads that much. However often a call asks a Runner or KV, its control does so once. */
export function readsPath(count: number, counts: Counts): string {
  if (count === 0) return '/'
  return [`/reads/${count}`, besideReads(counts).join('&')].filter(Boolean).join('?')
}

function besideReads({ runner, kv }: Counts): string[] {
  return [...(kv > 0 ? ['kv'] : []), ...(runner > 0 ? ['object'] : [])]
}

const CONTROL_NAMES = {
  '/': 'bare Hono',
  '/read': 'one bare read',
  '/write': 'a bare write',
  '/scrypt': 'bare scrypt',
} as const

function control(bench: Bench, path: keyof typeof CONTROL_NAMES): Control {
  return { name: CONTROL_NAMES[path], sent: { url: bench.doorAt('control') + path } }
}

function file(bench: Bench): Control {
  return { name: 'a static file', sent: { url: `${bench.doorAt('files')}/favicon.svg` } }
}

/** What a call waits for. The first one may fill caches. */
async function countsOf(bench: Bench, sent: Sent): Promise<Counts> {
  const asked = { url: bench.doorAt('counted') + COUNTS_PATH }
  await send(sent)
  await send(asked)
  const { status, text } = await send(sent)
  if (status >= 400) throw new Error(`${sent.method} ${sent.url}: ${status} ${text}`)
  return JSON.parse((await send(asked)).text)
}

type Hooks = { runs: string; waits: string }

/** The Applet whose run waits after an event; far above the ids of the demo's. */
const WAITING = 9002

/** The demo user turns on two Applets with a hook. Returns their paths. */
async function hooksOf(bench: Bench, headers: Record<string, string>): Promise<Hooks> {
  await writeApplet(connect(bench.env.DB), { id: WAITING, wait: 3600, target: bench.origin })
  return { runs: await hookOf(bench, headers, 'hook-to-notification'), waits: await hookOf(bench, headers, WAITING) }
}

async function hookOf(bench: Bench, headers: Record<string, string>, id: string | number): Promise<string> {
  const url = `${bench.doorAt('api')}/api/applets`
  const { text } = await send({ url, method: 'POST', headers, body: { id } })
  const hook = /"hook_url":"[^"]*(\/hooks\/[^"]+)"/.exec(text)?.[1]
  if (!hook) throw new Error(`The demo user has no hook: ${text}`)
  return hook
}
