import { expect, test } from 'vitest'
import { duration, stepRows } from './step-rows.ts'
import { applet, github, sheets, step } from '../applet.fixture.ts'
import { service } from '../../testing/catalogue.fixture.ts'

const full = applet({
  applet_queries: [step(sheets, 'query')],
  filter_code: 'if (Meta.hour > 22) skip()',
  normalized_applet: { actions_delay: 5400 },
  applet_actions: [step(sheets, 'action'), step(github, 'action')],
})

// §2.1-51 §2.2-01
test('labels steps If, With, When, Wait, Then and And in order', () => {
  expect(stepRows(full).map(({ label }) => label)).toEqual(['If', 'With', 'When', 'Wait', 'Then', 'And'])
  expect(stepRows(applet()).map(({ label }) => label)).toEqual(['If', 'Then'])
})

test('a dynamic connection names each trigger with its feature', () => {
  const hub = applet({
    applet_trigger: step(github, 'trigger', { feature: 'away' }),
    other_triggers: [step(github, 'trigger', { feature: 'light', slug: 'first' })],
    applet_actions: [step(sheets, 'action', { feature: 'light' }), step(sheets, 'action', { feature: 'away' })],
    configurations: [
      { slug: 'light', title: 'Welcome you with light', icon: '', required: false, has_fields: false },
      { slug: 'away', title: 'Save heat', icon: '', required: false, has_fields: false },
    ],
  })
  expect(stepRows(hub).map(({ label, feature }) => `${label} ${feature}`)).toEqual([
    'If Welcome you with light',
    'Then Welcome you with light',
    'If Save heat',
    'Then Save heat',
  ])
})

// §2.2-15
test('shows the delay as hh:mm:ss', () => {
  expect(stepRows(full).find(({ label }) => label === 'Wait')?.title).toBe('01:30:00')
  expect([0, 59, 3600, 86_399, 2_592_000].map(duration)).toEqual([
    '00:00:00',
    '00:00:59',
    '01:00:00',
    '23:59:59',
    '720:00:00',
  ])
})

// §2.2-11
test('steps link to their pages by kind', () => {
  expect(stepRows(full).map(({ href }) => href)).toEqual([
    '/github/triggers/trigger_slug',
    '/google_sheets/queries/query_slug',
    null,
    null,
    '/google_sheets/actions/action_slug',
    '/github/actions/action_slug',
  ])
})

// §2.2-14
test('a step of an unpublished service has no link', () => {
  const secret = service('secret', { published: false })
  expect(stepRows(applet({ applet_trigger: step(secret, 'trigger') }))[0]?.href).toBe(null)
})
