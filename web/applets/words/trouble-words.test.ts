import { expect, test } from 'vitest'
import type { AppletTrouble } from '../../../worker/contract/applets/applet-trouble.ts'
import { troubleInWords } from './trouble-words.ts'

const APPLET = {
  id: 7,
  friendly_id: null,
  name: 'Umbrella',
  config_type: 'static',
  services: [{ module_name: 'weather', name: 'Weather' }],
} as const

test.each<[AppletTrouble, string, string | undefined]>([
  [
    { kind: 'paused', why: 'failing' },
    'Paused by itself, because it failed 20 times in a row.',
    '/applets/7-umbrella#activity',
  ],
  [
    { kind: 'connection', module_name: 'weather' },
    'Your Weather account is no longer connected, so this does not run.',
    '/activate?c[]=weather&return_to=%2Fapplets%2F7-umbrella&reconnect=1',
  ],
  [
    { kind: 'connection', module_name: null },
    'A connection no longer works, so this does not run.',
    '/settings/connections',
  ],
  [{ kind: 'service_left', module_name: 'weather' }, 'We no longer offer Weather, so this cannot run.', undefined],
  [
    { kind: 'step_gone', module_name: 'weather' },
    'Weather no longer has a step of this, so it does not run.',
    '/applets/7-umbrella/edit',
  ],
  [
    { kind: 'service_stopped', module_name: 'weather' },
    'Weather is paused for everyone for now. Applets that use it go on when it is back.',
    undefined,
  ],
  [
    { kind: 'look_failed', message: 'There is no place called Xyz.' },
    'Its last look failed: There is no place called Xyz.',
    '/applets/7-umbrella/edit',
  ],
])('says what is wrong and where to repair it: %j', (trouble, says, href) => {
  const words = troubleInWords(trouble, APPLET)
  expect([words.says, words.repair?.href]).toEqual([says, href])
})

test("a service's long words are cut", () => {
  const { says } = troubleInWords({ kind: 'look_failed', message: 'x'.repeat(500) }, APPLET)
  expect(says).toHaveLength('Its last look failed: '.length + 200)
})
