import { expectNoAxeFindings } from '../testing/axe.ts'
import { cardNumber, expectWelcome, openCheckout, payButton, waitForCardField } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'

// §7-17 §9-27
test('checkout works by keyboard alone, and at each width', async ({ page, site }) => {
  await test.step('a refused customer call is explained above the button', async () => {
    const message = 'Your subscription is billed by an app store.'
    await page.route('**/api/customers', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'store_billed', message }, errors: [] } }),
    )
    await openCheckout(page, site)
    await expect(page.locator('.checkout .error-panel')).toHaveText(message)
    await page.unroute('**/api/customers')
    await page.reload()
    await waitForCardField(page)
  })
  await test.step('the card text follows the width', async () => {
    const size = () => cardNumber(page).evaluate((element) => getComputedStyle(element).fontSize)
    for (const [width, expected] of [
      [320, '14.4px'],
      [370, '16.8px'],
      [484, '19.2px'],
      [724, '21.6px'],
      [1444, '22.2px'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(size).toBe(expected)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
  await test.step('axe finds nothing, also with errors', async () => {
    // A button in transition from light to dark lacks contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectNoAxeFindings(page, 'checkout')
    await page.getByRole('button', { name: 'Apply promo' }).click()
    await page.getByLabel('Promo code').fill('NOSUCHCODE')
    await page.getByLabel('Promo code').press('Enter')
    await expect(page.locator('.promo-field .error')).toBeVisible()
    // The card field stays empty: axe assumes a white background behind a cross-origin frame.
    await payButton(page).click()
    await expect(page.locator('[data-field=cardnumber]')).toBeVisible()
    await expectNoAxeFindings(page, 'checkout with errors')
    await page.getByLabel('Promo code').fill('')
  })
  await page.getByLabel('Monthly').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Yearly')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(cardNumber(page)).toBeFocused()
  await page.keyboard.type('424242424242424212 30123'.replace(' ', ''))
  await page.keyboard.press('Enter')
  await expectWelcome(page)
})
