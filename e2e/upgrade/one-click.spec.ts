import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { askStripe } from '../testing/ask-stripe.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { tierNow } from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const PAGE = '/subscribe/pro_plus'
const APPLET = '/applets/quiet-mentions'
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const total = (page: Page) => page.locator('.one-click .total dd')
const trouble = (page: Page) => page.locator('.one-click .error-panel')
const welcome = (page: Page) => page.locator('.flash-region .flash.success')

/** Makes this test card the one that pays for Pro. */
async function payWith(site: Stack, card: string): Promise<void> {
  const { customer } = site.standIns.stripe.emulator.store.require('subscription', 'sub_demo_pro')
  const { id } = await askStripe<{ id: string }>(site, `payment_methods/${card}/attach`, { customer: String(customer) })
  await askStripe(site, 'subscriptions/sub_demo_pro', { default_payment_method: id })
}

/** Opens the page as a link on an Applet's page does. */
async function openFromApplet(page: Page): Promise<void> {
  await page.goto(APPLET)
  await waitForHydration(page)
  await page.evaluate((path) => {
    const link = document.createElement('a')
    link.href = path
    document.body.append(link)
    link.click()
  }, PAGE)
  await page.waitForURL(`**${PAGE}`)
  await expect(total(page)).toHaveText(/^\$\d+\.\d\d$/)
}

// §2.4-22 §2.4-23 §4.3-04
test('one press charges the shown amount and starts Pro+', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await openFromApplet(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade to Pro+')
  await expect(page.locator('.one-click .price')).toHaveText('$9.99 a month')
  // A button in transition from light to dark lacks contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoAxeFindings(page, 'upgrade with one press')
  await test.step('Maybe later leads back and changes nothing', async () => {
    await button(page, 'Maybe later').click()
    await page.waitForURL(`**${APPLET}`)
    expect(await tierNow(page)).toBe('intermediate_pro')
  })
  await openFromApplet(page)
  await test.step('a refused card changes nothing', async () => {
    await payWith(site, 'pm_card_chargeCustomerFail')
    await button(page, 'Upgrade').click()
    await expect(trouble(page)).toContainText('Your card was declined.')
    await expect(trouble(page)).toContainText('Nothing was charged, and your plan has not changed.')
    await expect(button(page, 'Upgrade')).toBeFocused()
    await expectNoAxeFindings(page, 'upgrade that was refused')
    expect(await tierNow(page)).toBe('intermediate_pro')
    await payWith(site, 'pm_card_visa')
  })
  await openFromApplet(page)
  const today = (await total(page).textContent()) ?? ''
  await button(page, 'Upgrade').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${APPLET}`)
  await expect(welcome(page)).toContainText('Upgrade complete. Welcome to Switchyard Pro+!')
  expect(await tierNow(page)).toBe('pro')
  await page.goto('/plans')
  await expect(page.locator('.plan-column.pro')).toContainText('Your plan')
  await page.goto('/settings/billing')
  await expect(page.locator('.invoices tbody tr').first()).toContainText(today)
  await page.locator('.invoices tbody a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt')
  await expect(page.locator('tfoot')).toContainText(today)
})
