import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isApiCall } from '../../edge/api/is-api-call.ts'
import { loadInput } from '../../edge/routing/load-input.fixture.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { unsubscribeRoute } from './routes.ts'
import { Page, type UnsubscribeData } from './unsubscribe-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'visitor' })
const page = (link: UnsubscribeData['link']) =>
  htmlOf(<Page data={{ link }} session={session} address={{ path: '/unsubscribe', query: {} }} />)
const formIn = (html: string) => /<form.*<\/form>/s.exec(html)?.[0] ?? ''

async function load(path: string, build: (app: Hono) => void) {
  if (unsubscribeRoute.access !== 'fresh') throw new Error('It is for everyone.')
  return unsubscribeRoute.load(loadInput({ path, signedIn: false, build }))
}

test('asks for one press of a form without script', () => {
  const form = formIn(page({ token: 'a.b+c', reminders: true }))
  expect(form).toContain('<form action="/unsubscribe?token=a.b%2Bc" method="post">')
  expect(form).toContain('<input type="hidden" name="reminders" value="off"/>')
  expect(form).toMatch(/<button type="submit"[^>]*>Stop these emails</)
})

test('confirms the end of the mails and offers them again', () => {
  const html = page({ token: 't', reminders: false })
  expect(html).toContain('<h1>You are unsubscribed from these emails</h1>')
  expect(formIn(html)).toContain('name="reminders" value="on"')
  expect(formIn(html)).toMatch(/<button type="submit"[^>]*>Send them again</)
})

test("shows the server's words about the link in full", async () => {
  const token = 'x'.repeat(500)
  const loaded = await load(`/unsubscribe?token=${token}`, (app) =>
    app.get('/api/reminders', (c) => c.json({ reminders: c.req.query('token') === token })),
  )
  expect(loaded).toMatchObject({ kind: 'page', data: { link: { token, reminders: true } } })
})

test.each([422, 404] as const)('a link answered with %s has no form, only settings', async (status) => {
  const loaded = await load('/unsubscribe', (app) => app.get('/api/reminders', (c) => c.json({}, status)))
  expect(loaded).toMatchObject({ kind: 'page', data: { link: null }, status: 404 })
  expect(formIn(page(null))).toBe('')
  expect(page(null)).toContain('href="/settings#reminders"')
})

test('shows no verdict on the link while the server is away', async () => {
  const away = load('/unsubscribe?token=t', (app) => app.get('/api/reminders', (c) => c.json({}, 503)))
  await expect(away).rejects.toMatchObject({ status: 503 })
})

test('only a POST reaches the API; a GET is a page', () => {
  expect(isApiCall('POST', '/unsubscribe')).toBe(true)
  expect(['GET', 'HEAD', 'PUT'].map((method) => isApiCall(method, '/unsubscribe'))).toEqual([false, false, false])
  expect(isApiCall('GET', '/api/settings')).toBe(true)
})
