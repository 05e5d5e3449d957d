import { CARDS, expectWelcome, payButton, tierNow, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { USER_AT_QUOTA, openQuotaModal, modal, payInModal } from '../pages/upgrade-modal-page.ts'

test('an upgrade in one tab unblocks the other', async ({ page, context, site }) => {
  await signIn(page, site, USER_AT_QUOTA)
  await connectDemoAccounts(site, 'usr_trialused', ['github', 'google_sheets', 'todoist'])
  await page.goto('/applets/star-to-sheet')
  const other = await context.newPage()
  await other.goto('/applets/done-list')
  await waitForHydration(other)
  await mainButton(page).click()
  await payInModal(page)
  await expect(mainButton(page)).toHaveText(/Connected/)
  // This tab does not know of the upgrade, so its press asks the server again.
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Connected/)
  await expect(modal(other)).toHaveCount(0)
  expect(await tierNow(page)).toBe('intermediate_pro')
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
