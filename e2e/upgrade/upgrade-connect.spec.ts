import { tierNow } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openQuotaModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

// §2.3-01 §2.4-21 §2.4-30 §2.4-32 §4.2-01
test('paying at the quota connects the blocked Applet automatically', async ({ page, site }) => {
  await openQuotaModal(page, site)
  await expect(modal(page)).toContainText('Needs Pro')
  await payInModal(page)
  await expect(modal(page)).toHaveCount(0)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)
})
