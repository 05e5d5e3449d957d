import { CRON_PATH, QUEUE_PATH, TAKE_PATH, type RoundTrip } from './count-statements.ts'
import { sessionToken } from './fill/filled-users.ts'
import type { Answer, CallPath, Caller, Notes, Path, Scene } from './paths/path.ts'
import type { ScaleSite } from './scale-site.ts'
import { FORM_TOKEN } from '../../worker/contract/forms/form-pages.ts'
import type { StandIns } from '../local-site/start-stand-ins.ts'

/** What one path did. `failure`: why it did not answer as it should. `ms` until the answer. */
export type MeasuredPath = { path: Path; trips: RoundTrip[]; ms: number; failure: string | null }

/** Calls each path once, one after the other, and takes what it sent to D1 until all its work was done. */
export async function measurePaths(
  site: ScaleSite,
  standIns: StandIns,
  paths: readonly Path[],
): Promise<MeasuredPath[]> {
  const { stripe, outbox } = standIns
  if (!stripe) throw new Error('The bench always has its own Stripe.')
  const notes = makeNotes()
  notes.set('far side', standIns.services.origin)
  const scene: Scene = { db: site.db, notes, stripe, mails: () => outbox.mails(), now: Date.now() }
  const client = makeClient(site, notes)
  const measured: MeasuredPath[] = []
  for (const path of paths) {
    measured.push(await measure(path))
  }
  return measured

  async function measure(path: Path): Promise<MeasuredPath> {
    const failed = (error: unknown) => String(error).slice(0, 400)
    try {
      await path.before?.(scene)
      const work = await client.prepare(path, scene)
      await take(site)
      const started = performance.now()
      const failure = await work().catch(failed)
      const ms = performance.now() - started
      return { path, trips: await take(site), ms, failure }
    } catch (error) {
      return { path, trips: [], ms: 0, failure: failed(error) }
    }
  }
}

async function take({ api }: ScaleSite): Promise<RoundTrip[]> {
  const answer = await fetch(api + TAKE_PATH)
  // Made by our own module around the Worker.
  return (await answer.json()) as RoundTrip[]
}

function makeNotes(): Notes {
  const notes = new Map<string, string>()
  return {
    get(name) {
      const found = notes.get(name)
      if (found === undefined) throw new Error(`No earlier path has noted ${name}.`)
      return found
    },
    set: (name, value) => void notes.set(name, value),
  }
}

/** Does what a browser would: cookies, tokens against forgery. */
function makeClient(site: ScaleSite, notes: Notes) {
  /** Resolves to the work to be measured, which resolves to why it failed, or to null. */
  async function prepare(path: Path, scene: Scene): Promise<() => Promise<string | null>> {
    switch (path.kind) {
      case 'call':
        return prepareCall(path)
      case 'cron':
        return () => order(CRON_PATH, path.cron)
      case 'job':
        return () => order(QUEUE_PATH, JSON.stringify({ queue: 'switchyard-jobs', body: path.job(scene) }))
      default:
        return path satisfies never
    }
  }

  async function order(to: string, body: string): Promise<string | null> {
    const answer = await fetch(site.api + to, { method: 'POST', body })
    return answer.ok ? null : `${answer.status} ${await answer.text()}`
  }

  async function prepareCall(path: CallPath): Promise<() => Promise<string | null>> {
    const [method = 'GET'] = path.route.split(' ')
    const to = typeof path.to === 'string' ? path.to : path.to(notes)
    const { cookie, token } = await identify(path.as, method !== 'GET')
    const { body, headers } = payloadOf(path, token)
    const all = { ...(cookie && { cookie }), ...headers }
    return async () => {
      const answer = await fetch(site.api + to, {
        method,
        headers: all,
        redirect: 'manual',
        ...(body !== null && { body }),
      })
      const text = await answer.text()
      if (answer.status !== path.status) return `${answer.status} instead of ${path.status}: ${text.slice(0, 300)}`
      path.after?.({ text, session: sessionOf(answer) }, notes)
      return null
    }
  }

  function payloadOf(path: CallPath, token: string): { body: string | null; headers: Record<string, string> } {
    const ours = {
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': token,
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
    }
    if (path.machine) {
      const { body, headers } = path.machine(notes)
      return { body, headers: { ...ours, ...headers } }
    }
    if (path.form) {
      const body = new URLSearchParams({ ...path.form, ...(path.as !== 'visitor' && { [FORM_TOKEN]: token }) })
      return {
        body: String(body),
        headers: { origin: site.origin, 'content-type': 'application/x-www-form-urlencoded' },
      }
    }
    const given = typeof path.body === 'function' ? path.body(notes) : path.body
    if (given === undefined) return { body: null, headers: ours }
    return { body: JSON.stringify(given), headers: { ...ours, 'content-type': 'application/json' } }
  }

  async function identify(as: Caller, withToken: boolean): Promise<{ cookie: string; token: string }> {
    const session = tokenOf(as)
    const cookie = session === null ? '' : `__Host-session=${session}`
    if (!withToken) return { cookie, token: '' }
    const asked = await fetch(`${site.api}/api/csrf_token`, { headers: cookie ? { cookie } : {} })
    const { csrf_token } = (await asked.json()) as { csrf_token: string }
    const [made = ''] = asked.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
    return { cookie: cookie || made, token: csrf_token }
  }

  function tokenOf(as: Caller): string | null {
    switch (as) {
      case 'visitor':
        return null
      case 'signed-in':
        return notes.get('session')
      default:
        return sessionToken(as)
    }
  }

  return { prepare }
}

function sessionOf(answer: Response): Answer['session'] {
  const cookies = answer.headers.getSetCookie().map((each) => /^__Host-session=([^;]+)/.exec(each)?.[1])
  return cookies.find((each) => each !== undefined) ?? null
}
