import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { RunSettingsForm } from './run-settings-form.tsx'

test('the settings show what was chosen', () => {
  const settings = { keep_contents: false, min_gap: 300, quiet: { from: 1350, to: 420 }, expect_every: 24 }
  const html = htmlOf(<RunSettingsForm appletId={1} settings={settings} timeZone="UTC" onSaved={async () => {}} />)
  expect(html).toContain('<option value="300" selected="">5 minutes</option>')
  expect(html).toMatch(/<input[^>]*name="quiet_from"[^>]*value="22:30"/)
  expect(html).toMatch(/<input[^>]*name="drop_contents"[^>]*checked=""/)
  expect(html).toContain('<option value="24" selected="">1 day</option>')
})
