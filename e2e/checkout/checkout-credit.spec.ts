import { CARDS, expectWelcome, flash, openCheckout, payButton, totalToday, typeCard } from '../pages/checkout-form.ts'
import { askStripe } from '../testing/ask-stripe.ts'
import { expect, test } from '../testing/journey.ts'

test('credit pays at checkout, also if it was given meanwhile', async ({ page, site }) => {
  const { emulator } = site.standIns.stripe
  // The page is told the balance of before.
  const told = page.waitForResponse((response) => response.url().endsWith('/api/customers'))
  await openCheckout(page, site)
  await told
  await expect(totalToday(page)).toHaveText('$3.49')
  const customers = () => emulator.store.all('customer', ({ metadata }) => metadata['user_id'] === 'usr_trialused')
  const given = { amount: '-500', currency: 'usd' }
  await askStripe(site, `customers/${customers()[0]?.id}/balance_transactions`, given)
  await test.step('a total that has changed is shown before anything is bought', async () => {
    await typeCard(page, CARDS.good)
    await payButton(page).click()
    await expect(flash(page)).toContainText('The amount has changed. Please check it again.')
    await expect(totalToday(page)).toHaveText('$0.00')
    await expect(page.locator('.order-summary')).toContainText('From your credit')
    await expect(page.locator('.order-summary')).toContainText('You have $1.51 of credit left for the next payment.')
  })
  await payButton(page).click()
  await expectWelcome(page)
  expect(emulator.store.all('charge', ({ customer }) => customer === customers()[0]?.id)).toEqual([])
})
