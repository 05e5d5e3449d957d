import { ME_AND_RULES } from '../../../worker/contract/graphql/graphql-documents.ts'
import { appletId } from '../../seed/seed-applets.ts'

/** A connection's user. `headers`: those of calls that write. `counts`: how many of each kind they have asked. */
export type LoadUser = { id: string; headers: Record<string, string>; hook: string; counts: Map<string, number> }

/** Where the API Worker and the pages answer. */
export type LoadSite = { api: string; pages: string }

export type Sent = { url: string; method?: string; headers: Record<string, string>; body?: string }

/** A write can be looked for afterwards: feedback by its text, a switch by its entry in the activity. */
export type Asked = { kind: string; sent: Sent; feedback?: { applet: number; text: string }; switched?: true }

/** The Applet that each user switches on and off; far above the ids of the demo's. */
export const SWITCHED = 9001
const RATED = ['star-to-sheet', 'feed-to-chat', 'sunset-lights', 'rain-check', 'photo-backup'].map(appletId)

type Kind = { share: number; ask: (user: LoadUser, n: number, site: LoadSite) => Omit<Asked, 'kind'> }

const call =
  (path: string, method = 'GET', body?: unknown) =>
  (user: LoadUser, _: number, site: LoadSite) => ({
    sent: {
      url: site.api + path,
      method,
      headers: user.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  })
const page = (path: string, isSignedIn: boolean) => (user: LoadUser, _: number, site: LoadSite) => ({
  sent: { url: site.pages + path, headers: isSignedIn ? { cookie: user.headers['cookie'] ?? '' } : {} },
})

/** The calls of a busy hour, in parts of a hundred: most look, some look closer, few change something. */
const BUSY_HOUR: Readonly<Record<string, Kind>> = {
  'a page, visitor': { share: 28, ask: page('/applets/star-to-sheet', false) },
  'the start page, visitor': { share: 10, ask: page('/', false) },
  'a page, signed in': { share: 12, ask: page('/applets/star-to-sheet', true) },
  'own Applets, signed in': { share: 6, ask: page('/my_applets', true) },
  "the viewer's part": { share: 12, ask: call('/api/applets/star-to-sheet/viewer') },
  'who is signed in': { share: 8, ask: call('/api/me') },
  activity: { share: 6, ask: call('/api/activity') },
  notifications: { share: 4, ask: call('/api/notifications') },
  search: { share: 2, ask: call('/api/explore?q=light') },
  GraphQL: {
    share: 3,
    ask: call('/graphql', 'POST', { query: ME_AND_RULES.query, variables: { applet_id: 'star-to-sheet' } }),
  },
  feedback: {
    share: 5,
    ask: (user, n, site) => {
      const applet = RATED[n % RATED.length] ?? 1
      const body = { like: true, suggestion: `Write ${n}` }
      return {
        ...call(`/api/applets/${applet}/feedback`, 'POST', body)(user, n, site),
        feedback: { applet, text: body.suggestion },
      }
    },
  },
  'an Applet switched': {
    share: 4,
    // Odd ones turn it on, even ones off.
    ask: (user, n, site) => {
      const ask =
        n % 2 === 1 ? call('/api/applets', 'POST', { id: SWITCHED }) : call(`/api/applets/${SWITCHED}/disable`, 'POST')
      return { ...ask(user, n, site), switched: true }
    },
  },
}

/** Draws a connection's next call by its share. */
export function nextOf(site: LoadSite, user: LoadUser): Asked {
  let drawn = Math.random() * Object.values(BUSY_HOUR).reduce((sum, { share }) => sum + share, 0)
  const [kind, { ask }] = Object.entries(BUSY_HOUR).find(([, { share }]) => (drawn -= share) < 0) ?? fail()
  const n = (user.counts.get(kind) ?? 0) + 1
  user.counts.set(kind, n)
  return { kind, ...ask(user, n, site) }
}

function fail(): never {
  throw new Error('The shares of the busy hour do not add up.')
}
