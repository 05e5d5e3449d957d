import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { totalToday } from '../pages/checkout-form.ts'
import { expectModal, flashWith, modal, payInModal } from '../pages/upgrade-modal-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const store = (site: Stack) => site.standIns.stripe.emulator.store
function setCampaign(site: Stack, active: boolean): void {
  for (const each of store(site).all('promotion_code'))
    if (each.code === 'HOLIDAY') store(site).put('promotion_code', { ...each, active })
}
const charges = (site: Stack) => store(site).all('charge')

test('the holiday step charges 23% less for the first month', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/plans?reason=holiday')
  await test.step('a campaign that ends meanwhile charges nothing, and is promised no more', async () => {
    await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
    await expect(totalToday(page)).toHaveText('$2.69')
    const before = charges(site).length
    setCampaign(site, false)
    await payInModal(page)
    await expectModal(page, 'Get more with Pro')
    await expect(modal(page)).not.toContainText('23%')
    await expect(totalToday(page)).toHaveText('$3.49')
    expect(charges(site)).toHaveLength(before)
    setCampaign(site, true)
    await page.reload()
    await waitForHydration(page)
  })
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
  await expect(page.getByRole('main')).toContainText('Your plan is Pro')
  expect(charges(site)).toHaveLength(before + 1)
  expect(charges(site)[0]).toMatchObject({ amount: 269, paid: true })
})
