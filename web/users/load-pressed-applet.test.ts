import { expect, test } from 'vitest'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import type { Applet } from '../../worker/contract/applets/applet.ts'
import { service } from '../testing/catalogue.fixture.ts'
import { loadPressedApplet } from './load-pressed-applet.ts'
import { pressedWords } from './sign-in/pressed-applet.ts'

type Read = Pick<Applet, 'name' | 'step_services' | 'needs_configuration'>
const github = service('github')
const sheets = service('google_sheets')
const plain = service('webhooks', { connect_kind: 'none' })
const applet: Read = { name: 'Keep stars', step_services: [], needs_configuration: false }

const read = (return_to: string, fields: Partial<Read> = {}) =>
  loadPressedApplet(
    loadInput({
      path: '/login',
      signedIn: false,
      build: (app) => app.get('/api/applets/star-to-sheet', (c) => c.json({ applet: { ...applet, ...fields } })),
    }).api,
    return_to,
  )

test('signing in after Connect names the Applet and what comes next', async () => {
  const of = async (fields: Partial<Read>) => {
    const pressed = await read('/applets/star-to-sheet', fields)
    return pressed && pressedWords(pressed, 'Sign in')
  }
  const begin = 'Sign in to turn on “Keep stars”.'
  expect(await of({ step_services: [github, plain, sheets] })).toBe(
    `${begin} Next, you connect ${github.name} and ${sheets.name}.`,
  )
  expect(await of({ step_services: [plain], needs_configuration: true })).toBe(`${begin} Next, you set it up.`)
  expect(await of({ step_services: [plain] })).toBe(`${begin} Nothing else is needed.`)
})

test.each(['/my_applets', '/applets/star-to-sheet/edit', '/applets/gone', '/applets/%E0%A4'])(
  '%s names no Applet',
  async (return_to) => expect(await read(return_to)).toBeNull(),
)

test('a connection with a query in its address is named too', async () => {
  expect(await read('/connections/star-to-sheet?a=1')).toMatchObject({ name: 'Keep stars' })
})
