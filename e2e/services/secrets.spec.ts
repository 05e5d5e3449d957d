import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LARDER_SERVICE_KEY } from '../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import { startStack, type Stack } from '../../dev/start/local-site/journey-stack.ts'
import { sentryIngest } from '../../dev/stand-ins/sentry/sentry-ingest.ts'
import { LOCAL_SETTINGS } from '../../dev/settings/local-settings.ts'
import { freePort } from '../../dev/settings/ports.ts'
import { listen } from '../../dev/stand-ins/stand-in/listen.ts'
import type { Activation, ConnectionsResponse } from '../../worker/contract/connections/service.ts'
import type { AppletViewerResponse } from '../../worker/contract/applets/applet.ts'
import type { AppletRuns, RunResponse, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { readCredentials } from '../../worker/engine/steps/account-io.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { connected_accounts, oauth_clients, type AccountRow } from '../../worker/db/schema/connections.ts'
import { accountOwner, decryptToken } from '../../worker/system/secrets/token-encryption.ts'
import { openServerClient } from '../../worker/system/secrets/sealed-client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { apiClient, type ApiClient } from '../testing/api-client.ts'
import { findTexts } from '../testing/find-texts.ts'
import { expect, signIn, test as journey } from '../testing/journey.ts'
import { SECRET_SCENES, type SecretScene } from './secret-scenes.ts'

const USER = { id: 'usr_proplus', email: 'proplus@demo.test' }
const MARK = 'tea4711'
const REPORTS = `http://key@localhost:${await freePort()}/7`

type Heard = {
  log: string[]
  reports: ReturnType<typeof sentryIngest>
  folder: string
  settings: Record<string, string>
}

/** The product with all that it keeps on a disk, and with ears for its log and its error reports. */
const test = journey.extend<object, { heard: Heard }>({
  heard: [
    async ({ settings }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
      const reports = sentryIngest(REPORTS)
      const { close } = await listen(Number(new URL(REPORTS).port), () => (request) => reports.fetch(request))
      await use({ log: [], reports, folder, settings: { ...settings, SENTRY_DSN: REPORTS } })
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ heard: { log, folder, settings } }, use) => {
      const onLogLine = (line: string) => void log.push(line)
      const stack = await startStack(settings, { persistTo: folder, onLogLine })
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const WAYS = {
  'whose values are pasted': ({ connect: way }: SecretScene) => 'paste' in way,
  'that people sign in at': ({ connect: way }: SecretScene) => 'allow' in way,
}

// One worker for both: starting its product takes longer than the shorter of them.
test.describe.configure({ mode: 'default' })

for (const [which, isOne] of Object.entries(WAYS)) {
  test(`the secrets of services ${which} are sealed and shown nowhere`, async ({ page, site, heard }) => {
    test.slow()
    const uses: Use[] = []
    for (const [module_name, scenes] of Object.entries(SECRET_SCENES))
      for (const scene of scenes.filter(isOne)) uses.push(await connectService(page, site, module_name, scene))
    const used = await Promise.all(uses.map(useService))

    const shown = await everythingShown(used, page)
    const plain: Texts = {}
    const sealed: Texts = {}
    for (const use of used) {
      const { name } = use.scene
      for (const [what, text] of Object.entries(use.opened.plain)) plain[`${name}: ${what}`] = text
      for (const [what, text] of Object.entries(use.opened.sealed)) sealed[`${name}: ${what}`] = text
      for (const [what, text] of Object.entries((await secretsOf(use)).sealed)) sealed[`${name}: ${what} now`] = text
    }
    const told = { log: heard.log.join('\n'), reports: JSON.stringify(heard.reports.events) }
    expect(findTexts({ ...shown, ...told }, { ...plain, ...sealed })).toEqual([])
    const kept = filesOf(heard.folder)
    expect(findTexts(kept, plain)).toEqual([])
    // The search covers what was meant: each run stands there, and so does each sealed token.
    const runs = uses.map(({ scene }) => `runs of ${scene.name}: mark`)
    expect(findTexts(shown, { mark: MARK })).toEqual(expect.arrayContaining([...runs, 'download: mark']))
    expect(findTexts(kept, { mark: MARK })).not.toEqual([])
    for (const { opened, scene } of used) expect(findTexts(kept, opened.sealed), scene.name).not.toEqual([])
    expect(told.log).toContain('"route":"/api/runs"')
  })
}

type Used = Use & { opened: Awaited<ReturnType<typeof secretsOf>>; applet: TurnedOn }

/** Has an Applet run with the service, and fail. */
async function useService(use: Use): Promise<Used> {
  const opened = await secretsOf(use)
  const [secret = ''] = Object.values(opened.plain)
  const applet = await turnOn(use)
  await start(use, applet, use.scene.trigger === null ? MARK : `${MARK} ${secret}`)
  const done = async () => (await runsOf(use, applet)).filter(({ state }) => state === 'done')
  await expect.poll(done, { timeout: 30_000, message: use.scene.name }).not.toEqual([])
  await fail(use, applet, secret)
  return { ...use, opened, applet }
}

type Texts = Record<string, string>
type TurnedOn = { id: number; path: string }
type Use = { site: Stack; api: ApiClient; module_name: string; scene: SecretScene; address: string }

async function connectService(page: Page, site: Stack, module_name: string, scene: SecretScene): Promise<Use> {
  const api = await apiClient(site, USER.email)
  const use = { site, api, module_name, scene, address: `${site.standIns.services.origin}/${module_name}` }
  if (module_name === 'larder') await importLarder(use)
  if ('paste' in scene.connect) {
    await api('POST', '/connections', { module_name, values: scene.connect.paste(use.address) })
    return use
  }
  await signIn(page, site, USER.email)
  const { allow: form, server } = scene.connect
  const query = new URLSearchParams({ 'c[]': module_name, reconnect: '1', return_to: '/settings/connections' })
  if (server) query.set('server', server(use.address))
  const asked = await page.request.get(`/api/activation?${query}`, { headers: { 'sec-fetch-site': 'same-origin' } })
  const activation: Activation = await asked.json()
  if (activation.kind !== 'redirect') throw new Error(`Not led to a service but: ${JSON.stringify(activation)}`)
  const agreed = await fetch(activation.to, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const back = agreed.headers.get('location')
  if (back === null) throw new Error(`${agreed.status} ${await agreed.text()}`)
  await page.request.get(back)
  return use
}

/** As the operator does, with a name in every gap. */
async function importLarder({ api, address }: Use): Promise<void> {
  const given = { api_url: address, service_key: LARDER_SERVICE_KEY }
  const { file } = await api<{ file: string }>('POST', '/operator/services/probe', given)
  const named = JSON.parse(file.replaceAll('""', '"Named"'))
  const sign_in = { authorize_url: '/oauth/authorize', token_url: '/oauth/token' }
  const service = JSON.stringify({ ...named, id: 'larder', sign_in })
  await api('POST', '/operator/services', { file: service, service_key: LARDER_SERVICE_KEY })
}

async function accountOf({ site, module_name }: Use): Promise<AccountRow> {
  const rows = await connect(site.env.DB).select().from(connected_accounts)
  const account = rows.find((row) => row.module_name === module_name && row.user_id === USER.id)
  if (!account) throw new Error(`${module_name} is not connected.`)
  return account
}

/** Collects the opened values, pasted or given by a service, the operator's client and key, and how all is sealed. */
async function secretsOf(use: Use) {
  const { scene, module_name, site } = use
  const account = await accountOf(use)
  const sealed: Record<string, string> = { access_token: account.access_token }
  if (account.refresh_token !== null) sealed['refresh_token'] = account.refresh_token
  const plain: Record<string, string> = {}
  for (const [name, text] of Object.entries(sealed)) {
    const opened = await decryptToken(LOCAL_SETTINGS.TOKEN_KEYS, accountOwner(account), text)
    const { token, credentials } = readCredentials(opened)
    const values: Record<string, string> = { ...credentials, ...(token !== null && { token }) }
    for (const [slug, value] of Object.entries(values))
      if (!scene.open?.includes(slug)) plain[`${name}.${slug}`] = value
    for (const [index, part] of (scene.parts?.(values) ?? []).entries()) plain[`${name}.part${index}`] = part
  }
  const given: Record<string, Record<string, string>> = JSON.parse(site.standIns.vars['SERVICE_CREDENTIALS'] ?? '{}')
  const { client_secret, service_key } = given[module_name] ?? {}
  if (client_secret !== undefined) plain['client_secret'] = client_secret
  if (service_key !== undefined) plain['service_key'] = service_key
  for (const row of await connect(site.env.DB).select().from(oauth_clients)) {
    plain['client_of_server'] = (await openServerClient(LOCAL_SETTINGS.TOKEN_KEYS, row)).client_secret
    sealed['client_of_server'] = row.client
  }
  return { plain, sealed }
}

/** An Applet of the scene's trigger and action. */
async function turnOn({ site, api, module_name, scene: { trigger, action, is_pushed } }: Use): Promise<TurnedOn> {
  const first = trigger ? `${module_name}/triggers/${trigger.slug}` : 'webhooks/triggers/web_request'
  const friendly_id = `secrets-${module_name.replaceAll('_', '-')}`
  const steps = [
    { step: { id: first }, fields: trigger?.fields ?? {} },
    { step: { id: `${module_name}/actions/${action.slug}` }, fields: action.fields },
  ]
  const { id } = await anApplet(connect(site.env.DB), { id: 'usr_author' }, steps, { friendly_id, name: 'Secrets' })
  const path = `/applets/${friendly_id}`
  await api('PATCH', path, { fields: {} })
  if (trigger) {
    const checked = async () => (await api<AppletRuns>('GET', `${path}/health`)).health?.last_checked
    if (!is_pushed) await expect.poll(checked, { timeout: 20_000 }).toEqual(expect.any(Number))
  }
  return { id, path }
}

/** Makes happen what starts the Applet. */
async function start({ api, scene, address, site }: Use, applet: TurnedOn, text: string): Promise<void> {
  if (!scene.happens) {
    const { viewer } = await api<AppletViewerResponse>('GET', `${applet.path}/viewer`)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ value1: text })
    expect((await fetch(viewer?.hook_url ?? '', { method: 'POST', headers, body })).status).toBe(202)
    return
  }
  const { slug, fields } = scene.happens(text)
  const body = new URLSearchParams(fields)
  const headers = { origin: site.standIns.services.origin }
  const answer = await fetch(`${address}/control/${slug}`, { method: 'POST', body, headers, redirect: 'manual' })
  expect(answer.status).toBeLessThan(400)
  // A polled trigger that was asked a moment ago waits a little.
  if (scene.trigger && !scene.is_pushed) await api('POST', `${applet.path}/check_now`)
}

const runsOf = async ({ api }: Use, { id }: TurnedOn) => (await api<RunsResponse>('GET', `/runs?applet_id=${id}`)).runs

/** The service leads elsewhere with the secret in the address, answers nonsense, and refuses. */
async function fail(use: Use, applet: TurnedOn, secret: string): Promise<void> {
  const { site, module_name, address } = use
  const { control } = site.standIns.services
  const to = `${address}/elsewhere/${encodeURIComponent(secret)}`
  for (const fault of [{ kind: 'redirect', to } as const, { kind: 'status', status: 401 } as const]) {
    const before = control.asked(module_name).length
    control.addFault(module_name, { ...fault, calls: 3 })
    await start(use, applet, `${MARK} ${fault.kind}`)
    await expect.poll(() => control.asked(module_name).length, { timeout: 20_000 }).toBeGreaterThan(before)
    control.clearFaults()
  }
}

/** Every answer and page that could show something of a connection, by what it is. */
async function everythingShown(used: readonly Used[], page: Page): Promise<Record<string, string>> {
  const shown: Record<string, string> = {}
  const [first] = used
  if (!first) throw new Error('Nothing was used.')
  const { api, site } = first
  await signIn(page, site, USER.email)
  const keep = async (path: string) => void (shown[path] = await (await page.request.get(path)).text())
  for (const use of used) {
    const { applet, module_name, scene } = use
    const runs = await runsOf(use, applet)
    const details = await Promise.all(runs.map(({ id }) => api<RunResponse>('GET', `/runs/${id}`)))
    shown[`runs of ${scene.name}`] = JSON.stringify([runs, details])
    const answers = ['', '/viewer', '/health'].map((part) => api('GET', applet.path + part))
    shown[`Applet of ${scene.name}`] = JSON.stringify(await Promise.all(answers))
    for (const path of [`/${module_name}`, applet.path]) await keep(path)
  }
  shown['connections'] = JSON.stringify(await api<ConnectionsResponse>('GET', '/connections'))
  shown['download'] = JSON.stringify(await api('GET', '/account_download'))
  shown['activity'] = JSON.stringify(await api('GET', '/activity'))
  for (const path of ['/settings/connections', '/activity']) await keep(path)
  return shown
}

/** The files of D1, KV, the queue and the Durable Objects. */
function filesOf(folder: string): Record<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path))]))
}
