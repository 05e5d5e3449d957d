import { expect, test } from 'vitest'
import { testCtx } from '../../testing/test-ctx.ts'
import { CallPlaces, OUTBOUND_TIMEOUT as SHORT } from '../call-places/call-places.ts'
import { guardedOutcome } from './guarded-outcome.ts'

test('the time of a call begins with its place', async () => {
  const places = new CallPlaces((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  const ctx = await testCtx({ fetch: async () => new Response('ok') })
  const six = await Promise.all(Array.from({ length: 6 }, () => places.take(SHORT)))
  const asked = guardedOutcome({ ...ctx, places })('https://api.example/', { timeout: 40 })
  await new Promise((resolve) => setTimeout(resolve, 80))
  for (const place of six) place?.release()
  expect(await asked).toMatchObject({ ok: true })
})

test('a call that gets no place is told as not sent', async () => {
  const places = new CallPlaces(() => Promise.resolve())
  const sent: string[] = []
  const ctx = await testCtx({ fetch: async (input) => Response.json(sent.push(String(input))) })
  await Promise.all(Array.from({ length: 6 }, () => places.take(SHORT)))
  expect(await guardedOutcome({ ...ctx, places })('https://api.example/')).toMatchObject({
    ok: false,
    problem: { failure: 'busy', sent: 'no', message: expect.stringContaining('not sent to api.example') },
  })
  expect(sent).toEqual([])
})
