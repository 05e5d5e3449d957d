import { expect, test } from 'vitest'
import type { AppletRuns } from '../../../worker/contract/runs/run-answers.ts'
import type { AppletHealth } from '../../../worker/contract/runs/applet-run.ts'
import { DAY, HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { ENABLED, renderWithViewer } from './render-connection-page.fixture.tsx'

const NOON = Date.UTC(2026, 10, 21, 12)
const HEALTHY: AppletHealth = {
  applet_id: 1,
  run_count: 7,
  last_run: NOON - HOUR,
  last_checked: NOON - 2 * MINUTE,
  last_event: NOON - HOUR,
  next_check: NOON + 3 * MINUTE,
  open_runs: 0,
  held_runs: 0,
  hold: null,
  paused: null,
  missed: 0,
  note: null,
}
const SETTINGS = { keep_contents: true, min_gap: null, quiet: null, expect_every: null }

function page(health: Partial<AppletHealth> | null, more: Partial<AppletRuns> = {}, viewer: object = ENABLED) {
  const runs = {
    health: health && { ...HEALTHY, ...health },
    days: [],
    settings: SETTINGS,
    paused_until: null,
    stopped_services: [],
    ...more,
  }
  return renderWithViewer({ viewer, runs })
}

test('an enabled Applet says how it is doing', async () => {
  const html = (await page({ open_runs: 2 })).replaceAll('\u202f', ' ')
  expect(html).toMatch(/<dt>Runs<\/dt><dd>7<\/dd>/)
  expect(html).toMatch(/<dt>Last run<\/dt><dd><time[^>]*>1 hour ago</)
  expect(html).toMatch(/<dt>Last checked<\/dt><dd><time[^>]*>2 minutes ago</)
  expect(html).toMatch(/<dt>Next check<\/dt><dd><time[^>]*>12:03 PM</)
  expect(html).toMatch(/<dt>Connection<\/dt><dd>Works<\/dd>/)
  expect(html).toMatch(/<dt>Not finished<\/dt><dd>2 runs<\/dd>/)
  expect(html).toMatch(/<button[^>]*>Check now<\/button>/)
})

test('a trigger that waits for requests is not checked', async () => {
  const html = await page({ last_checked: null, next_check: null })
  expect(html).not.toMatch(/Check now|Last checked|Next check/)
})

test('a schedule says when it runs next, and is not checked', async () => {
  const html = await page({ by_clock: true })
  expect(html).toContain('<dt>Next run</dt>')
  expect(html).not.toMatch(/Check now|Last checked|Next check/)
})

test('an Applet whose connection is lost has no next check', async () => {
  const lost = [{ module_name: 'github', connected: false, broken: true, granted: false }]
  expect(await page({}, {}, { ...ENABLED, connections: lost })).not.toContain('Next check')
})

test('a connection does not work while the last look failed', async () => {
  expect(await page({ look_failed: true, note: 'No such place.' })).toMatch(
    /<dt>Connection<\/dt><dd>Its last look failed<\/dd>/,
  )
})

test('a service that an operator stopped is named', async () => {
  expect(await page({}, { stopped_services: ['Linear'] })).toContain('Linear is paused for everyone for now.')
})

test('what keeps it from running has one press back', async () => {
  const failing = await page({ paused: 'failing', missed: 3 })
  expect(failing).toContain('because it failed 20 times in a row')
  expect(failing).toMatch(/<button[^>]*>Resume<\/button>/)
  expect(failing).not.toContain('missed')
  expect(await page({ missed: 3 })).toMatch(/<button[^>]*>Run the 3 missed<\/button>/)
  const reconnected = await page({ held_runs: 4, hold: 'reconnected' })
  expect(reconnected).toMatch(/<button[^>]*>Do them<\/button>.*<button[^>]*>Drop them<\/button>/s)
  expect(await page({ held_runs: 1, hold: 'plan' })).toMatch(/1 run held\..*Your plan does not include/s)
  expect(await page({}, { paused_until: NOON + DAY })).toContain('You paused all your Applets until November 22, 2026')
})

test('without its Runner, the page shows what is known', async () => {
  const html = await page(null, { days: null }, { ...ENABLED, run_count: 5 })
  expect(html).toContain('Runs can&#x27;t be read right now.')
  expect(html).toMatch(/<dt>Runs<\/dt><dd>5<\/dd>/)
})

test('a disabled Applet has no health and no settings', async () => {
  const html = await page({}, {}, { status: 'disabled_for_user' })
  expect(html).not.toMatch(/Check now|How it runs/)
  expect(html).toContain('Last 30 days')
})

test('a test event stands beside the address of a hook', async () => {
  const viewer = { ...ENABLED, hook_url: 'https://switchyard.example/hooks/key' }
  const html = await renderWithViewer({ applet: { has_webhook: true }, viewer })
  expect(html).toMatch(/Webhook URL.*<button[^>]*>Send a test event<\/button>/s)
})
