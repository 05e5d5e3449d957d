import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { ApiRefusal } from '../../edge/api/api-fetch.ts'
import { apiClient } from '../../edge/api/api-client.ts'
import { routeMatcher } from '../../edge/routing/match-route.ts'
import { me } from '../../testing/page.fixture.tsx'
import { authorRoute, exploreRoute, homeRoute, serviceRoute, stepRoutes } from './routes.ts'
import { card, service, step } from '../../testing/catalogue.fixture.ts'
import { SITE } from '../../testing/site.fixture.ts'

const match = routeMatcher([homeRoute, exploreRoute, authorRoute, ...stepRoutes, serviceRoute])

/** Loads an address against a small API; `asked` lists the loader's requests. */
async function load(path: string, whoAsks: Promise<Me | null> = Promise.resolve(null), signedIn = false) {
  const asked: string[] = []
  const app = new Hono().basePath('/api')
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    asked.push(pathname + search)
    await next()
  })
  app.get('/settings', (c) => c.json(SITE))
  app.get('/home', (c) => c.json({ services: [service()], applets: [card()] }))
  app.get('/explore', (c) => c.json({ services: [], applets: [card()] }))
  app.get('/services/github', (c) => c.json({ service: service(), steps: [step()], applets: [card()] }))
  app.get('/services/github/triggers/new_starred_repository', (c) =>
    c.json({ service: service(), step: step(), fields: [], applets: [card()] }),
  )
  app.get('/services/github/viewer', (c) => c.json({ viewer: { connections: [] } }))
  app.get('/authors/:login', (c) => c.json({ author: { login: 'mira-lind' }, applets: [card()], next: null }))
  const found = match(new URL(path, 'https://site.test'))
  if (!found || found.route.access === 'private') throw new Error(`${path} is not a public page`)
  const { route, params, address } = found
  const api = apiClient(async (input, init) => app.request(input, init))
  const loaded = await route.load({
    api,
    fresh: api,
    counted: api,
    mine: signedIn ? api : null,
    params,
    address,
    search: new URL(path, 'https://site.test').searchParams,
    whoAsks,
    timeZone: 'UTC',
    now: 0,
    refused: null,
  })
  return { loaded, asked }
}

test('the front page shows visitors services and Applets', async () => {
  const { loaded } = await load('/')
  expect(loaded).toMatchObject({
    kind: 'page',
    title: 'Switchyard',
    data: { services: [{ module_name: 'github' }], applets: [{ friendly_id: 'star-to-sheet' }] },
  })
})

test('the front page redirects signed-in users to their Applets', async () => {
  const { loaded, asked } = await load('/', Promise.resolve(me()))
  expect(loaded).toEqual({ kind: 'redirect', to: '/my_applets' })
  expect(asked).toEqual([])
})

test('a search sends trimmed words, an empty one lists everything', async () => {
  expect((await load('/explore?q=%20two%20words%20')).asked).toEqual(['/api/explore?q=two+words'])
  expect((await load('/explore?q=%20')).asked).toEqual(['/api/explore'])
  expect((await load('/explore?q=rain')).loaded).toMatchObject({ title: 'Results for “rain”' })
})

test("a service's page carries its name and description", async () => {
  const { loaded } = await load('/github')
  expect(loaded).toMatchObject({
    kind: 'page',
    title: 'GitHub',
    description: expect.stringMatching(/^What GitHub is\. Browse/),
  })
})

test("requests a step's page by its kind", async () => {
  const { loaded, asked } = await load('/github/triggers/new_starred_repository')
  expect(asked).toEqual(['/api/services/github/triggers/new_starred_repository'])
  expect(loaded).toMatchObject({ title: 'You star a repository: trigger of GitHub' })
})

test("an unknown service is the API's 404", async () => {
  await expect(load('/nobody')).rejects.toMatchObject({ status: 404 } satisfies Partial<ApiRefusal>)
})

test("only a session asks for the viewer's accounts, apart from the page", async () => {
  const { loaded, asked } = await load('/github', Promise.resolve(me()), true)
  expect(asked).toEqual(['/api/services/github/viewer', '/api/services/github'])
  const viewer = loaded.kind === 'page' && 'viewer' in loaded ? await loaded.viewer : null
  expect(viewer).toEqual({ connections: [], timeZone: 'UTC' })
  const visitors = await load('/github')
  expect(visitors.asked).toEqual(['/api/services/github'])
  expect(visitors.loaded).not.toHaveProperty('viewer')
  expect(loaded).toMatchObject({ data: visitors.loaded.kind === 'page' ? visitors.loaded.data : null })
})

test("an author's page is asked for from its cursor", async () => {
  const { loaded, asked } = await load('/authors/mira-lind?after=9.4')
  expect(asked).toEqual(['/api/authors/mira-lind?after=9.4'])
  expect(loaded).toMatchObject({ kind: 'page', title: 'Applets by mira-lind' })
  expect((await load('/authors/mira-lind?after=x')).asked).toEqual(['/api/authors/mira-lind'])
})

test("other spellings lead to the author's address", async () => {
  expect((await load('/authors/Mira-Lind?after=9.4')).loaded).toEqual({
    kind: 'redirect',
    to: '/authors/mira-lind?after=9.4',
  })
})

test("an author's first page is described, the following ones unlisted", async () => {
  const breadcrumbs = [
    { name: 'Explore', path: '/explore' },
    { name: 'mira-lind', path: '/authors/mira-lind' },
  ]
  const { loaded } = await load('/authors/mira-lind')
  if (loaded.kind !== 'page' || !loaded.head?.about) throw new Error('It has no description.')
  expect(loaded.head).toMatchObject({ breadcrumbs, unlisted: false })
  const at = { url: 'https://site.test/authors/mira-lind', origin: 'https://site.test', image: '', product: '' }
  expect(loaded.head.about(at)).toEqual({
    '@type': 'ProfilePage',
    url: at.url,
    mainEntity: { '@type': 'Person', name: 'mira-lind', url: at.url },
  })
  expect((await load('/authors/mira-lind?after=9.4')).loaded).toMatchObject({ head: { unlisted: true } })
})

test('searches stay out of search engines; services and steps are placed', async () => {
  expect((await load('/explore?q=rain')).loaded).toMatchObject({ head: { unlisted: true } })
  expect((await load('/explore')).loaded).toMatchObject({ head: { unlisted: false } })
  const crumbs = [
    { name: 'Explore', path: '/explore' },
    { name: 'GitHub', path: '/github' },
  ]
  expect((await load('/github')).loaded).toMatchObject({ head: { services: ['github'], breadcrumbs: crumbs } })
  const { loaded } = await load('/github/triggers/new_starred_repository')
  expect(loaded).toMatchObject({
    head: { breadcrumbs: [...crumbs, { path: '/github/triggers/new_starred_repository' }] },
  })
})
