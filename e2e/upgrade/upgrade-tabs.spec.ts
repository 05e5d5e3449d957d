import { CARDS, expectWelcome, payButton, tierNow, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { awake } from '../testing/scenes.ts'
import { AT_QUOTA, connectServices, meetQuota, modal, payInModal } from '../pages/upgrade-modal-page.ts'

test('upgraded in one tab, the other tab connects too, though it was opened before (§2.4, §4.2)', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, AT_QUOTA)
  await connectServices(page, 'octoforge', 'sheetly', 'taskpile')
  await page.goto('/applets/star-to-sheet')
  const other = await context.newPage()
  await other.goto('/applets/done-list')
  await awake(other)
  await mainButton(page).click()
  await payInModal(page)
  await expect(mainButton(page)).toHaveText(/Connected/)
  // Nothing told this tab; what its press opens asks anew, and has nothing to sell.
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Connected/)
  await expect(modal(other)).toHaveCount(0)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('another plan was bought while the modal stood open: nothing is bought twice, and what was pressed goes on (§2.4)', async ({
  page,
  context,
  site,
}) => {
  await meetQuota(page, site)
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

test('signed out in another tab, the press asks to sign in, and not to pay (§2.4, §4.10)', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, AT_QUOTA)
  await page.goto('/applets/star-to-sheet')
  await awake(page)
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL((url) => url.pathname === '/')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=%2Fapplets%2Fstar-to-sheet/)
})
