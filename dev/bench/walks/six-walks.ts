import type { DraftChange } from '../../../worker/contract/drafts/draft.ts'
import { appletId } from '../../seed/seed-applets.ts'
import { upgradeEvent } from '../calls/at-stripe.ts'
import { callHeaders, enable } from '../engine/users-with-hooks.ts'
import type { WalkName } from './walk-budgets.ts'
import type { WalkSite } from './walk-site.ts'

/** A user with a session and nothing else, and a person of the demo who pays at Stripe. */
export type Walker = { cookie: string; subscriber: 'usr_pro' | 'usr_proplus' }

/**
 * `answered`: until somebody who waits has the answer. `after`: what is begun then, besides what just goes on. `leaves`:
 * the rows of which there is one more at the walk's end.
 */
type ReadyWalk = { answered?: () => Promise<unknown>; after?: () => Promise<unknown>; leaves: string | null }

/** There is nothing to connect and nothing to fill in. */
const APPLET = appletId('hook-to-notification')
const SYNCED = 'runners where applied = wanted'

/** Makes what a walk needs, none of which is counted, and returns the walk. */
export const SIX_WALKS: Record<WalkName, (site: WalkSite, walker: Walker) => Promise<ReadyWalk>> = {
  Connect: async ({ origin }, { cookie }) => {
    const headers = await callHeaders(origin, cookie)
    return { answered: () => post(new URL('/api/applets', origin), headers, { id: APPLET }), leaves: SYNCED }
  },
  hook: async (site, walker) => {
    const send = await anEvent(site, walker)
    return { answered: () => site.holdRuns(send), leaves: null }
  },
  run: async (site, walker) => {
    const send = await anEvent(site, walker)
    const begin = await site.holdRuns(send)
    return { after: async () => begin(), leaves: 'notifications' }
  },
  "Stripe's event": async ({ origin, stripe, consume }, { subscriber }) => {
    const { path, headers = {}, body } = await upgradeEvent(stripe, subscriber)
    return {
      answered: () => post(new URL(path, origin), headers, body),
      after: () => consume('stripe_event'),
      leaves: 'stripe_events where processed_at is not null and parked is null',
    }
  },
  draft: async (site, { cookie }) => {
    const create = await aDraft(site, cookie, [trigger('button', 'pressed'), ...notify('Pressed at {{PressedAt}}')])
    return { answered: create, leaves: SYNCED }
  },
  feed: async (site, { cookie, subscriber }) => {
    const fields = { feed_url: `https://news.example/${subscriber}.xml` }
    const follow: DraftChange[] = [trigger('feeds', 'new_item'), { kind: 'set_fields', key: 'a', fields }]
    const create = await aDraft(site, cookie, [...follow, ...notify('{{EntryTitle}}')])
    await create()
    await site.settled()
    site.feed.unshift(`New for ${subscriber}`)
    return { after: await site.passToReading(), leaves: 'notifications' }
  },
}

/** Enables the Applet. The returned function sends an event to its hook. */
async function anEvent({ origin, settled }: WalkSite, { cookie }: Walker) {
  const path = await enable(origin, cookie, APPLET)
  await settled()
  return () => post(new URL(path, origin), { 'content-type': 'application/json' }, { value1: 'somebody' })
}

/** Makes a draft. The returned function makes it an Applet. */
async function aDraft({ origin }: WalkSite, cookie: string, changes: DraftChange[]) {
  const headers = await callHeaders(origin, cookie)
  const made = await post(new URL('/api/drafts', origin), headers, { changes })
  const { draft } = JSON.parse(made) as { draft: { id: number; version: number } }
  return () => post(new URL(`/api/drafts/${draft.id}/create`, origin), headers, { version: draft.version })
}

function trigger(module_name: string, slug: string): DraftChange {
  return { kind: 'choose_step', step: 'trigger', key: 'a', module_name, slug }
}

function notify(message: string): DraftChange[] {
  return [
    { kind: 'choose_step', step: 'action', key: 'b', module_name: 'notifications', slug: 'send' },
    { kind: 'set_fields', key: 'b', fields: { message } },
  ]
}

/** Returns the answer's text. Rejects any but a good one. */
async function post(address: URL, headers: Record<string, string>, body: unknown): Promise<string> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(address, { method: 'POST', headers, body: sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${text.slice(0, 300)}`)
  return text
}
