import { expect, test } from 'vitest'
import type { AppletForViewer } from '../../../worker/contract/applets/applet.ts'
import { renderWithViewer } from './render-connection-page.fixture.tsx'
import { HOUR } from '../../../worker/contract/shared/durations.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const as = (viewer: Partial<AppletForViewer> | null) => renderWithViewer({ viewer })
const ran = { run_count: 1200, last_run: NOON - 3 * HOUR, last_change: NOON - 48 * HOUR }

// §2.1-31 §2.2-16
test('shows run count, last run, last change and "View activity"', async () => {
  const page = await as({ status: 'enabled_for_user', ...ran })
  expect(page).toMatch(/<dt>Runs<\/dt><dd>1,200<\/dd>/)
  expect(page).toMatch(/<dt>Last run<\/dt><dd><time[^>]*>3 hours ago</)
  expect(page).toMatch(/<dt>Last change<\/dt><dd><time[^>]*>2 days ago</)
  expect(page).toContain('<a href="/applets/star-to-sheet/activity">View activity</a>')
})

test('says when an Applet never ran', async () => {
  expect(await as({ status: 'disabled_for_user' })).toMatch(/<dt>Last run<\/dt><dd>Never<\/dd>/)
})

// §2.1-59
test('hides activity from visitors and with never_enabled_for_user', async () => {
  for (const viewer of [{ status: 'never_enabled_for_user' as const, ...ran }, null]) {
    const page = await as(viewer)
    expect(page).not.toContain('View activity')
    expect(page).not.toContain('Last run')
  }
  // The author archived it without ever enabling it.
  expect(await as({ status: 'archived', is_author: true })).not.toContain('Last run')
  expect(await as({ status: 'archived', is_author: true, ...ran })).toContain('Last run')
})
