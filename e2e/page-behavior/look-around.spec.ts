import type { Page } from '@playwright/test'
import { expect, test } from '../testing/journey.ts'

/** Measures the page at each of these widths. */
async function atWidths<Measured>(page: Page, widths: readonly number[], measure: () => Promise<Measured>) {
  const measured: Measured[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    measured.push(await measure())
  }
  return measured
}

// §2.1-01 §2.1-02 §2.1-03 §2.6-05 §9-29
test('a visitor browses from home to plans', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()
  await test.step('the page widens at the breakpoints', async () => {
    const shelf = page.locator('.card-grid').first()
    const width = () => shelf.evaluate((element) => element.getBoundingClientRect().width)
    expect(await atWidths(page, [1443, 1444, 1923, 1924], width)).toEqual([1200, 1320, 1320, 1560])
    expect(await shelf.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)).toBe(4)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: /GitHub/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/github$/)
  await expect(page.getByRole('heading', { level: 1, name: 'GitHub' })).toBeVisible()

  await test.step('a trigger is found, and what it tells', async () => {
    await page.goto('/explore')
    await page.getByRole('link', { name: 'All services by category' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Developer tools' })).toBeVisible()
    await page.getByRole('searchbox').fill('published rel')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: /New release/ }).click()
    await expect(page).toHaveURL(/\/github\/triggers\/new_release$/)
    await expect(page.getByRole('row', { name: /GitHub\.newRelease\.ReleaseUrl/ })).toBeVisible()
  })

  await page.goto('/explore')
  await page.getByRole('searchbox').fill('sheet')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/explore\?q=sheet/)
  await test.step('Back shows the words of the search before', async () => {
    await page.getByRole('searchbox').fill('lamp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/explore\?q=lamp/)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “sheet”')
    await expect(page.getByRole('searchbox')).toHaveValue('sheet')
  })
  await page.locator('a[href="/applets/star-to-sheet"]').first().click()
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
  await expect(page.getByRole('button', { name: /^Connect/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()

  await page.goto('/plans')
  await expect(page.getByText('Limitless possibilities for small business owners.')).toBeVisible()
  await test.step('the text widens at the breakpoints', async () => {
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    const sizes = await atWidths(page, [320, 723, 724, 1024, 1025, 1924], size)
    expect(sizes).toEqual(['16px', '16px', '18px', '18px', '20px', '20px'])
  })
  await page.goBack()
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)

  await test.step('an Applet answers at its three addresses under one base', async () => {
    await page.goto('/applets/1')
    await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
    await page.goto('/applets/1-any-name-at-all?from=mail')
    await expect(page).toHaveURL(/\/applets\/star-to-sheet\?from=mail$/)
    await page.goto('/connections/star-to-sheet')
    await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
    await page.goto('/applets/home-hub')
    await expect(page).toHaveURL(/\/connections\/home-hub$/)
  })
})
