import { FIRST_APPLET, WORD_OF_HALF } from '../fill/filled-users.ts'
import type { Caller, Scene, Sent } from './call-scene.ts'
import { upgradeEvent } from './at-stripe.ts'

/** The work of a call at D1. Rows as D1 counts and bills them. */
export type Counts = { trips: number; statements: number; read: number; written: number }

/** `prepare` makes what a call needs, none of which is counted, and says what to send: it can be done again and again. */
export type ProductCall = { name: string; as: Caller; most: Counts; prepare: (scene: Scene) => Sent | Promise<Sent> }

/** The user of the fill with 500 Applets, and a demo user who pays at Stripe. */
const MUCH = 'much'
const SUBSCRIBER = 'usr_proplus'
/** Lacks nothing: it can be enabled at once. */
const HOOK = 'hook-to-notification'
const STEPS = [
  { kind: 'choose_step', step: 'trigger', key: 'a', module_name: 'button', slug: 'pressed' },
  { kind: 'choose_step', step: 'action', key: 'b', module_name: 'notifications', slug: 'send' },
  { kind: 'set_fields', key: 'b', fields: { message: 'Pressed at {{PressedAt}}' } },
]

/**
 * The twenty most used calls and pages, in an order in which each finds what it needs, and the most that each may need:
 * trips to D1, statements, rows read, rows written.
 */
export const TWENTY_CALLS: readonly ProductCall[] = [
  call('home', 'visitor', most(1, 3, 240, 0), '/api/home'),
  call('explore', 'visitor', most(1, 3, 650, 0), '/api/explore'),
  call('search', 'visitor', most(2, 7, 1300, 0), `/api/explore?q=${WORD_OF_HALF}`),
  call('an Applet', 'visitor', most(1, 5, 50, 0), `/api/applets/${FIRST_APPLET}`),
  call('a service', 'visitor', most(1, 4, 1120, 0), '/api/services/bluesky'),
  call('who is signed in', MUCH, most(1, 3, 530, 0), '/api/me'),
  page('explore', MUCH, most(1, 3, 530, 0), '/explore'),
  page("an Applet's page", MUCH, most(1, 15, 1140, 0), '/applets/star-to-sheet'),
  page('my Applets', MUCH, most(1, 14, 15_200, 0), '/my_applets'),
  page('connections', MUCH, most(1, 7, 7250, 0), '/settings/connections'),
  page('activity', MUCH, most(1, 9, 3710, 0), '/activity'),
  page('billing', SUBSCRIBER, most(2, 10, 60, 0), '/settings/billing'),
  {
    name: 'a draft',
    as: MUCH,
    most: most(1, 14, 1110, 0),
    prepare: async (scene) => ({ at: 'pages', path: `/create/${await makeDraft(scene)}` }),
  },
  {
    name: 'save a draft',
    as: MUCH,
    most: most(2, 12, 580, 3),
    prepare: async (scene) => ({
      method: 'PATCH',
      path: `/api/drafts/${await makeDraft(scene)}`,
      body: { version: 1, changes: [{ kind: 'set_name', name: 'A press' }] },
    }),
  },
  {
    name: 'enable an Applet',
    as: MUCH,
    most: most(3, 15, 650, 19),
    prepare: async (scene) => {
      await scene.send(MUCH, ENABLE)
      await scene.send(MUCH, DISABLE)
      return ENABLE
    },
  },
  {
    name: 'an event at a hook, with its run',
    as: 'visitor',
    most: most(2, 4, 2020, 7),
    prepare: async (scene) => ({ method: 'POST', path: await hookOf(scene), body: { value1: 'somebody' } }),
  },
  {
    name: 'a run',
    as: MUCH,
    most: most(3, 7, 45, 0),
    prepare: async (scene) => ({
      path: `/api/runs/${pick(/"id":"([0-9A-Z]{26})"/, await scene.send(MUCH, { path: '/api/runs' }))}`,
    }),
  },
  {
    name: 'disable an Applet',
    as: MUCH,
    most: most(3, 15, 650, 17),
    prepare: async (scene) => {
      await scene.send(MUCH, ENABLE)
      return DISABLE
    },
  },
  {
    name: "Stripe's event of an upgrade",
    as: 'visitor',
    most: most(15, 35, 80, 30),
    prepare: ({ stripe }) => upgradeEvent(stripe, SUBSCRIBER),
  },
  call("the minute's cron trigger", 'visitor', most(8, 10, 20, 2), '/bench/minute'),
]

const ENABLE: Sent = { method: 'POST', path: '/api/applets', body: { id: HOOK } }
const DISABLE: Sent = { method: 'POST', path: `/api/applets/${HOOK}/disable` }

function most(trips: number, statements: number, read: number, written: number): Counts {
  return { trips, statements, read, written }
}

function call(name: string, as: Caller, needs: Counts, path: string): ProductCall {
  return { name, as, most: needs, prepare: () => ({ path }) }
}

function page(name: string, as: Caller, needs: Counts, path: string): ProductCall {
  return { name, as, most: needs, prepare: () => ({ at: 'pages', path }) }
}

async function makeDraft(scene: Scene): Promise<string> {
  const draft = { method: 'POST', path: '/api/drafts', body: { changes: STEPS } }
  return pick(/"draft":\{"id":(\d+)/, await scene.send(MUCH, draft))
}

async function hookOf(scene: Scene): Promise<string> {
  return pick(/"hook_url":"[^"]*(\/hooks\/[^"]+)"/, await scene.send(MUCH, ENABLE))
}

function pick(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${String(pattern)} is not in ${text.slice(0, 300)}`)
  return found
}
