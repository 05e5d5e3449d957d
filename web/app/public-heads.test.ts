import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { loginPath } from '../../worker/contract/addresses.ts'
import { applet } from '../applets/applet.fixture.ts'
import { headOf } from '../edge/head/page-head.ts'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import { routeMatcher } from '../edge/routing/match-route.ts'
import { card, service, step } from '../testing/catalogue.fixture.ts'
import { SITE } from '../testing/site.fixture.ts'
import { routes } from './routes.ts'

const PATHS = [
  '/',
  '/explore',
  '/services',
  '/authors/mira-lind',
  '/plans',
  '/terms',
  '/privacy',
  '/applets/star-to-sheet',
  '/connections/home-hub',
  '/github/triggers/new_starred_repository',
  '/github/queries/open_issues',
  '/github/actions/create_issue',
  '/github',
  '/login',
  '/join',
]
/** Texts of authors and services about themselves. */
const TEXTS = [
  '',
  'Adds a row',
  'An Applet that says what it does, neither in a few words nor in too many.',
  'A long tale. '.repeat(40),
]
const match = routeMatcher(routes)

async function load(path: string, text = 'Adds a row.') {
  const build = (app: Hono) => {
    const own = { description: text }
    app.get('/api/settings', (c) => c.json(SITE))
    app.get('/api/home', (c) => c.json({ services: [], applets: [card()] }))
    app.get('/api/explore', (c) => c.json({ services: [], steps: [], applets: [card()] }))
    app.get('/api/services', (c) => c.json({ services: [service()] }))
    app.get('/api/email_verifications', (c) => c.json({ email: 'ada@example.test', own: false }))
    app.get('/api/plans', (c) => c.json({ prices: [] }))
    app.get('/api/authors/:login', (c) => c.json({ author: { login: 'mira-lind' }, applets: [card()], next: null }))
    app.get('/api/applets/star-to-sheet', (c) => c.json({ applet: applet(own) }))
    app.get('/api/applets/home-hub', (c) =>
      c.json({ applet: applet({ ...own, friendly_id: 'home-hub', config_type: 'dynamic' }) }),
    )
    app.get('/api/services/github', (c) => c.json({ service: service('github', own), steps: [], applets: [] }))
    app.get('/api/services/github/:kind/:slug', (c) => {
      const kind =
        c.req.param('kind') === 'triggers' ? 'trigger' : c.req.param('kind') === 'queries' ? 'query' : 'action'
      return c.json({ service: service(), step: step({ ...own, kind }), fields: [], ingredients: [], applets: [] })
    })
  }
  const found = match(new URL(path, SITE.site_origin))
  if (!found || found.route.access === 'private') throw new Error(`${path} is not a public page.`)
  const { route, params, address } = found
  const loaded = await route.load({ ...loadInput({ path, signedIn: false, build }), params, address })
  if (loaded.kind !== 'page') throw new Error(`${path} is not a page.`)
  return { ...loaded, description: loaded.description ?? '', path: address.path }
}

test('every route that anyone may open is tried here', () => {
  const tried = PATHS.map((path) => match(new URL(path, SITE.site_origin))?.route)
  const missing = routes.filter((route) => route.access === 'public' && !tried.includes(route))
  expect(missing.map(({ pattern }) => pattern)).toEqual([])
})

test.each(PATHS)('%s describes itself in 50 to 160 characters', async (path) => {
  for (const text of TEXTS) {
    const { title, description } = await load(path, text)
    expect(title).not.toBe('')
    expect(description.length, description).toBeGreaterThanOrEqual(50)
    expect(description.length, description).toBeLessThanOrEqual(160)
  }
})

test('no two pages have the same title or description', async () => {
  const pages = await Promise.all(PATHS.filter((path) => path !== '/connections/home-hub').map((path) => load(path)))
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length)
})

test.each(PATHS)('%s has a canonical address, a preview and its image', async (path) => {
  const { head = null, title, description, path: address } = await load(path)
  const { tags } = headOf({ head: head ?? {}, title, description, path: address, site: SITE })
  const property = (name: string) => tags.find((each) => each.tag === 'meta' && each.property === name)
  expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: `https://site.test${path}` })
  expect(property('og:description')).toMatchObject({ content: description })
  const image = /^\/(?:github|applets|connections)/.test(path) ? 'github' : 'site'
  expect(property('og:image')).toMatchObject({ content: `https://site.test/social/${image}.png` })
})

test.each([
  [loginPath('/plans'), '/login'],
  ['/join?return_to=/plans', '/join'],
])('search engines list %s as %s', async (path, listed) => {
  expect(await load(path)).toMatchObject({ head: {}, path: listed })
})

test.each(['/verify_email?token=a', '/password_reset?token=a'])('search engines do not list %s', async (path) => {
  expect(await load(path)).not.toHaveProperty('head')
})
