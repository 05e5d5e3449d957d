import {
  bank,
  cardNumber,
  CARDS,
  expectWelcome,
  flash,
  openCheckout,
  payButton,
  tierNow,
  today,
  typeCard,
} from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { awake } from '../testing/scenes.ts'

// §1-15 §2.3-01 §2.3-05 §2.3-14 §4.1-12 §4.1-13 §D3.1-16 §D3.1-17
test('a card: chosen, seen, paid, and the plan is there (§2.3, §4.1)', async ({ page, site }) => {
  await openCheckout(page, site)
  await expect(payButton(page)).toHaveText('Upgrade')
  await page.getByLabel('Yearly').check()
  await expect(today(page)).toHaveText('$34.99')
  await page.getByLabel('Monthly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Upgrading...')
  await expectWelcome(page)
  expect(await tierNow(page)).toBe('intermediate_pro')
  const paid = site.standIns.stripe.emulator.store.all('charge').filter(({ status }) => status === 'succeeded')
  expect(paid.map(({ amount }) => amount)).toContain(349)
})

// §1-18 §2.3-11
test('a trial: nothing is paid today, and the tier is there at once (§2.3, §9)', async ({ page, site }) => {
  await openCheckout(page, site, { as: 'free@demo.test', at: '/subscribe/pro_plus' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try Pro+ free for 7 days')
  await expect(today(page)).toHaveText('$0')
  await expect(payButton(page)).toHaveText('Try it free')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Submitting...')
  await expectWelcome(page, 'Welcome to Switchyard Pro+')
  await expect(page.getByRole('main')).toContainText('nothing has been paid')
  expect(await tierNow(page)).toBe('pro')
})

// §1-20
test('a student: the yearly price alone, "Get started today" (§2.3)', async ({ page, site }) => {
  await openCheckout(page, site, { as: 'student@demo.test' })
  await expect(page.getByRole('group', { name: 'Get started today' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(today(page)).toHaveText('$19.99')
  await expect(payButton(page)).toHaveText('Upgrade')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
})

// §5-02 §8-02
test('a declined card is said at once and by the field; what was typed stays; a second card pays (§5, §8)', async ({
  page,
  site,
}) => {
  await openCheckout(page, site)
  await typeCard(page, CARDS.dead)
  await payButton(page).click()
  await expect(page.locator('[data-field=cardnumber]')).toHaveText('Your card was declined. Try a different card.')
  await expect(flash(page)).toContainText('Your card was declined.')
  await expect(cardNumber(page)).toHaveValue('4000 0000 0000 0002')
  await expect(cardNumber(page)).toBeFocused()
  await expect(payButton(page)).toHaveText('Upgrade')
  await typeCard(page, CARDS.good)
  await expect(page.locator('[data-field=cardnumber]')).toHaveCount(0)
  await payButton(page).click()
  await expectWelcome(page)
})

// §2.3-24
test('a card that is not filled in: its error stands at the field, and nothing is sent (§2.3)', async ({
  page,
  site,
}) => {
  await openCheckout(page, site)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await cardNumber(page).fill('4242')
  await payButton(page).click()
  await expect(page.locator('[data-field=cardnumber]')).toHaveText('Your card number is incomplete.')
  await expect(flash(page)).toHaveCount(0)
  expect(sent).not.toContain('/api/subscriptions')
})

// §4.1-06
test("the bank's question: answered, the plan is there (§4.1.2)", async ({ page, site }) => {
  await openCheckout(page, site)
  await typeCard(page, CARDS.asks)
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectWelcome(page)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test("the bank's question, refused: no plan, said by the card, and another card pays (§4.1)", async ({
  page,
  site,
}) => {
  await openCheckout(page, site)
  await typeCard(page, CARDS.asks)
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.locator('[data-field=cardnumber]')).toContainText(/unable to authenticate|declined/)
  expect(await tierNow(page)).toBe('free')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
})

// §4.1-05
test('a trial whose card the bank asks about: refused there is none, answered it begins (§4.1.2)', async ({
  page,
  site,
}) => {
  await openCheckout(page, site, { as: 'free@demo.test' })
  await typeCard(page, CARDS.asks)
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.locator('[data-field=cardnumber]')).toBeVisible()
  expect(await tierNow(page)).toBe('free')
  await typeCard(page, CARDS.asks)
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectWelcome(page)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §2.3-15 §2.3-16 §D3.7-25
test('success leads back to where checkout was opened; opened by the app, back to the app (§2.3)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'trialused@demo.test')
  await page.goto('/plans?reason=applet_quota')
  await awake(page)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/subscribe/pro?from=mobile_app'
    document.body.append(link)
    link.click()
  })
  await page.waitForURL('**/subscribe/pro**')
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/plans?reason=applet_quota')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await expect(page).toHaveURL(/\?mobile=1$/)
  await expect(page.getByRole('heading', { name: 'Back to the app' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on where you were' }).click()
  await expect(page).toHaveURL(/\/plans\?reason=applet_quota$/)
})

test('who has a plan is not sold another; who pays a store is told where to go (§6)', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await page.goto('/subscribe/pro')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have Pro already')
  await expect(page.getByRole('main').locator('form')).toHaveCount(0)
  await page.context().clearCookies()
  await signIn(page, site, 'storeandroid@demo.test')
  await page.goto('/subscribe/pro_plus')
  await expect(page.getByRole('main')).toContainText('on your Android device')
})
