import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const WIDE = { width: 1444, height: 900 }
const shelf = (page: Page) => page.getByRole('region', { name: 'Recommended Applets' })
const cards = (page: Page) => shelf(page).getByRole('link')

/** What the page asks of GraphQL, in order. */
function listen(page: Page) {
  const asked: { module_names: string[]; count: number }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().variables)
  })
  return asked
}

/** How much the page's parts have moved by themselves. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput)
          Object.assign(globalThis, { shifted: (globalThis as { shifted?: number }).shifted! + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as { shifted?: number }).shifted)
}

async function toTheFoot(page: Page) {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

// §1-22 §2.2-19 §7-44 §9-12
test('a visitor on a wide page is shown six Applets of the same services, not this one (§2.2, §7, §9)', async ({
  page,
}) => {
  await page.setViewportSize(WIDE)
  const asked = listen(page)
  const shifts = await watchShifts(page)
  await page.goto('/applets/star-to-sheet')
  await toTheFoot(page)
  await expect(cards(page)).toHaveCount(6)
  expect(asked).toEqual([{ module_names: ['octoforge', 'sheetly'], count: 6, except: 1 }])
  for (const card of await cards(page).all()) expect(await card.getAttribute('href')).not.toContain('star-to-sheet')
  expect(await shifts()).toBe(0)
  await cards(page).first().click()
  await expect(page).toHaveURL(/\/(applets|connections)\//)
  await expect(page).not.toHaveURL(/star-to-sheet$/)
})

// §7-45 §9-12 §9-20
test('on a phone three are asked for and shown; a page that becomes wide asks for more (§9)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const asked = listen(page)
  const shifts = await watchShifts(page)
  await page.goto('/applets/star-to-sheet')
  await toTheFoot(page)
  await expect(cards(page)).toHaveCount(3)
  expect(await shifts()).toBe(0)
  await page.setViewportSize({ width: 849, height: 900 })
  await page.setViewportSize({ width: 850, height: 900 })
  await expect(cards(page)).toHaveCount(6)
  expect(asked.map(({ count }) => count)).toEqual([3, 6])
  await page.setViewportSize({ width: 600, height: 900 })
  await expect(cards(page)).toHaveCount(3)
  await page.setViewportSize(WIDE)
  await expect(cards(page)).toHaveCount(6)
  expect(asked).toHaveLength(2)
})

test('someone signed in is shown them too, by keyboard alone, with reduced motion and storage blocked', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await page.goto('/applets/star-to-sheet')
  await page.keyboard.press('End')
  await expect(cards(page)).not.toHaveCount(0)
  const first = cards(page).first()
  for (let presses = 0; presses < 80 && !(await first.evaluate((card) => card === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  const name = await first.getByRole('heading').textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
})

test('nothing is asked before a reader comes near, whom their place awaits in its final size', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const asked = listen(page)
  await page.goto('/applets/star-to-sheet')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await expect(page.locator('.recommended .skeleton:visible')).toHaveCount(3)
  await expect(shelf(page)).toHaveCount(0)
  const waiting = await page.locator('.recommended').boundingBox()
  await toTheFoot(page)
  await expect(cards(page)).toHaveCount(3)
  expect((await page.locator('.recommended').boundingBox())?.height).toBe(waiting?.height)
})

test('where it fails that is said, nothing moves, and they can be asked for again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const shifts = await watchShifts(page)
  await page.route('**/graphql', (route) => route.abort(), { times: 1 })
  await page.goto('/applets/star-to-sheet')
  await toTheFoot(page)
  await expect(shelf(page)).toContainText('They could not be loaded.')
  await expectNoAxeFindings(page, '.recommended')
  expect(await shifts()).toBe(0)
  // Out of sight, what was kept for them is given back.
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(async () => (await page.locator('.recommended').boundingBox())?.height).toBeLessThan(300)
  await shelf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('a page that becomes wide keeps its foot where it is while three more are on their way', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 640 })
  await page.goto('/applets/star-to-sheet')
  await toTheFoot(page)
  await expect(cards(page)).toHaveCount(3)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.locator('.recommended > .settled-narrow')).toBeAttached()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize(WIDE)
  const support = page.getByRole('contentinfo').getByRole('link', { name: 'Support' })
  await support.focus()
  const before = await support.boundingBox()
  letGo()
  await expect(cards(page)).toHaveCount(6)
  expect(await support.boundingBox()).toEqual(before)
  await expect(support).toBeInViewport()
})

test('axe finds nothing in the recommended Applets, light or dark', async ({ page }) => {
  await page.goto('/applets/star-to-sheet')
  await toTheFoot(page)
  await expect(cards(page).first()).toBeVisible()
  await expectNoAxeFindings(page, '.recommended')
})
