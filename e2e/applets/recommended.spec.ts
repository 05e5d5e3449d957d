import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { watchShifts } from '../testing/layout-shifts.ts'
import { openAs } from '../testing/scenes.ts'

const WIDE = { width: 1444, height: 900 }
const shelf = (page: Page) => page.getByRole('region', { name: 'Recommended Applets' })
const cards = (page: Page) => shelf(page).getByRole('link')

/** The variables of the page's GraphQL calls, in order. */
function recordQueries(page: Page) {
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().variables)
  })
  return asked
}

async function scrollToFooter(page: Page) {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

test('a window that shows the whole page sees the list stand still', async ({ page, site }) => {
  await page.setViewportSize({ width: 1444, height: 2600 })
  const shifts = await watchShifts(page)
  await openAs(page, site, 'proplus@demo.test', '/applets/star-to-sheet')
  await expect(page.getByText('Do you like this Applet?')).toBeVisible()
  await expect(cards(page)).toHaveCount(6)
  expect(await shifts()).toEqual([])
})

// §2.2-19 §7-43 §9-20
test('a phone loads three Applets when they come near, wider pages six', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const asked = recordQueries(page)
  const shifts = await watchShifts(page)
  await page.goto('/applets/star-to-sheet')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await expect(page.locator('.recommended .skeleton:visible')).toHaveCount(3)
  await expect(shelf(page)).toHaveCount(0)
  const waiting = await page.locator('.recommended').boundingBox()
  await scrollToFooter(page)
  await expect(cards(page)).toHaveCount(3)
  expect((await page.locator('.recommended').boundingBox())?.height).toBe(waiting?.height)
  expect(await shifts()).toEqual([])

  await test.step('the footer stays in place while a wider page loads more', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.setViewportSize({ width: 849, height: 640 })
    await expect(page.locator('.recommended > .settled-narrow')).toBeAttached()
    const { release } = await holdBack(page, '**/graphql')
    await page.setViewportSize({ width: 850, height: 640 })
    const support = page.getByRole('contentinfo').getByRole('link', { name: 'Support' })
    await support.focus()
    const before = await support.boundingBox()
    release()
    await expect(cards(page)).toHaveCount(6)
    expect(await support.boundingBox()).toEqual(before)
    await expect(support).toBeInViewport()
  })
  const module_names = ['github', 'google_sheets']
  const queries = [3, 6].map((count) => ({ module_names, count, except: 1 }))
  expect(asked).toEqual(queries)
  for (const card of await cards(page).all()) expect(await card.getAttribute('href')).not.toContain('star-to-sheet')
  await page.setViewportSize({ width: 600, height: 900 })
  await expect(cards(page)).toHaveCount(3)
  await page.setViewportSize(WIDE)
  await expect(cards(page)).toHaveCount(6)
  expect(asked).toHaveLength(2)
  await expectNoAxeFindings(page, 'recommended Applets', '.recommended')

  await test.step('a failed load can be retried, and leaves no empty place', async () => {
    await page.setViewportSize({ width: 390, height: 640 })
    await page.route('**/graphql', (route) => route.abort(), { times: 1 })
    await page.goto('/applets/star-to-sheet')
    await scrollToFooter(page)
    await expect(shelf(page)).toContainText('They could not be loaded.')
    await expectNoAxeFindings(page, 'recommended Applets that did not load', '.recommended')
    expect(await shifts()).toEqual([])
    // Once out of sight, the reserved height collapses.
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(async () => (await page.locator('.recommended').boundingBox())?.height).toBeLessThan(300)
    await shelf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(3)
  })
})
