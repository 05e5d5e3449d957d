import {
  cardNumber,
  CARDS,
  expectWelcome,
  flash,
  PAYER,
  payButton,
  waitForCardField,
  tierNow,
  totalToday,
  typeCard,
} from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

// §1-15 §2.3-01 §2.3-03 §2.3-14 §2.3-15 §2.3-16 §2.3-24 §4.1-12 §8-02
test('a declined card is reported at its field; another card pays', async ({ page, site }) => {
  await page.setViewportSize({ width: 1444, height: 800 })
  await signIn(page, site, PAYER)
  await page.goto('/plans?reason=applet_quota')
  await waitForHydration(page)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/subscribe/pro?from=mobile_app'
    document.body.append(link)
    link.click()
  })
  await page.waitForURL('**/subscribe/pro**')
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/plans?reason=applet_quota')
  await waitForCardField(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await test.step('an incomplete card shows its error and sends nothing', async () => {
    await cardNumber(page).fill('4242')
    await payButton(page).click()
    await expect(page.locator('[data-field=cardnumber]')).toHaveText('Your card number is incomplete.')
    await expect(flash(page)).toHaveCount(0)
    expect(sent).not.toContain('/api/subscriptions')
  })
  await typeCard(page, CARDS.declined)
  await test.step('the message does not cover the card field', async () => {
    const field = page.locator('.card-field')
    // Scrolls the field to where the flash will appear.
    await field.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 100))
    expect((await field.boundingBox())?.y).toBeCloseTo(100, 0)
    await page.keyboard.press('Enter')
    await expect(cardNumber(page)).toBeFocused()
    await expect(flash(page)).toContainText('Your card was declined.')
    const free = async () => {
      const [above, below] = [await flash(page).boundingBox(), await field.boundingBox()]
      return above !== null && below !== null && above.y + above.height <= below.y
    }
    await expect.poll(free).toBe(true)
  })
  await expect(page.locator('[data-field=cardnumber]')).toHaveText('Your card was declined.')
  await expect(cardNumber(page)).toHaveValue('4000 0000 0000 0002')
  await expect(payButton(page)).toHaveText('Upgrade')
  await test.step('another card pays, and the plan starts at once', async () => {
    await page.getByLabel('Yearly').check()
    await expect(totalToday(page)).toHaveText('$34.99')
    await page.getByLabel('Monthly').check()
    await typeCard(page, CARDS.good)
    await expect(page.locator('[data-field=cardnumber]')).toHaveCount(0)
    await payButton(page).click()
    await expect(payButton(page)).toHaveText('Upgrading...')
    await expectWelcome(page)
    expect(await tierNow(page)).toBe('intermediate_pro')
    const paid = site.standIns.stripe.emulator.store.all('charge').filter(({ status }) => status === 'succeeded')
    expect(paid.map(({ amount }) => amount)).toContain(349)
  })
  await test.step('success leads to the app or back to the opening page', async () => {
    await expect(page).toHaveURL(/\?mobile=1$/)
    await expect(page.getByRole('heading', { name: 'Back to the app' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue where you left off' }).click()
    await expect(page).toHaveURL(/\/plans\?reason=applet_quota$/)
  })
})
