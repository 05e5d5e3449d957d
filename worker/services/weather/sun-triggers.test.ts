import { describe, expect, test } from 'vitest'
import { weather } from './service.ts'

function next(slug: string, fields: Record<string, string>, after: string, timezone = 'UTC') {
  const trigger = weather.code?.triggers?.[slug]
  if (!trigger || !('next' in trigger)) throw new Error(`No clock trigger ${slug}`)
  return trigger.next({ fields, applet_id: 1 }, { after: Date.parse(after), timezone })
}

function series(slug: string, fields: Record<string, string>, from: string, count: number, timezone = 'UTC') {
  const found = []
  for (let after = from; found.length < count;) {
    const item = next(slug, fields, after, timezone)
    if (!item?.at) break
    found.push(item)
    after = new Date(item.at).toISOString()
  }
  return found
}

describe('the sun', () => {
  test.each([
    ['sunset', 'London', '2026-06-21T12:00:00Z', '2026-06-21T20:2'],
    ['sunrise', 'London', '2026-06-21T12:00:00Z', '2026-06-22T03:4'],
    ['sunset', 'Sydney', '2026-12-21T12:00:00Z', '2026-12-22T09:0'],
    ['sunset', '38.72, -9.14', '2026-03-01T12:00:00Z', '2026-03-01T18:2'],
    ['sunset', 'são paulo, Brazil', '2026-03-01T12:00:00Z', '2026-03-01T21:3'],
  ])('%s in %s after %s is at about %s', (slug, location, after, expected) => {
    expect(String(next(slug, { location }, after)?.ingredients['OccurredAt'])).toContain(expected)
  })

  test("without a city it is the sun of the user's zone", () => {
    const berlin = next('sunset', { location: '' }, '2026-06-21T12:00:00Z', 'Europe/Berlin')
    expect(berlin?.ingredients['Location']).toBe('Berlin')
    expect(berlin).toEqual(next('sunset', { location: 'Berlin' }, '2026-06-21T12:00:00Z', 'Europe/Berlin'))
    const remote = next('sunset', {}, '2026-06-21T12:00:00Z', 'Asia/Kathmandu')
    expect(remote?.ingredients['Location']).toBe('Kathmandu')
    expect(Math.abs((remote?.at ?? 0) - Date.parse('2026-06-21T13:17:00Z'))).toBeLessThan(45 * 60_000)
  })

  test.each([
    ['Europe/Berlin', 'Berlin', '2026-03-27T00:00:00Z'],
    ['Europe/Berlin', 'Berlin', '2026-10-23T00:00:00Z'],
    ['Pacific/Auckland', 'Auckland', '2026-04-03T00:00:00Z'],
    ['America/Los_Angeles', 'Honolulu', '2026-03-06T00:00:00Z'],
  ])('sets once a day while clocks change: %s, %s', (timezone, location, from) => {
    const sunsets = series('sunset', { location }, from, 5, timezone)
    const gaps = sunsets.slice(1).map(({ at }, index) => (at ?? 0) - (sunsets[index]?.at ?? 0))
    expect(gaps.filter((gap) => Math.abs(gap - 86_400_000) > 300_000)).toEqual([])
    expect(new Set(sunsets.map(({ id }) => id)).size).toBe(5)
  })

  test('waits for polar night and polar day to end', () => {
    expect(String(next('sunrise', { location: 'Tromsø' }, '2026-12-01T12:00:00Z')?.ingredients['OccurredAt'])).toMatch(
      /^2027-01-1/,
    )
    expect(String(next('sunset', { location: 'Tromso' }, '2026-06-01T12:00:00Z')?.ingredients['OccurredAt'])).toMatch(
      /^2026-07-2/,
    )
    expect(series('sunset', { location: '90, 0' }, '2026-01-01T00:00:00Z', 3).length).toBeLessThanOrEqual(3)
  })
})
