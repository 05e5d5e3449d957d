import { expect, onTestFinished, test } from 'vitest'
import { startOutbox } from './start-outbox.ts'

const sid = 'AC0123456789abcdef0123456789abcdef'
const good = { To: '+14155550123', From: '+15005550006', Body: 'Get the app: https://switchyard.test/app' }

async function start() {
  const outbox = await startOutbox({ port: 0, now: () => Date.UTC(2026, 2, 4, 9, 5, 7) })
  onTestFinished(() => outbox.close())
  const send = async (form: Record<string, string>, login = `${sid}:token`) => {
    const answer = await fetch(`${outbox.origin}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(login)}` },
      body: new URLSearchParams(form),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { outbox, send }
}

test('accepts a text as Twilio does and shows it', async () => {
  const { outbox, send } = await start()
  const { status, body } = await send(good)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    account_sid: sid,
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    status: 'queued',
    direction: 'outbound-api',
    date_created: 'Wed, 04 Mar 2026 09:05:07 +0000',
    to: good.To,
    from: good.From,
    body: good.Body,
    error_code: null,
  })
  expect(outbox.texts()).toMatchObject([{ sid: body.sid, to: good.To, from: good.From, body: good.Body }])
  const page = await (await fetch(outbox.origin)).text()
  expect(page).toContain('<a href="https://switchyard.test/app">')
})

test.each([
  [{ To: '' }, 400, 21604],
  [{ From: '' }, 400, 21603],
  [{ Body: '' }, 400, 21602],
  [{ To: '4155550123' }, 400, 21211],
  [{ To: '+15005550001' }, 400, 21211],
  [{ To: '+15005550004' }, 400, 21610],
  [{ To: '+15005550009' }, 400, 21614],
  [{ Body: 'x'.repeat(1601) }, 400, 21617],
])('refuses %o with status %i and code %i', async (change, status, code) => {
  const { outbox, send } = await start()
  expect(await send({ ...good, ...change })).toMatchObject({
    status,
    body: { code, status, message: expect.any(String) },
  })
  expect(outbox.texts()).toEqual([])
})

test('refuses another account and missing credentials', async () => {
  const { send } = await start()
  for (const login of ['AC99:token', `${sid}:`, ':']) {
    expect(await send(good, login)).toMatchObject({ status: 401, body: { code: 20003 } })
  }
  expect((await send(good, 'SK0123:secret')).status).toBe(201)
})
