import type { Locator } from '@playwright/test'
import { modal } from '../pages/upgrade-modal-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size
  })

test('header, cards and notice leave each other room', async ({ page, site }) => {
  await site.env.DB.prepare(
    "update users set login = 'verena-von-hohenfels-am-see' where email = 'free@demo.test'",
  ).run()
  await page.setViewportSize({ width: 724, height: 900 })
  await openAs(page, site, 'free@demo.test', '/my_applets')
  const header = page.getByRole('banner')
  expect(await linesOf(header.getByRole('link', { name: 'My Applets' }))).toBe(1)
  const logo = await boxOf(header.locator('.home'))
  expect((await boxOf(header.getByRole('link', { name: 'Explore' }))).x).toBeGreaterThanOrEqual(logo.x + logo.width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await test.step("a card shows its author's whole name", async () => {
    await site.env.DB.prepare("update users set login = 'mira-lind-of-the-long-northern' where id = 'usr_author'").run()
    await page.goto('/explore')
    const author = page.locator('.card .author').first()
    await expect(author).toContainText('mira-lind-of-the-long-northern')
    expect(await author.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  })

  await test.step('the notice moves nothing of the page', async () => {
    await site.env.DB.prepare("update users set email_verified_at = null where email = 'free@demo.test'").run()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/applets/photo-backup')
    await waitForHydration(page)
    const notice = page.getByRole('complementary', { name: 'Notice', includeHidden: true })
    const { y, height } = await boxOf(notice)
    expect(y + height).toBeCloseTo(640, 0)
    const above = await boxOf(page.locator('.site-header'))
    expect((await boxOf(page.locator('main'))).y).toBeCloseTo(above.y + above.height, 0)
  })
})

test('small screens show what an upgrade modal asks first', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, site, 'trialused@demo.test', '/plans')
  await page.getByRole('link', { name: 'Get Pro+', exact: true }).click()
  const card = modal(page).locator('iframe[title="Secure card payment input frame"]')
  await expect(card).toBeVisible()
  const price = modal(page).getByText('$9.99').first()
  const benefits = await boxOf(modal(page).locator('.upgrade-benefits'))
  expect((await boxOf(price)).y).toBeLessThan(benefits.y)
  expect((await boxOf(card)).y).toBeLessThan(benefits.y)
  await expect(modal(page).locator('.upgrade-head .badge')).toHaveText('Pro+')

  await test.step('at 724 × 900 the one-click modal shows its buttons whole', async () => {
    await page.setViewportSize({ width: 724, height: 900 })
    await openAs(page, site, 'pro@demo.test', '/plans')
    await page.getByRole('link', { name: 'Upgrade to Pro+' }).click()
    const later = modal(page).getByRole('button', { name: 'Maybe later' })
    await expect(later).toBeVisible()
    const button = await boxOf(later)
    const dialog = await boxOf(modal(page))
    expect(button.y + button.height).toBeLessThanOrEqual(dialog.y + dialog.height)
    await later.click()
    await expect(modal(page)).toHaveCount(0)
  })
})
