import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { catalogRows } from '../../../services/catalog/catalog-rows.ts'
import { catalogSql } from '../../../db/services/catalog-sql.ts'
import { findService, serviceAddress } from '../../../services/known-services.ts'
import { serverField } from '../../../services/format/connect-values.ts'
import { methodOf } from '../../../services/format/http/fill-request.ts'
import { OUTSIDE_APPLETS } from '../../../services/format/outside-applets.ts'
import type { ServiceDefinition } from '../../../services/format/service-definition.ts'
import { serviceDefinitions } from '../../../services/service-registry.ts'
import { accountIo, pastedText, readCredentials } from '../../../engine/steps/account-io.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../../system/outbound/outbound-fetch.ts'
import { readRun } from '../../sentences/say-run.ts'
import { accountOwner, encryptToken } from '../../../system/secrets/token-encryption.ts'
import { eventually } from '../../../testing/eventually.ts'
import { aConnectedAccount, aSubscription, aUser } from '../../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { randomDraft } from '../testing/random-draft.fixture.ts'
import { dryRunDraft } from './dry-run-draft.ts'
import { runDraftOnce } from './run-draft-once.ts'

const APPLETS = 100 / Number(env['ONE_IN'])
const FIRST_SEED = Number(env['SEED'])

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A request as its service sees it. */
type Seen = { method: string; url: string; type: string | null; body: string }

/** Stands in for every service: answers as their files say, and keeps what it was asked. */
function aFarSide(answers: ReadonlyMap<string, unknown>) {
  const seen: Seen[] = []
  const answer = async (address: string, init: RequestInit | undefined): Promise<Response> => {
    const request = new Request(address, init)
    const { method, url, headers } = request
    seen.push({ method, url, type: headers.get('content-type'), body: await request.text() })
    const { host, pathname } = new URL(url)
    const keys = [`${method} ${host}${pathname}`, `${method} ${host}`, host]
    return Response.json(keys.map((key) => answers.get(key)).find((each) => each !== undefined) ?? {})
  }
  return { seen, answer }
}

async function aCatalog() {
  const ctx = await testCtx()
  const rows = catalogRows(serviceDefinitions(), ctx.settings.SERVICE_ADDRESSES)
  for (const text of catalogSql(rows)) await ctx.db.run(sql.raw(text))
  const user = await aUser(ctx.db)
  await aSubscription(ctx.db, user, { tier: 'pro' })
  for (const service of serviceDefinitions()) if (service.connect.kind !== 'none') await connect(ctx, user, service)
  return { ctx: await ctx.as(user), user }
}

/** Makes the values that open an account of the service. */
function valuesOf(service: ServiceDefinition): string {
  const { id: module_name, connect: way } = service
  const own = `https://${module_name}.own.example`
  const token = `token-of-${module_name}`
  const server = serverField(service)
  const fields = way.kind === 'key' ? (way.fields ?? []) : []
  if (server === null && fields.length === 0) return token
  const pasted = fields.map(({ slug }) => [slug, `${own}/${slug}`])
  return pastedText({ token, ...Object.fromEntries(pasted), ...(server !== null && { [server]: own }) })
}

async function connect({ db, settings }: TestCtx, user: { id: string }, service: ServiceDefinition): Promise<void> {
  const { id: module_name } = service
  const owner = accountOwner({ user_id: user.id, module_name, account_id: 'one' })
  const access_token = await encryptToken(settings.TOKEN_KEYS, owner, valuesOf(service))
  await aConnectedAccount(db, user, module_name, { account_id: 'one', access_token })
}

test('a dry run shows what the run then sends', { timeout: 600_000, tags: ['long'] }, async () => {
  const { ctx, user } = await aCatalog()
  const answers = new Map<string, unknown>()
  const far = aFarSide(answers)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    far.answer(String(input instanceof Request ? input.url : input), init),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 12) })
  // A Source is read once for everyone.
  const shared = new Set(
    serviceDefinitions()
      .filter(({ code }) => code?.sources)
      .map((each) => hostOf(ctx, each)),
  )
  let compared = 0
  let requests = 0
  for (let seed = FIRST_SEED; compared < APPLETS; seed++) {
    ctx.advance(MINUTE)
    vi.setSystemTime(Date.now() + MINUTE)
    const { doc, ingredients, queries, actions } = randomDraft(seed)
    answers.clear()
    for (const { service, sample } of actions) {
      answers.set(hostOf(ctx, service), sample?.answer)
      for (const [name, request] of Object.entries(service.requests ?? {})) {
        const { method, address } = methodOf(request) ?? { method: 'get', address: '' }
        const answer = service.samples?.requests?.[name]?.answer
        answers.set(`${method.toUpperCase()} ${hostOf(ctx, service)}${address}`, answer)
      }
    }
    for (const { service, sample } of queries) answers.set(`GET ${hostOf(ctx, service)}`, sample?.answer)
    const [row] = await ctx.db
      .insert(drafts)
      .values({ user_id: user.id, doc, created_at: 1, updated_at: 1 })
      .returning()
    const id = row?.id ?? 0
    const event = { at: 0, run: null, ingredients }
    const { steps } = await dryRunDraft(ctx, id, { event })
    const dry = far.seen.splice(0)
    // A draft that is not ready is not run: it is another case.
    const isReady = steps.every(({ kind, state }) => kind !== 'query' || state === 'asked')
    const begun = isReady && (await runDraftOnce(ctx, id, { event, press: `press-${seed}` }).catch(() => null))
    await ctx.db.delete(drafts)
    if (!begun) continue
    const run = await eventually(async () => {
      const read = (await readRun(ctx, begun.run)).run
      expect(['ready', 'calling']).not.toContain(read.state)
      return read
    })
    const real = far.seen.splice(0)
    const shown = steps.filter(({ kind }) => kind === 'action')
    const ran = run.steps.filter(({ kind }) => kind === 'action')
    for (const [index, step] of shown.entries()) {
      const [told, action] = [ran[index], actions[index]]
      expect(told?.state === 'skipped', `seed ${seed}`).toBe(step.state === 'skipped')
      if (step.state === 'skipped') continue
      const rendered = Object.fromEntries(step.fields.map(({ slug, value }) => [slug, value]))
      const input = Object.fromEntries(told?.input.map(({ label, value }) => [label, value]) ?? [])
      const labeled = Object.fromEntries(step.fields.map(({ label, value }) => [label, value]))
      // A run also has values of fields that are for another choice; the requests below show that they do nothing.
      expect(input, `seed ${seed}`).toMatchObject(labeled)
      if (step.state !== 'would' || !action) continue
      const key = `sy_${begun.run}_${told?.position}_0`
      dry.push(...(await requestsOf(ctx, action, { rendered, key, applet_id: -id, answers })))
    }
    // A feed that was read before may ask its hub meanwhile, and a run does not.
    const asked = ({ url, body }: Seen) => !shared.has(new URL(url).host) && !body.startsWith('hub.callback=')
    expect(real.filter(asked), `seed ${seed}`).toEqual(dry.filter(asked))
    compared += 1
    requests += real.length
  }
  // As many as there are Applets: else nothing was compared.
  expect(requests).toBeGreaterThan(APPLETS / 2)
})

/** Where an account is asked: at its own server, or where the service is. */
function hostOf({ settings }: TestCtx, service: ServiceDefinition): string {
  const { id } = service
  const address = serverField(service) === null ? serviceAddress(id, settings.SERVICE_ADDRESSES) : ''
  return address === '' ? `${id}.own.example` : new URL(address).host
}

type Sent = {
  rendered: Record<string, string>
  key: string
  applet_id: number
  answers: ReadonlyMap<string, unknown>
}

/** Collects the requests that an action makes to its service with these fields. */
async function requestsOf(
  { settings }: TestCtx,
  { service, file }: { service: ServiceDefinition; file: { slug: string } },
  { rendered, key, applet_id, answers }: Sent,
): Promise<Seen[]> {
  const runnable = findService(service.id)
  if (!runnable) return []
  const far = aFarSide(answers)
  const fetch: StepIo['fetch'] = async (address, init) => ({ ok: true, value: await far.answer(address, plain(init)) })
  const base_url = serviceAddress(service.id, settings.SERVICE_ADDRESSES)
  const ports = { fetch, base_url, key, timezone: 'UTC', now: Date.now(), ...OUTSIDE_APPLETS }
  const account = service.connect.kind === 'none' ? null : readCredentials(valuesOf(service))
  await runnable.actions[file.slug]?.run({ fields: rendered, applet_id }, accountIo(ports, runnable, account))
  return far.seen
}

function plain({
  timeout: _timeout,
  redirects: _redirects,
  max_bytes: _max,
  stream: _stream,
  ...init
}: OutboundInit = {}) {
  return init
}
