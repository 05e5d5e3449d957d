import { CARDS, expectWelcome, payButton, tierNow, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { openQuotaModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

// §2.3-01 §2.4-21 §2.4-30 §2.4-32 §4.2-01
test('paying at the quota connects the blocked Applet automatically', async ({ page, context, site }) => {
  await openQuotaModal(page, site)
  await connectDemoAccounts(site, 'usr_trialused', ['todoist'])
  const other = await context.newPage()
  await other.goto('/applets/done-list')
  await waitForHydration(other)
  await expect(modal(page)).toContainText('Needs Pro')
  await payInModal(page)
  await expect(modal(page)).toHaveCount(0)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await test.step('a tab that does not know of the upgrade asks the server again', async () => {
    await mainButton(other).click()
    await expect(mainButton(other)).toHaveText(/Connected/)
    await expect(modal(other)).toHaveCount(0)
  })
})

test('a plan bought in another tab is not bought twice', async ({ page, context, site }) => {
  await openQuotaModal(page, site)
  await typeCard(page, CARDS.good)
  const other = await context.newPage()
  await other.goto('/subscribe/pro_plus')
  await typeCard(other, CARDS.good)
  await payButton(other).click()
  await expectWelcome(other, 'Welcome to Switchyard Pro+')
  await payButton(page).click()
  await expect(modal(page)).toHaveCount(0)
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
  const plans = await site.env.DB.prepare(
    "select count(*) as count from subscriptions where user_id = 'usr_trialused' and status = 'active'",
  ).first<{ count: number }>()
  expect(plans?.count).toBe(1)
})
