import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteHeader } from './site-header.tsx'

function header(viewer: { login: string } | null, path = '/') {
  return renderToStaticMarkup(<SiteHeader productName="Switchyard" viewer={viewer} path={path} onSignOut={() => {}} />)
}
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]+>)*([^<]*)/g)].map((match) => match[1])

test('a visitor finds Explore, Plans, Log in and Join', () => {
  expect(links(header(null))).toEqual(['#main', '/', '/explore', '/plans', '/login', '/join'])
})

test('a signed-in user finds their Applets, and the rest under their name (§2.6)', () => {
  const html = header({ login: 'ada' })
  expect(links(html)).toEqual(['#main', '/', '/my_applets', '/explore', '/settings', '/settings/connections', '/plans'])
  expect(html).toMatch(/popoverTarget="[^"]+"[^>]*><span>ada<\/span>/i)
  expect(html).toContain('<button type="button">Sign out</button>')
})

test('the way past the navigation comes first', () => {
  expect(header(null)).toMatch(/^<header[^>]*><a class="skip-link" href="#main">/)
})

test('the current page is marked', () => {
  expect(header(null, '/plans')).toContain('<a href="/plans" aria-current="page">')
  expect(header(null, '/plans').match(/aria-current/g)).toHaveLength(1)
})

test('the mobile menu starts closed and its toggle says so (§2.6)', () => {
  expect(header(null)).toContain('aria-expanded="false" aria-controls="site-navigation"')
})
