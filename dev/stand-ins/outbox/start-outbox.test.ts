import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { startOutbox } from './start-outbox.ts'
import type { OutboxOptions, RunningOutbox } from './start-outbox.ts'

async function start(options: Partial<OutboxOptions> = {}) {
  const outbox = await startOutbox({ port: 0, ...options })
  onTestFinished(() => outbox.close())
  return outbox
}

const mail = {
  to: 'free@demo.test',
  from: 'Switchyard <hello@switchyard.test>',
  subject: 'Confirm your address',
  text: 'Open http://localhost:8788/verify?token=a&b=1. It works once.',
  html: '<p>Open <a href="http://localhost:8788/verify">this</a></p>',
}

async function post(outbox: RunningOutbox, body: unknown, type = 'application/json') {
  const headers = { 'content-type': type }
  const answer = await fetch(`${outbox.origin}/mails`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

async function get(outbox: RunningOutbox, path: string) {
  const answer = await fetch(outbox.origin + path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('lists a mail and links its addresses', async () => {
  const outbox = await start()
  expect((await get(outbox, '/')).text).toContain('No emails yet.')
  const sent = await post(outbox, mail)
  expect(sent).toEqual({ status: 202, body: { messageId: expect.stringMatching(/^[0-9a-f]{16}$/) } })
  expect((await get(outbox, '/')).text).toContain(`<a href="/mails/${sent.body.messageId}">Confirm your address</a>`)
  const shown = (await get(outbox, `/mails/${sent.body.messageId}`)).text
  expect(shown).toContain('<a href="http://localhost:8788/verify?token=a&amp;b=1">')
  expect(shown).toContain('Switchyard &lt;hello@switchyard.test&gt;')
  expect(outbox.mails()).toMatchObject([mail])
})

test('shows the headers of a mail', async () => {
  const outbox = await start()
  const headers = { 'List-Unsubscribe': '<http://localhost:8788/unsubscribe?token=a>' }
  const { body } = await post(outbox, { ...mail, headers })
  const shown = (await get(outbox, `/mails/${body.messageId}`)).text
  expect(shown).toContain('<dt>List-Unsubscribe</dt>')
  expect(shown).toContain('&lt;<a href="http://localhost:8788/unsubscribe?token=a">')
  expect(outbox.mails()).toMatchObject([{ headers }])
  expect((await post(outbox, { ...mail, headers: { 'X-Two': 'a\r\nBcc: b@demo.test' } })).status).toBe(422)
})

test('lists the newest mail first, with all its recipients', async () => {
  const outbox = await start()
  await post(outbox, mail)
  await post(outbox, { ...mail, to: [{ name: 'Ada', email: 'Ada@demo.test' }, 'bob@demo.test'], subject: 'Second' })
  expect(outbox.mails().map((each) => each.subject)).toEqual(['Second', 'Confirm your address'])
  expect(outbox.mails()[0]?.to).toBe('Ada <Ada@demo.test>, bob@demo.test')
})

test("lets a mail's HTML run and load nothing", async () => {
  const outbox = await start()
  const sent = await post(outbox, {
    ...mail,
    html: '<html><head><title>x</title></head><script>alert(1)</script></html>',
  })
  const { headers, text } = await get(outbox, `/mails/${sent.body.messageId}/html`)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('allow-scripts')
  expect(policy).toContain("default-src 'none'")
  expect(text).toContain('<head><base target="_blank">')
  expect((await get(outbox, `/mails/${sent.body.messageId}`)).text).not.toContain('<script>')
})

test('refuses malformed mails and plain-text posts', async () => {
  const outbox = await start()
  expect((await post(outbox, { ...mail, to: 'nobody' })).status).toBe(422)
  expect((await post(outbox, { to: mail.to, from: mail.from })).status).toBe(422)
  expect((await post(outbox, mail, 'text/plain')).status).toBe(415)
  expect(outbox.mails()).toEqual([])
})

test('keeps messages across a restart with a state file', async () => {
  const stateFile = join(temporaryFolder(), 'outbox.json')
  const first = await startOutbox({ port: 0, stateFile })
  await post(first, mail)
  await first.close()
  expect((await start({ stateFile })).mails()).toMatchObject([mail])
})
