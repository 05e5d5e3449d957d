import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { RefusedForm } from '../../worker/contract/accounts/form-pages.ts'
import { APPLET_TAKEN_DOWN } from '../../worker/contract/applet-taken-down.ts'
import { VERSION_CHANGED } from '../../worker/contract/version-words.ts'
import { aField } from '../../worker/contract/applets/applet-field.fixture.ts'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import { me } from '../testing/page.fixture.tsx'
import { loadConnectionPage, loadEditPage } from './load-applet-pages.ts'
import { applet, viewer } from './applet.fixture.ts'

const HUB = applet({ id: 2, friendly_id: 'home-hub', config_type: 'dynamic' })
const DRAFT = applet({ id: 3, friendly_id: 'draft', published: false, listed: false })
const TAKEN_DOWN = applet({ id: 4, friendly_id: 'spam', taken_down: true, listed: false })
const FIELDS = [aField({ key: '0.feed', type: 'url' }), aField({ key: '1.token', type: 'secret' })]
const APPLETS = [applet(), HUB, DRAFT, TAKEN_DOWN]

function build(app: Hono) {
  let askedForSpam = 0
  app.get('/api/home', (c) => c.json({ services: [], applets: [] }))
  app.get('/api/applets/:id', (c) => {
    const id = c.req.param('id')
    const found = APPLETS.find((each) => id === each.friendly_id || Number.parseInt(id, 10) === each.id)
    // The first call is everyone's, the next one its user's own.
    if (id === 'spam' && ++askedForSpam === 1) return c.json({}, 410)
    return found ? c.json({ applet: found }) : c.json({}, 404)
  })
  app.get('/api/applets/:id/viewer', (c) => c.json({ viewer: viewer() }))
  app.get('/api/applets/:id/edit', (c) => {
    const [, status] = /^mine-(\w+)$/.exec(c.req.param('id')) ?? []
    const own = { applet: applet(), viewer: { ...viewer(), is_author: true, status } }
    return c.json({ ...(status ? own : { applet: HUB, viewer: viewer() }), fields: FIELDS, accounts: [] })
  })
  app.get('/api/me', (c) => c.json({ me: Promise.resolve(me()) }))
}

function inputFor(path: string, signedIn = false, refused: RefusedForm | null = null) {
  const [, , id = ''] = new URL(path, 'http://localhost').pathname.split('/')
  return { ...loadInput({ path, signedIn, build }), params: { id }, refused }
}
const load = (path: string, signedIn = false) => loadConnectionPage(inputFor(path, signedIn))

test('redirects a static Applet from /connections to /applets, query kept', async () => {
  expect(await load('/connections/star-to-sheet?a=1&b=2')).toEqual({
    kind: 'redirect',
    to: '/applets/star-to-sheet?a=1&b=2',
  })
})

test('redirects a dynamic Applet from /applets to /connections, query kept', async () => {
  expect(await load('/applets/home-hub?a=1')).toEqual({ kind: 'redirect', to: '/connections/home-hub?a=1' })
})

test('leaves each config type on its own base', async () => {
  expect(await load('/connections/home-hub?a=1')).toMatchObject({ kind: 'page', data: { applet: { id: 2 } } })
  expect(await load('/applets/star-to-sheet')).toMatchObject({ kind: 'page', title: 'Keep your stars' })
})

test.each(['/applets/1', '/applets/1-any-name', '/connections/1'])(
  '%s redirects to the canonical address',
  async (path) => {
    expect(await load(path)).toEqual({ kind: 'redirect', to: '/applets/star-to-sheet' })
  },
)

function loadEdit(path: string, refused?: RefusedForm) {
  const input = inputFor(path, true, refused)
  if (!input.mine) throw new Error('Nobody is signed in.')
  return loadEditPage({ ...input, mine: input.mine, me: Promise.resolve(me()) })
}

test('the edit path shares the base and keeps the query', async () => {
  expect(await loadEdit('/applets/home-hub/edit?error_message=No')).toEqual({
    kind: 'redirect',
    to: '/connections/home-hub/edit?error_message=No',
  })
})

test('a refused edit keeps what was typed, and no secret', async () => {
  const values = { '0.feed': 'blog', '1.token': 'hunter2', '9.gone': 'x', email: '' }
  const refused: RefusedForm = { values, code: 'conflict', message: 'It changed.', errors: [], retry_after: null }
  expect(await loadEdit('/connections/home-hub/edit', refused)).toMatchObject({
    data: { refused: { ...refused, values: { '0.feed': 'blog' } } },
  })
  expect(JSON.stringify(await loadEdit('/connections/home-hub/edit', refused))).not.toContain('hunter2')
})

test('an author edits their Applet where Applets are made', async () => {
  const there = { kind: 'redirect', to: '/create?applet_id=1' }
  expect(await loadEdit('/applets/mine-enabled_for_user/edit')).toEqual(there)
  expect(await loadEdit('/applets/mine-disabled_for_user/edit')).toEqual(there)
})

test('an author edits there without having turned it on', async () => {
  const there = { kind: 'redirect', to: '/create?applet_id=1' }
  expect(await loadEdit('/applets/mine-never_enabled_for_user/edit')).toEqual(there)
  expect(await loadEdit('/applets/mine-archived/edit')).not.toMatchObject(there)
})

test("says what changed to its user, past everyone's cache", async () => {
  const notice = async (path: string, signedIn: boolean) => {
    const loaded = await load(path, signedIn)
    return loaded.kind === 'page' && loaded.data.notice
  }
  expect(await notice('/applets/star-to-sheet?changed=1', true)).toBe(VERSION_CHANGED)
  expect(await notice('/applets/star-to-sheet?changed=1', false)).toBeNull()
  expect(await notice('/applets/star-to-sheet', true)).toBeNull()
})

test('loads the viewer only for signed-in users', async () => {
  expect(await load('/applets/star-to-sheet')).not.toHaveProperty('viewer')
  const loaded = await load('/applets/star-to-sheet', true)
  expect(loaded.kind === 'page' && (await loaded.viewer)).toMatchObject({ applet_id: 1 })
})

test('what was taken down says so, to its users only', async () => {
  await expect(load('/applets/spam')).rejects.toMatchObject({ status: 410 })
  expect(await load('/applets/spam', true)).toMatchObject({
    kind: 'page',
    data: { notice: APPLET_TAKEN_DOWN },
    head: { unlisted: true },
  })
})

test("a missing Applet is the API's 404", async () => {
  await expect(load('/applets/gone', true)).rejects.toMatchObject({ status: 404 })
})

const PAGE = { url: 'https://site.test/a', origin: 'https://site.test', image: 'https://site.test/i.png', product: 'S' }

test('an Applet is described as software below its service', async () => {
  const loaded = await load('/applets/star-to-sheet')
  if (loaded.kind !== 'page' || !loaded.head?.about) throw new Error('It has no description.')
  expect(loaded.head).toMatchObject({
    services: ['github', 'google_sheets'],
    breadcrumbs: [
      { name: 'Explore', path: '/explore' },
      { name: 'GitHub', path: '/github' },
      { name: 'Keep your stars', path: '/applets/star-to-sheet' },
    ],
    unlisted: false,
  })
  expect(loaded.head.about(PAGE)).toMatchObject({
    '@type': 'SoftwareApplication',
    name: 'Keep your stars',
    url: PAGE.url,
    image: PAGE.image,
    author: { '@type': 'Person', name: 'mira-lind' },
    datePublished: '2025-12-22',
    interactionStatistic: { userInteractionCount: 48_213 },
  })
})

test("a draft's page is kept out of search", async () => {
  expect(await load('/applets/draft', true)).toMatchObject({ kind: 'page', head: { unlisted: true } })
})
