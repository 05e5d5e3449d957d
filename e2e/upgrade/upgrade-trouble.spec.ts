import { setWhen } from '../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange } from '../../worker/contract/drafts/draft.ts'
import { tierNow } from '../pages/checkout-form.ts'
import { mainButton, pasteKey } from '../pages/connect-page.ts'
import { apiClient } from '../testing/api-client.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { expectModal, modal, payInModal } from '../pages/upgrade-modal-page.ts'

test('an edit survives the closed modal and saves after the upgrade', async ({ page, site }) => {
  await signIn(page, site, 'trialused@demo.test')
  await page.goto('/activate?c[]=matrix&return_to=/applets/feed-to-chat/edit')
  await pasteKey(page, site, 'matrix')
  // The page before has this address in its own, and a press before hydration sends the form itself.
  await page.waitForURL(({ pathname }) => pathname === '/applets/feed-to-chat/edit')
  await waitForHydration(page)
  const feed = page.getByLabel(/Feed/)
  const save = page.getByRole('button', { name: 'Save' })
  await feed.fill('https://example.com/feed.xml')
  await page.getByLabel(/Room/).fill('!tea:example.org')
  await save.click()
  await expectModal(page, "You've used all your Applets")
  await expect(modal(page)).toContainText('Your changes to this Applet are not saved yet.')
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  await expect(save).toBeFocused()
  await expect(feed).toHaveValue('https://example.com/feed.xml')
  await expect(page.getByRole('main')).toContainText("You've used all your Applets")

  await page.keyboard.press('Enter')
  await payInModal(page)
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Turned on: Post new feed items to a chat channel')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Feed/)).toHaveValue('https://example.com/feed.xml')
})

test('the next version of an Applet offers the plan that it needs', async ({ page, site }) => {
  const author = await apiClient(site, 'proplus@demo.test')
  const save = async (body: { applet_id?: number; changes: DraftChange[] }) => {
    const { draft } = await author<{ draft: { id: number; version: number } }>('POST', '/drafts', body)
    const { applet } = await author<{ applet: { id: number } }>('POST', `/drafts/${draft.id}/create`, {
      version: draft.version,
    })
    return applet.id
  }
  const id = await save({
    changes: [
      { kind: 'choose_step', step: 'trigger', key: 'a', module_name: 'button', slug: 'pressed' },
      { kind: 'choose_step', step: 'action', key: 'b', module_name: 'notifications', slug: 'send' },
      { kind: 'set_fields', key: 'b', fields: { message: 'Pressed' } },
    ],
  })
  const words = { name: 'Tell of each press', description: 'At once.', value_propositions: [] }
  await author('POST', `/applets/${id}/publish`, words)
  await (
    await apiClient(site, 'pro@demo.test')
  )('POST', '/applets', { id })
  const code = 'if (Meta.currentUserTime.hour() < 8) Notifications.send.skip("Night.")'
  await save({ applet_id: id, changes: [setWhen({ kind: 'code', code })] })

  await openAs(page, site, 'pro@demo.test', `/applets/${id}/edit`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectModal(page, 'Filter code needs Pro+')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  expect(await tierNow(page)).toBe('pro')
})
