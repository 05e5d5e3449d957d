import { newCoupon } from '../../dev/stripe/resources/products/coupon-routes.ts'
import { newPromotionCode } from '../../dev/stripe/resources/products/promotion-code-routes.ts'
import { CARDS, expectWelcome, flash, openCheckout, payButton, totalToday, typeCard } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'

// §2.3-06 §4.4-03 §5-08 §5-11
test('a promo code changes the total and the charge', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  const code = page.getByLabel('Promo code')
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  await expect(code).toBeFocused()
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await code.fill('welcome20')
  await expect(apply).not.toHaveAttribute('aria-disabled')
  const line = await holdBack(page, '**/subscriptions/validate_promo_code')
  await code.press('Enter')
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  line.release()
  await expect(page.locator('.promo-field .copy')).toHaveText('$2.79 for the first month, then $3.49 a month')
  await expect(code).toHaveJSProperty('readOnly', true)
  await expect(apply).toHaveCount(0)
  await expect(totalToday(page)).toHaveText('$2.79')
  await page.getByLabel('Yearly').check()
  await expect(totalToday(page)).toHaveText('$27.99')
  await page.getByLabel('Monthly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  const charges = site.standIns.stripe.emulator.store.all('charge').map(({ amount }) => amount)
  expect(charges).toContain(279)
})

test('a code for yearly plans says so on monthly', async ({ page, site }) => {
  const { store } = site.standIns.stripe.emulator
  newCoupon(store, { id: 'yearly25', percent_off: 25, duration: 'once' })
  const restrictions = { minimum_amount: 1000, minimum_amount_currency: 'usd' }
  newPromotionCode(store, { code: 'YEARLY25', promotion: { type: 'coupon', coupon: 'yearly25' }, restrictions })
  await openCheckout(page, site)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  const code = page.getByLabel('Promo code')
  await code.fill('YEARLY25')
  await code.press('Enter')
  await expect(page.locator('.promo-field .copy')).toHaveText('This code is for yearly plans.')
  await expect(totalToday(page)).toHaveText('$3.49')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(flash(page)).toContainText('This code is for yearly plans.')
  await expect(page.locator('.promo-field .error')).toHaveText('This code is for yearly plans.')
  await page.getByLabel('Yearly').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(totalToday(page)).toHaveText('$26.24')
  await payButton(page).click()
  await expectWelcome(page)
  expect(store.all('charge')[0]).toMatchObject({ amount: 2624 })
})

// §4.4-05 §4.4-06
test('an invalid code says so; leaving the field applies a valid one', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  const code = page.getByLabel('Promo code')
  for (const bad of ['EXPIRED', 'PLUSONLY', 'NOSUCHCODE']) {
    await code.fill(bad)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.locator('.promo-field .error')).toHaveText('Invalid promo code')
    await code.press('End')
    await code.pressSequentially('X')
    await expect(page.locator('.promo-field .error')).toHaveCount(0)
  }
  await expect(totalToday(page)).toHaveText('$3.49')
  await code.fill('FOREVER10')
  await code.blur()
  await expect(page.locator('.promo-field .copy')).toHaveText('$3.14 a month')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(code).toHaveValue('')
  await expect(totalToday(page)).toHaveText('$3.49')
})

// §5-03
test('a code that expires before payment charges nothing', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  await page.getByLabel('Promo code').fill('WELCOME20')
  await page.getByLabel('Promo code').press('Enter')
  await expect(totalToday(page)).toHaveText('$2.79')
  const { store } = site.standIns.stripe.emulator
  for (const each of store.all('promotion_code'))
    if (each.code === 'WELCOME20') store.put('promotion_code', { ...each, active: false })
  const before = store.all('charge').length
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(flash(page)).toContainText('Invalid promo code')
  await expect(page.locator('.promo-field .error')).toHaveText('Invalid promo code')
  await expect(totalToday(page)).toHaveText('$3.49')
  expect(store.all('charge').length).toBe(before)
  await payButton(page).click()
  await expectWelcome(page)
})
