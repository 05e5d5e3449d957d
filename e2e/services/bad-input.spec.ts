import type { Page } from '@playwright/test'
import { sampleCredentials } from '../../dev/stand-ins/samples/connect/sample-credentials.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import type { AppletViewerResponse } from '../../worker/contract/applets/applet.ts'
import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { ownServiceFile } from '../../worker/services/service-registry.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { apiClient, type ApiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const EMAIL = 'proplus@demo.test'
const SEND = { step: { id: 'notifications/actions/send' }, fields: { message: '{{EntryTitle}}' } }

const answer = (body: string | Uint8Array<ArrayBuffer>) => ({ kind: 'answer', body, content_type: 'text/xml' }) as const

/** Turns on an Applet that follows the feed at this address, and tells its number. */
async function follow(site: Stack, api: ApiClient, feed_url: string): Promise<number> {
  const trigger = { step: { id: 'feeds/triggers/new_item' }, fields: { feed_url } }
  const { id } = await anApplet(connect(site.env.DB), { id: 'usr_author' }, [trigger, SEND], { name: 'Harbor news' })
  await api('PATCH', `/applets/${id}`, { fields: {} })
  return id
}

const feedAt = (site: Stack, name: string) => `${site.standIns.services.origin}/feeds/news.xml?${name}`
const noteOf = async (api: ApiClient, id: number) =>
  (await api<AppletRuns>('GET', `/applets/${id}/health`)).health?.note ?? null

test('an unreadable feed is named on its page, and recovers', async ({ page, site }) => {
  test.slow()
  const { control } = site.standIns.services
  const api = await apiClient(site, EMAIL)
  const well = await follow(site, api, feedAt(site, 'well'))
  await expect
    .poll(async () => (await api<AppletRuns>('GET', `/applets/${well}/health`)).health?.last_checked)
    .toBeTruthy()
  const cases = [
    ['broken', answer('<?xml version="1.0"?><<>><rss'), 'sent something that we cannot read as a feed.'],
    ['zip', answer(Uint8Array.from([80, 75, 3, 4, 0, 1, 2, 3])), 'sent a file that is not a feed.'],
    ['large', answer('x'.repeat(20_000_000)), 'sent more than we can read.'],
    ['private', { kind: 'redirect', to: 'https://10.0.0.7/feed' }, 'We do not open the address of 10.0.0.7'],
  ] as const
  const ids: number[] = []
  for (const [name, fault, words] of cases) {
    control.addFault('feeds', { ...fault, seconds: 60 })
    const id = await follow(site, api, feedAt(site, name))
    await expect.poll(() => noteOf(api, id), { timeout: 15_000 }).toContain(words)
    control.clearFaults()
    ids.push(id)
  }
  await signIn(page, site, EMAIL)
  for (const [index, [, , words]] of cases.entries()) {
    await page.goto(`/applets/${ids[index]}`)
    await expect(page.locator('.notice-box').filter({ hasText: words })).toBeVisible()
  }
  await expectNoAxeFindings(page, 'main')
  expect(await noteOf(api, well)).toBeNull()

  const [broken = 0] = ids
  await expect(async () => {
    await api('POST', `/applets/${broken}/check_now`)
    expect(await noteOf(api, broken)).toBeNull()
  }).toPass({ timeout: 20_000, intervals: [4000] })
  await page.goto(`/applets/${broken}`)
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
  await expect(page.locator('.notice-box')).toHaveCount(0)
})

/** An Applet that passes what comes to its address on with this action. Returns that address. */
async function passOn(site: Stack, api: ApiClient, action: { step: { id: string }; fields: Record<string, string> }) {
  const hook = { step: { id: 'webhooks/triggers/web_request' } }
  const { id } = await anApplet(connect(site.env.DB), { id: 'usr_author' }, [hook, action], { name: 'Pass it on' })
  await api('PATCH', `/applets/${id}`, { fields: {} })
  const { viewer } = await api<AppletViewerResponse>('GET', `/applets/${id}/viewer`)
  const send = (value1: string) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(viewer?.hook_url ?? '', { method: 'POST', headers, body: JSON.stringify({ value1 }) })
  }
  return { id, send }
}

async function openNewestRun(page: Page, api: ApiClient, state: string): Promise<void> {
  const newest = async () => (await api<RunsResponse>('GET', '/runs')).runs[0]
  await expect.poll(async () => (await newest())?.state, { timeout: 15_000 }).toBe(state)
  await page.goto(`/activity/runs/${(await newest())?.id}`)
}

test('a revoked address of Discord is named, and its run waits', async ({ page, site }) => {
  const address = `${site.standIns.services.origin}/discord`
  const { webhook = '' } = sampleCredentials(ownServiceFile('discord')!, address)
  const press = (path: string, form: Record<string, string> = {}) =>
    fetch(`${address}/control/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const revoke = () => press('fault', { what: 'gone', calls: '100' })
  const restore = () => press('faults/end')
  await revoke()
  await signIn(page, site, EMAIL)
  await page.goto('/activate?c[]=discord&return_to=/discord')
  await waitForHydration(page)
  const field = page.getByLabel('Webhook address', { exact: true })
  await field.fill(webhook)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Make a new webhook/)
  await expectNoAxeFindings(page, 'main')
  await restore()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL('**/discord')

  const api = await apiClient(site, EMAIL)
  const post = { step: { id: 'discord/actions/post_message' }, fields: { message: '{{Value1}}' } }
  const { send, id } = await passOn(site, api, post)
  await revoke()
  await send('Tea is ready')
  await openNewestRun(page, api, 'held')
  await expect(page.getByRole('main')).toContainText(/Discord/)
  await page.getByRole('link', { name: 'Open your connections' }).click()
  await page.waitForURL('**/settings/connections')
  await expect(page.getByRole('main')).toContainText(/Discord.*Reconnect/s)
  await restore()
  await api('POST', '/connections', { module_name: 'discord', values: { webhook } })
  await expect
    .poll(async () => (await api<RunsResponse>('GET', `/runs?applet_id=${id}`)).runs[0]?.state, { timeout: 15_000 })
    .toBe('done')
})
