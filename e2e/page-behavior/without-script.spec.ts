import { expect, test } from '../testing/journey.ts'

test.use({ javaScriptEnabled: false })

test('without script home, search, a service and a step can be read and lead on to each other', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()
  await page.goto('/explore')
  await page.getByRole('searchbox').fill('sheet')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/explore\?q=sheet/)
  await expect(page.getByRole('main').locator('a[href="/applets/star-to-sheet"]').first()).toBeVisible()
  await page.goto('/')
  await page.getByRole('main').locator('a[href="/octoforge"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Octoforge' })).toBeVisible()
  await page.locator('a[href^="/octoforge/triggers/"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test("without script an Applet's page is whole: steps, details, and Connect leads to signing in and back", async ({
  page,
}) => {
  await page.goto('/applets/quiet-mentions')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).not.toHaveCount(0)
  await page.getByText('More details').click()
  await expect(page.getByText('const hour = Meta.currentUserTime.hour()')).toBeVisible()
  await page.getByRole('button', { name: /^Connect/ }).click()
  await expect(page).toHaveURL(/\/login\?return_to=%2Fapplets%2Fquiet-mentions$/)
  await expect(page.getByRole('link', { name: 'Join' }).last()).toHaveAttribute(
    'href',
    '/join?return_to=%2Fapplets%2Fquiet-mentions',
  )
})

test('without script a form that needs it says so, and on a phone the navigation stands open', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/login', '/join', '/password_reset']) {
    await page.goto(path)
    await expect(page.getByText('This page needs JavaScript. Please turn it on and load the page again.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Explore' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})
