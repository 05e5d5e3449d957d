import type { Page } from '@playwright/test'
import { expect, test } from '../testing/journey.ts'

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)

// §2.6-05 §9-29
test('text and page widen at the breakpoints', async ({ page }) => {
  await page.goto('/plans')
  const sizes: Record<number, string> = {}
  for (const width of [320, 723, 724, 1024, 1025, 1924]) {
    await page.setViewportSize({ width, height: 800 })
    sizes[width] = await rootSize(page)
  }
  expect(sizes).toEqual({ 320: '16px', 723: '16px', 724: '18px', 1024: '18px', 1025: '20px', 1924: '20px' })

  await page.goto('/')
  const shelf = page.locator('.card-grid').first()
  const widths: number[] = []
  for (const width of [1443, 1444, 1923, 1924]) {
    await page.setViewportSize({ width, height: 800 })
    widths.push(await shelf.evaluate((element) => element.getBoundingClientRect().width))
  }
  expect(widths).toEqual([1200, 1320, 1320, 1560])
  expect(await shelf.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)).toBe(4)
})
