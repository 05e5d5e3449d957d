import { expect, test } from '../testing/journey.ts'

test('a visitor browses from home to plans', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /GitHub/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/github$/)
  await expect(page.getByRole('heading', { level: 1, name: 'GitHub' })).toBeVisible()
  await page.locator('a[href^="/github/triggers/"]').first().click()
  await expect(page).toHaveURL(/\/github\/triggers\//)

  await page.goto('/explore')
  await page.getByRole('searchbox').fill('sheet')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/explore\?q=sheet/)
  await page.locator('a[href="/applets/star-to-sheet"]').first().click()
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
  await expect(page.getByRole('button', { name: /^Connect/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()

  await page.goto('/plans')
  await expect(page.getByText('Limitless possibilities for small business owners.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
})

// §2.1-01 §2.1-02 §2.1-03
test('an Applet answers at its three addresses under one base', async ({ page }) => {
  await page.goto('/applets/1')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
  await page.goto('/applets/1-any-name-at-all?from=mail')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet\?from=mail$/)
  await page.goto('/connections/star-to-sheet')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
  await page.goto('/applets/home-hub')
  await expect(page).toHaveURL(/\/connections\/home-hub$/)
})
