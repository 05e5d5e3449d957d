import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../stand-in/listen.ts'
import { startOutbox } from './start-outbox.ts'

const MAIL = { to: 'abc@in.test', from: 'ada@demo.test', subject: 'Hello', text: 'Hi' }

/** A product that answers a mail as Miniflare does, and the outbox that knows it. */
async function start(answer: { outcome: string; rejectReason?: string }) {
  const sources: string[] = []
  const app = new Hono().post('/cdn-cgi/local/email', async (c) => {
    sources.push(`${c.req.query('to')}\n${await c.req.text()}`)
    return c.json(answer)
  })
  const product = await listen(0, () => app.fetch)
  const outbox = await startOutbox({ port: 0 })
  onTestFinished(async () => {
    await Promise.all([product.close(), outbox.close()])
  })
  const post = (site = 'same-origin') =>
    fetch(`${outbox.origin}/incoming`, {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
      body: new URLSearchParams(MAIL),
    })
  return { outbox, product, post, sources }
}

test('under npm start the outbox hands a mail to the API Worker', async () => {
  const asked: unknown[] = []
  const app = new Hono().post('/cdn-cgi/local/explorer/api/local/email/routing/send', async (c) => {
    asked.push(c.req.query('worker'), await c.req.json())
    return c.json({ success: true, result: { outcome: 'ok', rejectReason: 'There is no such address.' } })
  })
  const product = await listen(0, () => app.fetch)
  const outbox = await startOutbox({ port: 0 })
  onTestFinished(async () => {
    await Promise.all([product.close(), outbox.close()])
  })
  outbox.tellProductAt(product.origin, 'explorer')
  expect(await outbox.sendMailIn(MAIL)).toEqual({ rejected: 'There is no such address.' })
  expect(asked).toEqual(['switchyard-api', { ...MAIL, to: [MAIL.to] }])
})

test('the outbox hands a mail to the product', async () => {
  const { outbox, product, post, sources } = await start({ outcome: 'ok' })
  expect((await post()).status).toBe(503)
  outbox.tellProductAt(product.origin)
  expect(await (await post()).text()).toContain('The product took the email.')
  expect(sources).toEqual([expect.stringMatching(/^abc@in\.test\nFrom: ada@demo\.test\r\n[^]*\r\n\r\nHi\r\n$/)])
  expect((await post('cross-site')).status).toBe(403)
})

test.each([
  [{ outcome: 'ok', rejectReason: 'There is no such address.' }, 'Rejected: There is no such address.'],
  [{ outcome: 'exception' }, 'Try again later'],
])('the answer %j is shown', async (answer, words) => {
  const { outbox, product, post } = await start(answer)
  outbox.tellProductAt(product.origin)
  expect(await (await post()).text()).toContain(words)
})
