import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { guardedOutcome } from '../../system/outbound/guarded-outcome.ts'
import { siteWatch } from './service.ts'
import { openContext } from '../../../dev/stand-ins/services/data/services-state.ts'
import { doubleRoutes } from '../../../dev/stand-ins/doubles/double-routes.ts'

const ORIGIN = 'http://localhost:1'

function aSite(address = `${ORIGIN}/site_watch/page`) {
  let now = Date.UTC(2026, 2, 1)
  const app = doubleRoutes(openContext(ORIGIN, undefined, () => now))
  const settings = {
    SITE_ORIGIN: 'https://site.test',
    SUPPORT_URL: 'https://site.test/help',
    TRUSTED_ORIGINS: [ORIGIN],
  }
  const fetch = guardedOutcome({ settings, fetch: async (input, init) => app.request(String(input), init) })
  let state: string | null = null
  const look = async () => {
    now += MINUTE
    const call = { fields: { address }, etag: null, last_modified: null, state }
    const outcome = await siteWatch.code?.sources?.['site']?.read(call, {
      fetch,
      base_url: '',
      now,
      operator_key: null,
    })
    if (!outcome?.ok) throw new Error(outcome?.problem.message)
    state = outcome.value.state
    return {
      again_in: outcome.value.again_in,
      changes: outcome.value.items.map(({ ingredients }) => ingredients['Change']),
    }
  }
  const set = (change: Record<string, string>) =>
    app.request(`${ORIGIN}/site_watch/control/set`, {
      method: 'POST',
      body: new URLSearchParams(change),
      headers: { origin: ORIGIN },
    })
  return { look, set }
}

test('a site is down after two failed checks a minute apart', async () => {
  const { look, set } = aSite()
  expect(await look()).toEqual({ again_in: undefined, changes: [] })
  await set({ up: 'no' })
  expect(await look()).toEqual({ again_in: MINUTE, changes: [] })
  expect(await look()).toEqual({ again_in: undefined, changes: ['down'] })
  expect((await look()).changes).toEqual([])
  await set({ up: 'yes' })
  expect((await look()).changes).toEqual(['up'])
})

test('one failed check is not a site that went down', async () => {
  const { look, set } = aSite()
  await look()
  await set({ up: 'no' })
  await look()
  await set({ up: 'yes' })
  expect((await look()).changes).toEqual([])
  await set({ up: 'no' })
  expect(await look()).toEqual({ again_in: MINUTE, changes: [] })
})

test('a site changes when its text does, not its scripts', async () => {
  const { look, set } = aSite()
  await look()
  expect((await look()).changes).toEqual([])
  await set({ up: 'yes', text: 'Closed for   good.' })
  expect((await look()).changes).toEqual(['changed'])
  await set({ up: 'yes', text: 'Closed for good.' })
  expect((await look()).changes).toEqual([])
})

test('a site that was down and says something else comes back once', async () => {
  const { look, set } = aSite()
  await look()
  await set({ up: 'no', text: 'New' })
  await look()
  await look()
  await set({ up: 'yes', text: 'New' })
  expect((await look()).changes).toEqual(['up'])
  expect((await look()).changes).toEqual([])
})

test('an address that we do not open says why', async () => {
  await expect(aSite('http://10.0.0.1/').look()).rejects.toThrow('We do not open the address of 10.0.0.1')
})
