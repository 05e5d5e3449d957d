import type { AppletViewerResponse } from '../../worker/contract/applets/applet.ts'
import type { NotificationsResponse } from '../../worker/contract/notifications/notification.ts'
import type { AppletHealth } from '../../worker/contract/runs/applet-run.ts'
import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { apiClient, type ApiClient } from '../testing/api-client.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { demoFields, demoRuns, timedRuns, weatherRuns, type DemoRun, type FarSide } from './demo-runs.ts'

const MINUTE = 60_000
/** The draft can be turned on by its author alone. */
const DRAFT = 'unpublished-draft'
/** They start by time or by a request. */
const NOT_POLLED = new Set([
  'sunset-lights',
  'hook-to-notification',
  'photo-backup',
  'run-log',
  'backup-heartbeat',
  'button-to-notification',
  'count-presses',
  'mail-to-digest',
  'tenth-press',
  'wake-up-light',
  'weekly-review',
  'night-lock',
])
const CONNECTED = {
  usr_proplus: [
    'github',
    'mastodon',
    'bluesky',
    'matrix',
    'zulip',
    'slack',
    'telegram',
    'home_assistant',
    'todoist',
    'airtable',
    'ntfy',
  ],
  usr_author: ['github', 'home_assistant'],
}

test('every demo Applet runs end to end', async ({ site }) => {
  test.setTimeout(180_000)
  const noon = await moveToNoon(site)
  await connectEverything(site)
  const user = await apiClient(site, 'proplus@demo.test')
  const author = await apiClient(site, 'author@demo.test')
  const api = (applet: string) => (applet === DRAFT ? author : user)
  const fields = demoFields(site.standIns.services.origin, noon)
  const applets = Object.keys(fields)
  await turnOn(applets, fields, api)
  const far = farSide(site, user, api)

  for (const run of [...demoRuns, ...weatherRuns]) await run.happens(far)
  // A service that tells of news too soon after the last is asked a moment later.
  await site.standIns.clock.moveBy(MINUTE)
  await expect.poll(() => stateOf(user, 'sunset-lights')).toBe('waiting')
  await expectSeen(
    demoRuns.filter((run) => !waits(run)),
    far,
  )

  await site.standIns.clock.moveBy(31 * MINUTE)
  await expectSeen(timedRuns, far)
  await site.standIns.clock.moveBy(60 * MINUTE)
  await expectSeen(demoRuns.filter(waits), far)
  await site.standIns.clock.moveBy(8 * 60 * MINUTE)
  // The forecast is read for all who follow it: what asks while it is read, or soon after, is told with the next reading.
  await expect(async () => {
    for (const { applet } of weatherRuns) await far.checkNow(applet)
    await site.standIns.clock.moveBy(MINUTE)
    await expectSeen(weatherRuns, far, 5000)
  }).toPass({ timeout: 40_000 })
  const writes = writesOf(site)
  expect(writes.length).toBeGreaterThan(10)
  expect(sentTwice(writes)).toEqual([])
  expect(new Set([...demoRuns, ...timedRuns, ...weatherRuns].map(({ applet }) => applet))).toEqual(new Set(applets))
})

/** The requests of steps that change something at a service. */
function writesOf({ standIns }: Stack) {
  const { addresses, control } = standIns.services
  return Object.keys(addresses)
    .flatMap((service) => control.asked(service).map((request) => ({ service, ...request })))
    .filter(({ method, headers }) => method !== 'GET' && headers['x-request-id'] !== undefined)
}

/** Those that were sent again for the same step of a run. */
function sentTwice(writes: ReturnType<typeof writesOf>) {
  const groups = Map.groupBy(writes, ({ service, method, path, headers, body }) =>
    [service, method, path, headers['x-request-id'], body].join(' '),
  )
  return [...groups].filter(([, same]) => same.length > 1)
}

/** A wait of 90 minutes is part of this Applet. */
function waits({ applet }: DemoRun): boolean {
  return applet === 'sunset-lights'
}

/** Waits until all effects are there, and otherwise names the Applets without theirs. */
function expectSeen(runs: readonly DemoRun[], far: FarSide, timeout = 20_000): Promise<void> {
  const missing = async () => {
    const seen = await Promise.all(runs.map((run) => run.seen(far)))
    return runs.filter((_, index) => !seen[index]).map(({ applet, name }) => `${applet} ${name ?? ''}`.trim())
  }
  return expect.poll(missing, { timeout, intervals: [250] }).toEqual([])
}

function farSide(site: Stack, user: ApiClient, api: (applet: string) => ApiClient): FarSide {
  const { services, outbox } = site.standIns
  return {
    site,
    happen: services.control.happen,
    asked: services.control.asked,
    callHook: async (applet, body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(await hookOf(api(applet), applet), {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(202)
    },
    testRun: (applet) => api(applet)('POST', `/applets/${applet}/test_run`),
    press: (applet) => api(applet)('POST', `/applets/${applet}/press`, { press: crypto.randomUUID() }),
    sendMail: async (applet, mail) => {
      const to = await mailAddressOf(api(applet), applet)
      expect(await outbox.sendMailIn({ to, from: 'mira@example.test', ...mail })).toEqual({ rejected: null })
    },
    checkNow: (applet) => api(applet)('POST', `/applets/${applet}/check_now`),
    mails: () => outbox.mails().map(({ subject, text }) => `${subject}\n${text}`),
    notifications: async () => {
      const { notifications } = await user<NotificationsResponse>('GET', '/notifications')
      return notifications.map(({ text }) => text)
    },
  }
}

/** Turns all Applets on and waits until each has looked at its service once: what is there then does not count. */
async function turnOn(
  applets: readonly string[],
  fields: Record<string, Record<string, string>>,
  api: (applet: string) => ApiClient,
): Promise<void> {
  for (const applet of applets) await api(applet)('PATCH', `/applets/${applet}`, { fields: fields[applet] })
  const polled = applets.filter((applet) => !NOT_POLLED.has(applet))
  const unchecked = async () => {
    const health = await Promise.all(polled.map((applet) => readHealth(api(applet), applet)))
    return polled.filter((_, index) => health[index]?.last_checked == null)
  }
  await expect.poll(unchecked, { timeout: 20_000 }).toEqual([])
}

async function readHealth(api: ApiClient, applet: string): Promise<AppletHealth | null> {
  return (await api<AppletRuns>('GET', `/applets/${applet}/health`)).health
}

async function hookOf(api: ApiClient, applet: string): Promise<string> {
  const { viewer } = await api<AppletViewerResponse>('GET', `/applets/${applet}/viewer`)
  return viewer?.hook_url ?? ''
}

async function mailAddressOf(api: ApiClient, applet: string): Promise<string> {
  const { viewer } = await api<AppletViewerResponse>('GET', `/applets/${applet}/viewer`)
  return viewer?.mail_address?.kind === 'shown' ? viewer.mail_address.address : ''
}

/** The state of the Applet's newest run that is not over. A page of all runs may have only later ones. */
async function stateOf(api: ApiClient, applet: string): Promise<string | undefined> {
  const { runs } = await api<RunsResponse>('GET', '/runs?filter=open')
  return runs.find((run) => run.applet?.path?.includes(applet))?.state
}

/** Gives the user a time zone where it is noon, because some Applets are quiet at night. */
async function moveToNoon({ env }: Stack) {
  const now = new Date()
  const ahead = 12 - now.getUTCHours()
  // These zones have the sign of the sea: Etc/GMT-2 is two hours ahead.
  const zone = `Etc/GMT${ahead === 0 ? '' : ahead > 0 ? `-${ahead}` : `+${-ahead}`}`
  await env.DB.prepare("update users set timezone = ? where id = 'usr_proplus'").bind(zone).run()
  const there = new Date(now.getTime() + ahead * 60 * MINUTE + 30 * MINUTE)
  return { in30: { time: there.toISOString().slice(11, 16), weekday: String(there.getUTCDay()) }, east: ahead * 15 }
}

async function connectEverything(site: Stack): Promise<void> {
  for (const [user, modules] of Object.entries(CONNECTED)) await connectDemoAccounts(site, user, modules)
}
