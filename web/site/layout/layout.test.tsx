import { expect, test } from 'vitest'
import { fulfilled } from '../fulfilled-promise.ts'
import { Layout } from './layout.tsx'
import { Page as ErrorPage } from '../error-pages/error-page.tsx'
import { Page as NotFoundPage } from '../error-pages/not-found-page.tsx'
import type { Session } from '../session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'

const visitor = fulfilled<Session>({ kind: 'visitor' })
const ada = fulfilled<Session>({ kind: 'user', me: me(), viewer: null })
const unavailable = fulfilled<Session>({ kind: 'unavailable' })

function page(session: Promise<Session>, path = '/explore') {
  return htmlOf(
    <Layout session={session} path={path}>
      <h1>Inside</h1>
    </Layout>,
  )
}

test('shows a visitor how to sign in or join', () => {
  const html = page(visitor)
  expect(html).toContain('href="/login"')
  expect(html).toContain('href="/join"')
  expect(html).not.toContain('Sign out')
})

test('shows a signed-in user their Applets and the way out', () => {
  const html = page(ada)
  expect(html).toContain('href="/my_applets"')
  expect(html).toContain('>ada<')
  expect(html).toContain('Sign out')
  expect(html).not.toContain('href="/login"')
})

test("keeps the header's place while the viewer is unknown", () => {
  const html = page(new Promise(() => {}))
  expect(html).toContain('<ul class="links viewer" aria-busy="true">')
  expect(html).not.toMatch(/href="\/(login|join|my_applets)"/)
  expect(html).toContain('<h1>Inside</h1>')
})

test('says so when the account cannot be reached', () => {
  const html = page(unavailable)
  expect(html).toContain('Your account cannot be reached right now.')
  expect(html).toContain('<a href="/explore">Try again</a>')
  expect(html).not.toMatch(/href="\/(login|join|my_applets)"/)
  expect(page(visitor)).not.toContain('cannot be reached')
})

test('marks the current page in the navigation', () => {
  expect(page(visitor, '/explore')).toContain('<a href="/explore" aria-current="page">')
  expect(page(ada, '/my_applets')).toContain('<a href="/my_applets" aria-current="page">')
  expect(page(ada, '/github')).not.toContain('aria-current')
})

test('has the message regions before the first message', () => {
  expect(page(visitor)).toContain('<div role="alert"></div><div role="status"></div>')
})

test('the 404 page offers search and other ways on', () => {
  const html = htmlOf(<NotFoundPage />)
  expect(html).toContain('<h1>This page does not exist</h1>')
  expect(html).toMatch(/<form[^>]*action="\/explore" method="get">/)
  expect(html).toContain('name="q"')
  expect(html).toContain('href="/my_applets"')
})

test('the error page retries the same address and query', () => {
  const address = { path: '/explore', query: { q: 'rain & sun' } }
  const html = htmlOf(
    <ErrorPage address={address} session={fulfilled<Session<null>>({ kind: 'visitor' })} data={null} />,
  )
  expect(html).toContain('href="/explore?q=rain+%26+sun"')
  expect(html).toContain('href="https://help.test"')
})
