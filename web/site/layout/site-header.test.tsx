import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { ViewerLinks, VisitorLinks, WaitingLinks } from './site-links.tsx'

function header(viewer: 'visitor' | 'waiting' | { login: string; unread: number }, path = '/') {
  return renderToStaticMarkup(
    <SiteHeader productName="Switchyard" path={path}>
      {viewer === 'visitor' && <VisitorLinks path={path} />}
      {viewer === 'waiting' && <WaitingLinks />}
      {typeof viewer === 'object' && <ViewerLinks viewer={viewer} path={path} onSignOut={() => {}} />}
    </SiteHeader>,
  )
}
const footer = (supportUrl: string) =>
  links(renderToStaticMarkup(<SiteFooter productName="Switchyard" supportUrl={supportUrl} />))
const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1])

test('shows a visitor Explore, Plans, Sign in and Join', () => {
  expect(links(header('visitor'))).toEqual(['#main', '/', '/explore', '/plans', '/login', '/join'])
})

test('shows a signed-in user their Applets and their menu', () => {
  const html = header({ login: 'ada', unread: 0 })
  expect(links(html)).toEqual([
    '#main',
    '/',
    '/explore',
    '/plans',
    '/create',
    '/my_applets',
    '/activity',
    '/my_notifications',
    '/settings',
    '/settings/connections',
  ])
  expect(html).toMatch(/popoverTarget="[^"]+"[^>]*><span>ada<\/span>/i)
  expect(html).toMatch(/<button type="button"[^>]*>Sign out<\/button>/)
})

test("the viewer's menu counts unread notifications", () => {
  const html = header({ login: 'ada', unread: 3 })
  expect(html).toContain('Notifications (3)</a>')
  expect(html).toContain('(unread notifications)')
  expect(header({ login: 'ada', unread: 10 })).toContain('Notifications (9+)</a>')
  expect(header({ login: 'ada', unread: 0 })).not.toContain('unread')
})

test('shows no links while the viewer is unknown', () => {
  const html = header('waiting')
  expect(links(html)).toEqual(['#main', '/', '/explore', '/plans'])
  expect(html).toContain('aria-busy="true"')
})

test('puts the skip link first', () => {
  expect(header('visitor')).toMatch(/^<header[^>]*><a class="skip-link" href="#main">/)
})

test('marks the current page', () => {
  expect(header('visitor', '/plans')).toContain('<a href="/plans" aria-current="page">')
  expect(header('visitor', '/plans').match(/aria-current/g)).toHaveLength(1)
})

test('the mobile menu starts closed, and its toggle says so', () => {
  expect(header('visitor')).toContain('aria-expanded="false" aria-controls="site-navigation"')
})

test('the footer leads to Explore, Plans and support', () => {
  expect(footer('https://help.example/')).toEqual(['/explore', '/plans', '/terms', '/privacy', 'https://help.example/'])
  expect(footer('')).toEqual(['/explore', '/plans', '/terms', '/privacy'])
})

test('keeps help in the same place on every page', () => {
  const html = renderToStaticMarkup(<SiteFooter productName="Switchyard" supportUrl="mailto:help@example.test" />)
  expect(html).toContain('<a href="mailto:help@example.test">Support</a>')
})
