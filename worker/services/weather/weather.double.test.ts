import { expect, test } from 'vitest'
import { HOUR } from '../../contract/shared/durations.ts'
import { guardedOutcome } from '../../system/outbound/guarded-outcome.ts'
import type { SourceCall } from '../../engine/steps/service-steps.ts'
import { askLiveOptions } from '../format/http/ask-live-options.ts'
import { stepIo } from '../format/step-io.fixture.ts'
import { weather } from './service.ts'
import { openContext } from '../../../dev/stand-ins/services/data/services-state.ts'
import { doubleRoutes } from '../../../dev/stand-ins/doubles/double-routes.ts'
import { compactForecast, forecastRequest } from '../../../dev/stand-ins/doubles/weather/locationforecast.ts'
import { placeAnswer } from '../../../dev/stand-ins/doubles/weather/photon.ts'

const ORIGIN = 'http://localhost:1'
const START = Date.UTC(2026, 2, 1, 12, 10)

/** Our reading of a cell, at the double; `pass` moves its clock. */
function aCell(location = 'Oslo') {
  let now = START
  const services = openContext(ORIGIN, undefined, () => now)
  const app = doubleRoutes(services)
  const settings = {
    SITE_ORIGIN: 'https://site.test',
    SUPPORT_URL: 'https://site.test/help',
    TRUSTED_ORIGINS: [ORIGIN],
  }
  const fetch = guardedOutcome({ settings, fetch: async (input, init) => app.request(String(input), init) })
  let known: Pick<SourceCall, 'etag' | 'last_modified' | 'state'> = { etag: null, last_modified: null, state: null }
  const trigger = (slug: string) => {
    const found = weather.code?.triggers?.[slug]
    if (!found || !('source' in found)) throw new Error(`There is no ${slug}.`)
    return found.source
  }
  const read = async () => {
    const fields = trigger('colder_than').fields({ location })
    const outcome = await weather.code?.sources?.['forecast']?.read(
      { fields, ...known },
      { fetch, base_url: `${ORIGIN}/weather`, now, operator_key: null },
    )
    if (!outcome?.ok) throw new Error(outcome?.problem.message)
    const { last_modified, state } = outcome.value
    known = { etag: null, last_modified: last_modified ?? known.last_modified, state }
    return outcome.value
  }
  const set = async (weatherNow: Record<string, string>) => {
    const body = new URLSearchParams(weatherNow)
    await app.request(`${ORIGIN}/weather/control/set`, { method: 'POST', body, headers: { origin: ORIGIN } })
  }
  const starts = async (slug: string, fields: Record<string, string> = {}) => {
    const { items } = await read()
    return trigger(slug).items?.(items, { fields: { location, ...fields }, timezone: 'UTC' }) ?? items
  }
  const findPlaces = async (typed: string) => {
    const [place] = weather.triggers?.find(({ slug }) => slug === 'rain_tomorrow')?.fields ?? []
    if (!place?.options || Array.isArray(place.options)) throw new Error('Places are not searched.')
    const io = { ...stepIo([]).io, fetch, base_url: `${ORIGIN}/weather` }
    const asking = { options: place.options, fields: [place], values: { location: typed } }
    const found = await askLiveOptions(weather, asking, io)
    if (!found.ok) throw new Error(found.problem.message)
    return found.value
  }
  return {
    app,
    findPlaces,
    read,
    set,
    starts,
    asked: () => services.asked.get('weather') ?? [],
    pass: (ms: number) => (now += ms),
  }
}

test("our requests and the double's answers are as MET documents them", async () => {
  const { read, asked, app } = aCell('59.91273, 10.74609')
  await read()
  const [request] = asked()
  expect(forecastRequest.parse(request?.query)).toEqual({ lat: '59.91', lon: '10.75' })
  expect(request?.headers['user-agent']).toBe('site.test (+https://site.test/help)')
  const headers = { 'user-agent': 'test a@b.test' }
  const answer = await app.request(`${ORIGIN}/weather/weatherapi/locationforecast/2.0/compact?lat=1&lon=2`, { headers })
  expect(compactForecast.safeParse(await answer.json()).error).toBeUndefined()
})

test('the double refuses needless decimals and senders without a contact', async () => {
  const { app } = aCell()
  const ask = async (query: string, agent: string) => {
    const address = `${ORIGIN}/weather/weatherapi/locationforecast/2.0/compact?${query}`
    return (await app.request(address, { headers: { 'user-agent': agent } })).status
  }
  expect(await ask('lat=59.91273&lon=10', 'site.test (+https://site.test)')).toBe(400)
  expect(await ask('lat=59&lon=10', 'curl')).toBe(403)
})

test('a forecast that did not change is not sent again', async () => {
  const { read, pass } = aCell()
  const first = await read()
  expect(first).toMatchObject({ unchanged: false, fresh_for: 30 * 60_000 - (START % 1000) })
  pass(HOUR)
  const second = await read()
  expect([second.unchanged, second.items.map(({ id }) => id)]).toEqual([true, ['2026-03-01T13:00:00.000Z']])
})

test.each([
  ['colder_than', { degrees: '0' }, { temperature: '3' }, { temperature: '-2' }],
  ['warmer_than', { degrees: '25' }, { temperature: '24' }, { temperature: '28' }],
  ['wind_above', { speed: '10' }, { wind: '9' }, { wind: '14' }],
])('%s starts in the hour in which it passes the limit', async (slug, fields, before, after) => {
  const { starts, set, pass } = aCell()
  await set(before)
  expect(await starts(slug, fields)).toEqual([])
  pass(HOUR)
  await set(after)
  expect(await starts(slug, fields)).toMatchObject([{ id: '2026-03-01T13:00:00.000Z' }])
  pass(HOUR)
  expect(await starts(slug, fields)).toEqual([])
})

test('rain tomorrow starts once, in the evening of the place', async () => {
  const { starts, set, pass } = aCell('Oslo')
  await set({ rain: '0.5' })
  expect(await starts('rain_tomorrow')).toEqual([])
  pass(5 * HOUR)
  expect(await starts('rain_tomorrow')).toMatchObject([
    { id: 'rain-2026-03-02', ingredients: { Rainfall: 12, Date: '2026-03-02', Location: 'Oslo' } },
  ])
  pass(2 * HOUR)
  expect((await starts('rain_tomorrow')).map(({ id }) => id)).toEqual(['rain-2026-03-02'])
})

test('a place that we do not know is named', async () => {
  await expect(aCell('Nowhere').read()).rejects.toThrow('We do not know the place “Nowhere”.')
})

test('places are found by what is typed, as we take them', async () => {
  const { app, findPlaces } = aCell()
  expect(await findPlaces('freib')).toEqual([
    {
      label: 'Freiburg im Breisgau, Germany',
      value: 'Freiburg im Breisgau, Germany (47.9960, 7.84940)',
      group: 'Baden-Württemberg',
    },
    { label: 'Freiberg, Germany', value: 'Freiberg, Germany (50.9164, 13.3428)', group: 'Saxony' },
  ])
  const [berlin] = await findPlaces('Berlin')
  expect(berlin?.group).toBe('Germany')
  const answer = await app.request(`${ORIGIN}/weather/api?q=port&layer=city&lang=en&limit=10`)
  expect(placeAnswer.safeParse(await answer.json()).error).toBeUndefined()
})

test("a found place's rain has its name and its own clock", async () => {
  const { starts, set, pass } = aCell('Hobart, Australia (-42.882, 147.328)')
  await set({ rain: '0.5' })
  expect(await starts('rain_tomorrow')).toMatchObject([
    { id: 'rain-2026-03-02', ingredients: { Location: 'Hobart, Australia' } },
  ])
  pass(8 * HOUR)
  expect(await starts('rain_tomorrow')).toEqual([])
})
