import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { CARDS, expectWelcome, flash, openCheckout, payButton, totalToday, typeCard } from '../pages/checkout-form.ts'
import { expectModal, flashWith, modal, payInModal } from '../pages/upgrade-modal-page.ts'
import { expect, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const AT = '/subscribe/pro?reason=holiday'
const store = (site: Stack) => site.standIns.stripe.emulator.store
function endCampaign(site: Stack): void {
  for (const each of store(site).all('promotion_code'))
    if (each.code === 'HOLIDAY') store(site).put('promotion_code', { ...each, active: false })
}
const charges = (site: Stack) => store(site).all('charge')

test('the holiday step charges 23% less for the first month', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/plans?reason=holiday')
  await expect(page.locator('.campaign-offer')).toHaveText('Get 23% off Pro 23% off your first payment')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expectModal(page, 'Get 23% off Pro')
  await expect(modal(page)).toContainText('23% off your first payment.')
  await expect(totalToday(page)).toHaveText('$2.69')
  await expect(page.locator('.promo-field .copy')).toHaveText('$2.69 for the first month, then $3.49 a month')
  await page.getByLabel('Yearly').check()
  await expect(totalToday(page)).toHaveText('$26.94')
  await page.getByLabel('Monthly').check()
  const before = charges(site).length
  await payInModal(page)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  expect(charges(site)).toHaveLength(before + 1)
  expect(charges(site)[0]).toMatchObject({ amount: 269, paid: true })
})

test('a campaign that ends before payment asks again at full price', async ({ page, site }) => {
  await openCheckout(page, site, { at: AT })
  await expect(page.locator('.campaign-offer')).toBeVisible()
  await expect(totalToday(page)).toHaveText('$2.69')
  endCampaign(site)
  const before = charges(site).length
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(flash(page)).toContainText('Invalid promo code')
  await expect(page.locator('.promo-field .error')).toContainText('This offer is no longer available')
  await expect(page.locator('.campaign-offer')).toHaveCount(0)
  await expect(totalToday(page)).toHaveText('$3.49')
  expect(charges(site).length).toBe(before)
  await payButton(page).click()
  await expectWelcome(page)
  expect(charges(site)[0]).toMatchObject({ amount: 349 })
})

test('a press before the code is checked waits for the discount', async ({ page, site }) => {
  const line = await holdBack(page, '**/subscriptions/validate_promo_code')
  await openCheckout(page, site, { at: AT })
  await typeCard(page, CARDS.good)
  const before = charges(site).length
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Upgrading...')
  await expect(totalToday(page)).toHaveText('$3.49')
  expect(charges(site)).toHaveLength(before)
  line.release()
  await expectWelcome(page)
  expect(charges(site)[0]).toMatchObject({ amount: 269 })
})

test('a press that waits charges nothing if the campaign is over', async ({ page, site }) => {
  const line = await holdBack(page, '**/subscriptions/validate_promo_code')
  await openCheckout(page, site, { at: AT })
  endCampaign(site)
  await typeCard(page, CARDS.good)
  const before = charges(site).length
  await payButton(page).click()
  line.release()
  await expect(page.locator('.promo-field .error')).toContainText('This offer is no longer available')
  await expect(payButton(page)).toHaveText('Upgrade')
  expect(charges(site)).toHaveLength(before)
})

test('the buyer’s own code takes the campaign’s place', async ({ page, site }) => {
  await openCheckout(page, site, { at: AT })
  const code = page.getByLabel('Promo code')
  await expect(code).toHaveValue('HOLIDAY')
  await expect(code).not.toBeFocused()
  await expect(totalToday(page)).toHaveText('$2.69')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(totalToday(page)).toHaveText('$3.49')
  await code.fill('WELCOME20')
  await code.press('Enter')
  await expect(totalToday(page)).toHaveText('$2.79')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  expect(charges(site)[0]).toMatchObject({ amount: 279 })
})

test('a trial in the campaign names and keeps its first payment', async ({ page, site }) => {
  await openCheckout(page, site, { as: 'free@demo.test', at: AT })
  await expect(totalToday(page)).toHaveText('$0.00')
  await expect(page.locator('.order-summary')).toContainText('you pay: $2.69 for the first month, then $3.49 a month.')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await page.goto('/settings/billing')
  await expect(page.locator('main')).toContainText('$2.69')
})

test('a visitor keeps the campaign through signing in', async ({ page }) => {
  await page.goto('/plans?reason=holiday')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await page.waitForURL(/\/login\?return_to=%2Fsubscribe%2Fpro%3Freason%3Dholiday/)
})

test('the modal drops its promise when the campaign ends', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/plans?reason=holiday')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expect(totalToday(page)).toHaveText('$2.69')
  endCampaign(site)
  await payInModal(page)
  await expectModal(page, 'Get more with Pro')
  await expect(modal(page)).not.toContainText('23%')
  await expect(totalToday(page)).toHaveText('$3.49')
  const before = charges(site).length
  await payButton(page).click()
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  expect(charges(site)).toHaveLength(before + 1)
  expect(charges(site)[0]).toMatchObject({ amount: 349 })
})
