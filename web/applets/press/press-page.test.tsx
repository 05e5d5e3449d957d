import { expect, test } from 'vitest'
import { loadInput } from '../../edge/routing/load-input.fixture.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { renderWithViewer } from '../connection-page/render-connection-page.fixture.tsx'
import { applet, viewer } from '../applet.fixture.ts'
import { loadPressPage } from './load-press-page.ts'
import { Page, type PressData } from './press-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const RUN = '01JZZZZZZZ0123456789ABCDEF'

function html(data: Partial<PressData> = {}): string {
  const all = { applet: { id: 3, name: 'Coffee', path: '/applets/coffee' }, enabled: true, pressed: null, ...data }
  const address = { path: '/applets/3/press', query: {} }
  return htmlOf(<Page data={all} session={session} address={address} />).replaceAll('<!-- -->', '')
}

test("the button is a form with a token and the press's name", () => {
  const page = html()
  expect(page).toMatch(/<form[^>]*action="\/applets\/3\/press" method="post"/)
  expect(page).toMatch(/name="csrf_token" value="tok_1"/)
  expect(page).toMatch(/name="press" value="[\w-]{8,64}"/)
  expect(page).toMatch(/<button[^>]*type="submit"[^>]*>Press<\/button>/)
})

test('a press that was sent without script is told', () => {
  expect(html({ pressed: RUN })).toContain(`Pressed. <a href="/activity/runs/${RUN}">See the run</a>`)
})

test('the page says how it gets on a home screen', () => {
  expect(html()).toContain('“Add to Home Screen”')
})

test('an Applet that is off has no button', () => {
  const page = html({ enabled: false })
  expect(page).not.toContain('<form')
  expect(page).toContain('Turn it on first.')
})

test.each([
  [{ has_button: true }, { status: 'enabled_for_user' }, true],
  [{ has_button: true }, { status: 'disabled_for_user' }, false],
  [{ has_button: true }, {}, false],
  [{ has_button: false }, { status: 'enabled_for_user' }, false],
] as const)('on the page of an Applet of %j, %j: %s', async (given, own, shown) => {
  const page = await renderWithViewer({ applet: given, viewer: own })
  expect(page.includes('action="/applets/1/press"')).toBe(shown)
  expect(page.includes('Put it on your home screen')).toBe(shown)
})

function load(given: Parameters<typeof applet>[0], path = '/applets/3/press') {
  const own = { ...applet({ id: 3, name: 'Coffee', ...given }), ...viewer({ status: 'enabled_for_user' }) }
  const input = loadInput({
    path,
    signedIn: true,
    build: (app) => app.get('/api/applets/:id', (c) => c.json({ applet: own })),
  })
  if (!input.mine) throw new Error('Nobody is signed in.')
  return loadPressPage({ ...input, mine: input.mine, me: Promise.resolve(me()), params: { id: '3' } })
}

test('only an Applet with a button has the page, without the manifest', async () => {
  expect(await load({ has_button: true }, `/applets/3/press?run=${RUN}`)).toMatchObject({
    data: { enabled: true, pressed: RUN },
    title: 'Coffee',
    head: { ownShortcut: true },
  })
  expect(await load({ has_button: true }, '/applets/3/press?run=%3Cb%3E')).toMatchObject({ data: { pressed: null } })
  expect(await load({ has_button: false })).toEqual({ kind: 'not_found' })
})
