/** @module-tag long */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORM_TOKEN } from '../../contract/accounts/form-pages.ts'
import type { ErrorCode, ErrorEnvelope } from '../../contract/errors.ts'
import { call } from '../../testing/call-api.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { formToken } from '../../testing/post-form.ts'
import { callsOfRouter, requestsOf, type Asked } from './calls-with-input.fixture.ts'
import { silentBindings } from './silent-bindings.fixture.ts'
import { aVictim, OWN_APPLET, PRIVATE_IDS, PUBLIC_IDS, ROLES, SECRET, type Role } from './victim.fixture.ts'

const ids = [...Object.values(PRIVATE_IDS), ...Object.values(PUBLIC_IDS)]
const privateIds = new Set<unknown>(Object.values(PRIVATE_IDS))
const calls = callsOfRouter().map((each) => ({ ...each, requests: requestsOf(each, ids) }))
type CallWithRequests = (typeof calls)[number]

/** What visitors may do. A new call that is not here has to refuse them. */
const OPEN = [
  'POST /join',
  'POST /password_reset',
  'POST /applets/:id/report',
  'POST /api/errors',
  'GET /api/csrf_token',
  'GET /api/settings',
  'GET /api/me',
  'POST /api/users',
  'POST /api/users/passkey_options',
  'DELETE /api/session',
  'POST /api/session/passkey_options',
  'GET /api/session/second_step',
  'POST /api/password_resets',
  'GET /api/home',
  'GET /api/explore',
  'GET /api/sitemaps',
  'GET /api/services',
  'GET /api/plans',
]
/** The same for everyone, or nothing for a visitor, whatever the address names. */
const ALIKE = ['GET /api/sitemaps/:kind/:page', 'GET /api/services/:module_name/viewer']
/** They know their sender by a key or a signature, and read a body of any media type. */
const OF_MACHINES = ['POST /v1/notifications', 'POST /webhooks/stripe', 'POST /api/browser_reports']
/** What visitors are told of a link, a password or a key that they show instead of a session. */
const OF_PROOFS: ErrorCode[] = ['bad_credentials', 'invalid_link', 'passkey_refused', 'second_step_expired']
/** Refusals that say nothing of who asks: input that is valid must not meet them first. */
const OF_INPUT: ErrorCode[] = [
  'malformed',
  'csrf',
  'too_large',
  'not_json',
  'not_a_form',
  'invalid_input',
  'rate_limited',
]
/** A redirect that refuses. */
const REFUSING = /^\/(login|session\/reset)\b|[?&]error_type=/

const { asked, bindings } = silentBindings()

beforeEach(() => {
  asked.clear()
  // Vitest sends each line that is printed to another process.
  listenToLog()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('This test has no network.')))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function ask({ method, path, body, form, page }: Asked, session: string | null) {
  const signedIn = session !== null && { session }
  const fields = { ...form, ...(page && session !== null && { [FORM_TOKEN]: await formToken(session) }) }
  const ofForm = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': '', 'x-csrf-token': '' }
  const sent = form ? { body: new URLSearchParams(fields).toString(), headers: ofForm } : { body }
  const response = await call(method, path, { ...signedIn, ...sent, bindings })
  // A download breaks off where its user's Runner is away.
  const text = await response.text().catch(() => '')
  const code = response.status < 400 ? null : codeIn(text)
  return { status: response.status, location: response.headers.get('location') ?? '', text, code }
}
type Answer = Awaited<ReturnType<typeof ask>>

function codeIn(text: string): ErrorCode | undefined {
  return (JSON.parse(text) as Partial<ErrorEnvelope>).error?.code
}

/** Whether this may not be done in this role. */
function isForbidden({ name, path, method }: CallWithRequests, { id, mutation }: Asked, role: Role): boolean {
  if (path.startsWith('/api/operator')) return role !== 'operator'
  if (ALIKE.includes(name)) return false
  if (mutation) return role === 'visitor' || mutation === 'of_id'
  if (privateIds.has(id)) return true
  const isPublic = id !== undefined && method === 'GET'
  return role === 'visitor' && path !== '/graphql' && !OPEN.includes(name) && !isPublic
}

function isRefused({ status, location, text }: Answer, { mutation }: Asked): boolean {
  if (mutation) return /"errors":\[\{/.test(text)
  return status >= 400 || (status >= 300 && REFUSING.test(location))
}

/**
 * Whether a refusal says what it has to: visitors are asked to sign in, and what is somebody else's does not exist. For
 * visitors that is also true of what is not public or cannot be a draft. Runs are asked of a Runner, which is away here.
 */
function isWellSaid({ name, path, method }: CallWithRequests, { id }: Asked, role: Role, { code }: Answer): boolean {
  const isOurs = /^\/(?:api(?!\/oidc)|billing|stored_fields|subscriptions)\//.test(path) && !OF_MACHINES.includes(name)
  if (!isOurs || !code || OF_PROOFS.includes(code)) return true
  if (role !== 'visitor') return id === undefined || code === 'not_found' || code === 'runs_unavailable'
  const isPublic = method === 'GET' && /^\/api\/(?:applets|authors|services)\//.test(path)
  const isUnknown = isPublic || (path.startsWith('/api/drafts/') && typeof id !== 'number')
  return code === 'not_signed_in' || (code === 'not_found' && isUnknown)
}

/** What is wrong with an answer; null if nothing is. */
function wrongIn(each: CallWithRequests, request: Asked, role: Role, answer: Answer): string | null {
  const isTheirs = role === 'operator' && each.path.startsWith('/api/operator')
  const known = JSON.stringify(request)
  const told = [SECRET, PRIVATE_IDS.email].filter((text) => answer.text.includes(text) && !known.includes(text))
  if (told.length > 0 && !isTheirs) return `tells ${told.join(', ')}`
  if (answer.status === 500) return 'fails'
  if (!isForbidden(each, request, role)) return null
  if (!isRefused(answer, request)) return `is not refused: ${answer.status}`
  const isHidden = answer.code && OF_INPUT.includes(answer.code) && !OF_MACHINES.includes(each.name)
  if (isHidden) return `is refused for its input: ${answer.code}`
  return isWellSaid(each, request, role, answer) ? null : `is refused in other words: ${answer.code}`
}

test('at least 6,500 of 13,000 requests have to be refused', () => {
  const all = calls.flatMap((each) =>
    each.requests.flatMap((request) => ROLES.map((role) => [each, request, role] as const)),
  )
  expect(calls.length).toBeGreaterThan(190)
  expect(all.length).toBeGreaterThan(13_000)
  expect(all.filter((asking) => isForbidden(...asking)).length).toBeGreaterThan(6500)
})

test.each(calls)('$name tells and changes nothing of somebody else', async (each) => {
  const world = await aVictim()
  const before = await world.rows()
  const wrong: string[] = []
  for (const role of ROLES) {
    for (const request of each.requests) {
      const found = wrongIn(each, request, role, await ask(request, world.cookies[role]))
      if (found !== null) wrong.push(`${role}: ${request.method} ${request.path} ${found}`)
    }
    const isTheirs = role === 'operator' && each.path.startsWith('/api/operator')
    if (!isTheirs) expect(await world.rows(), role).toEqual(before)
  }
  expect(wrong).toEqual([])
  expect([...asked]).not.toContain(PRIVATE_IDS.runner)
})

/** Its trigger takes no mail, and Stripe has what the others name. */
const NOT_OF_THE_VICTIM = [
  'POST /api/applets/:id/mail_address',
  'GET /api/billing/invoices/:id',
  'GET /api/subscriptions/:id',
]
const ofOwners = calls.filter(({ name }) => /\/api\/(?!operator).*:id/.test(name) && !NOT_OF_THE_VICTIM.includes(name))

test.each(ofOwners)('$name finds what its owner names', async ({ requests }) => {
  const { cookies } = await aVictim()
  const answers: Answer[] = []
  for (const request of requests.filter(({ id }) => privateIds.has(id))) {
    answers.push(await ask(request, cookies.victim))
  }
  expect(answers.filter(({ code }) => code !== 'not_found')).not.toEqual([])
})

test.each([
  'POST /api/applets/:id/publish',
  'POST /api/app_links',
  'POST /api/second_factor',
  'POST /api/second_factor/codes',
])('%s takes a confirmed address', async (name) => {
  const { cookies } = await aVictim()
  const requests = calls.filter((each) => each.name === name).flatMap((each) => requestsOf(each, [OWN_APPLET]))
  expect(requests).not.toEqual([])
  for (const request of requests) {
    expect(await ask(request, cookies.unconfirmed)).toMatchObject({ code: 'email_not_verified' })
  }
})
