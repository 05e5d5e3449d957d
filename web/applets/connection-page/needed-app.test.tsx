import { expect, test } from 'vitest'
import { renderWithViewer } from './render-connection-page.fixture.tsx'

const TITLE = 'This Applet needs the Switchyard app'

test('the page loads without the mobile-app modal, which opens later', async () => {
  const page = await renderWithViewer({ applet: { show_app_modal: true }, viewer: {} })
  expect(page).toContain('class="viewer-parts"')
  expect(page).not.toContain(TITLE)
  expect(page).not.toContain('Enter your phone number')
})

// §2.1-49
test.each([
  ['the flag is not set', { show_app_modal: false, applet_type: 'ios' }, { rated: true }],
  ['nobody is signed in', { show_app_modal: true }, null],
] as const)('shows no mobile-app modal when %s', async (_, applet, viewer) => {
  expect(await renderWithViewer({ applet, viewer })).not.toContain('viewer-parts')
})
