import * as fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { larderManifest } from '../../../../worker/services/ifttt/testing/larder-manifest.ts'
import { stepsOf } from './steps-of.fixture.ts'

const jsonBody = fc.json()
const inData = fc.jsonValue().map((data) => JSON.stringify({ data }))
const rows = fc
  .array(
    fc.record({ item: fc.jsonValue(), meta: fc.record({ id: fc.string({ minLength: 1 }), timestamp: fc.integer() }) }),
  )
  .map((data) => JSON.stringify({ data, cursor: 'again' }))
const anyBody = fc.oneof(jsonBody, inData, rows, fc.string())
const anyType = fc.constantFrom('application/json', 'text/html', 'text/plain', 'nonsense')
const anyStatus = fc.oneof(fc.constantFrom(200, 201, 400, 401, 404, 429, 500, 503), fc.integer({ min: 200, max: 599 }))
const BODILESS = [204, 205, 304]

/** Larder's steps at a service that answers this to everything. */
function stepsAt(status: number, body: string, type: string) {
  const answer = () =>
    new Response(BODILESS.includes(status) ? null : body, { status, headers: { 'content-type': type } })
  return stepsOf(larderManifest, new Hono().all('*', answer), { token: 'token' })
}

const FIELDS = { shelf: 'spices', below: '3', item: 'Salt', amount: '1' }

test('any answer leads to an outcome, never to an exception', async () => {
  await fc.assert(
    fc.asyncProperty(anyStatus, anyBody, anyType, async (status, body, type) => {
      const { poll, leave, ask, act, account, validate } = stepsAt(status, body, type)
      const outcomes = await Promise.all([
        poll('runs_low', FIELDS),
        leave('runs_low'),
        ask('items_on_shelf', FIELDS),
        act('add_to_list', FIELDS),
        account(),
      ])
      for (const outcome of outcomes) {
        if (status >= 300 || !outcome) expect(outcome?.ok).toBe(false)
        if (outcome && !outcome.ok) expect(outcome.problem.message).not.toBe('')
      }
      for (const [slug, message] of Object.entries(await validate('runs_low', FIELDS)))
        expect([slug, typeof message]).toEqual([expect.any(String), 'string'])
    }),
    { numRuns: 300 },
  )
})

test('a poll answers each item of the list', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (body) => {
      const polled = await stepsAt(200, body, 'application/json').poll('runs_low', FIELDS)
      const sent: { meta: { id: string } }[] = JSON.parse(body).data
      const ids = polled.ok ? polled.value.items.map(({ id }) => id) : []
      expect(ids.toSorted()).toEqual(sent.map(({ meta }) => meta.id).toSorted())
    }),
    { numRuns: 200 },
  )
})

test('one item without an id makes the whole answer unreadable', async () => {
  const body = JSON.stringify({ data: [{ item: 'Salt', meta: { id: '1', timestamp: 1 } }, { item: 'Mace' }] })
  const polled = await stepsAt(200, body, 'application/json').poll('runs_low', FIELDS)
  const message = 'Larder sent an item without “meta.id”.'
  expect(polled).toMatchObject({ ok: false, problem: { failure: 'protocol', message } })
})
