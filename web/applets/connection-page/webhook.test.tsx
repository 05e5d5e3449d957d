import { expect, test } from 'vitest'
import { renderWithViewer } from './render-connection-page.fixture.tsx'

const URL = 'https://switchyard.example/hooks/a-secret-key'
const enabled = { status: 'enabled_for_user', hook_url: URL } as const

// §2.1-21
test('an enabled Applet with webhooks shows its URL to copy', async () => {
  const page = await renderWithViewer({ applet: { has_webhook: true }, viewer: enabled })
  expect(page).toMatch(new RegExp(`<input[^>]*readOnly=""[^>]*value="${URL}"`))
  expect(page).toContain('>Copy</button>')
  expect(page).toContain('>Regenerate</button>')
})

test.each([
  ['the Applet has no webhook', { has_webhook: false }, enabled],
  ['it is disabled', { has_webhook: true }, { status: 'disabled_for_user' }],
  ['it was never enabled', { has_webhook: true }, {}],
  ['nobody is signed in', { has_webhook: true }, null],
] as const)('shows no URL when %s', async (_, applet, viewer) => {
  const page = await renderWithViewer({ applet, viewer })
  expect(page).not.toContain('Webhook URL')
  expect(page).not.toContain('/hooks/')
})

test('says when a URL can no longer be read', async () => {
  const page = await renderWithViewer({ applet: { has_webhook: true }, viewer: { ...enabled, hook_url: null } })
  expect(page).toContain('Regenerate it to get a new one.')
})
