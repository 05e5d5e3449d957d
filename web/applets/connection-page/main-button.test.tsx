import { expect, test } from 'vitest'
import { asUser, button, DISABLED, ENABLED, html, renderWithViewer } from './render-connection-page.fixture.tsx'
import { connected, step } from '../applet.fixture.ts'
import { service } from '../../testing/catalogue.fixture.ts'

const label = (page: string) => /<span class="label">(.*?)<\/span>/.exec(button(page))?.[1]

test("a user's press without script enables the Applet", async () => {
  const page = await renderWithViewer({ viewer: {} })
  expect(page).toContain('<form action="/applets/star-to-sheet" method="post">')
  expect(page).toMatch(/<input type="hidden" name="csrf_token" value="tok_1"\/><button type="submit"/)
  const enabled = await renderWithViewer({ viewer: { status: 'enabled_for_user' } })
  expect(enabled).toMatch(/value="tok_1"\/><button type="button"/)
})

test("a visitor's press without script leads to sign-in with return_to", async () => {
  const page = await html()
  expect(page).toContain('<form action="/session/reset">')
  expect(page).toContain('<input type="hidden" name="return_to" value="/applets/star-to-sheet"/>')
  expect(button(page)).toContain('type="submit"')
})

// §2.1-14
test('enabled_for_user shows Connected with the knob at its end', async () => {
  const page = await asUser(ENABLED)
  expect(label(page)).toBe('Connected')
  expect(button(page)).toMatch(/class="connect-button on /)
})

// §2.1-16
test('disabled_for_user shows Reconnect', async () => {
  const page = await asUser(DISABLED)
  expect(label(page)).toBe('Reconnect')
  expect(button(page)).toMatch(/class="connect-button off /)
})

test('the main button names what a press of it does', async () => {
  const action = (page: string) => /data-press="(\w*)"/.exec(button(page))?.[1]
  expect(action(await asUser(ENABLED))).toBe('disable')
  expect(action(await asUser(DISABLED))).toBe('connect')
})

// §2.1-17
test('otherwise shows Connect and the next service', async () => {
  expect(label(await asUser({ connections: connected('github') }))).toBe('Connect Google Sheets')
})

// §5-17
test('cuts a label over 24 characters but keeps its accessible name', async () => {
  const long = service('google_calendar', { short_name: 'Google Calendar Service' })
  const page = await html({ applet: { step_services: [long], applet_trigger: step(long, 'trigger') } })
  expect(label(page)).toBe('Connect Google Calendar…')
  expect(button(page)).toContain('aria-label="Connect Google Calendar Service"')
  expect(button(await html())).not.toContain('aria-label')
})

test('shows no button when the viewer is unknown', async () => {
  const page = await renderWithViewer({ viewer: 'unavailable' })
  expect(button(page)).toBe('')
  expect(page).toContain('try again')
})

test("holds the button's place while the viewer loads", async () => {
  const page = await renderWithViewer({ viewer: 'waiting' })
  expect(page).toContain('<h1>Keep your stars</h1>')
  expect(page).toContain('<span class="waiting" aria-hidden="true"></span>')
  expect(button(page)).toBe('')
  expect(page).not.toContain('Popular services')
})

test('says when a plan paused the Applet, not its user', async () => {
  const paused = 'Paused: your plan does not allow it or has no room for it.'
  expect(await asUser({ status: 'disabled_for_user', paused: true })).toContain(paused)
  expect(await asUser({ status: 'disabled_for_user' })).not.toContain('Paused')
})

test('says that a new version is there, and where to take it', async () => {
  const page = await asUser({ ...ENABLED, newer_version: true })
  expect(page).toContain('A new version is there. <a href="/applets/star-to-sheet/edit">Update yours</a>')
  expect(await asUser(ENABLED)).not.toContain('new version')
})

test('names a broken connection and links to its repair', async () => {
  const broken = [{ module_name: 'google_sheets', connected: false, broken: true, granted: false }]
  const page = await asUser({ ...ENABLED, connections: [...connected('github').slice(0, 1), ...broken] })
  expect(page).toMatch(/Your Google Sheets account is no longer connected/)
  expect(page).toContain('/activate?c[]=google_sheets&amp;return_to=%2Fapplets%2Fstar-to-sheet&amp;reconnect=1')
  expect(label(page)).toBe('Connected')
})

test("says when an enabled Applet's service was disconnected", async () => {
  const lost = { connections: connected('github') }
  expect(await asUser({ ...ENABLED, ...lost })).toContain('Repair the connection')
  expect(await asUser(lost)).not.toContain('Repair the connection')
})

test('an Applet of a service that left says so to everyone', async () => {
  const left = { step_services: [service('github', { published: false }), service('google_sheets')] }
  const said = 'We no longer offer GitHub, so this cannot run.'
  expect(await html({ applet: left })).toContain(said)
  expect(await asUser({}, left)).toContain(said)
  expect(await asUser({ ...ENABLED, connections: connected('google_sheets') }, left)).toContain(said)
  const gone = { kind: 'step_gone', module_name: 'github' } as const
  const on = { ...ENABLED, connections: connected('github', 'google_sheets'), trouble: gone }
  expect(await asUser(on, left)).toContain('GitHub no longer has a step of this')
})

test('what keeps it from its work stands directly under the switch', async () => {
  const trouble = { kind: 'look_failed', message: 'There is no place called Xyz.' } as const
  const page = await asUser({ ...ENABLED, trouble })
  const status = /<p class="status">(.*?)<\/p>/s.exec(page)?.[1]
  expect(status).toContain('Its last look failed: There is no place called Xyz.')
  expect(label(page)).toBe('Connected')
  expect(await asUser({ ...DISABLED, trouble })).not.toContain('last look failed')
})

test('announces button changes politely', async () => {
  expect(await asUser()).toContain('<output class="visually-hidden"></output>')
})
