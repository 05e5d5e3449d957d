import { expect, test } from 'vitest'
import { htmlOf, inputIn } from '../../testing/page.fixture.tsx'
import { PacePanel } from './pace-panel.tsx'
import { WaitPanel } from './wait-panel.tsx'

test('the wait is shown by its parts and in words', () => {
  const html = htmlOf(<WaitPanel wait={5400} change={() => {}} />)
  expect(html).toMatch(/Hours.*value="1"/)
  expect(html).toMatch(/Minutes.*value="30"/)
  expect(html).toContain('It waits 1 hour, 30 minutes.')
})

test('the pace and quiet hours of a draft are shown', () => {
  const doc = { min_gap: 300, quiet: { from: 1350, to: 420 } }
  const html = htmlOf(<PacePanel draft={{ doc }} change={() => {}} timeZone="Europe/Lisbon" />)
  expect(html).toContain('<option value="300" selected="">5 minutes</option>')
  expect(inputIn(html, 'quiet_from')).toContain('value="22:30"')
  expect(html).toContain('In Europe/Lisbon.')
})
