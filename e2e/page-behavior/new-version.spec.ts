import type { Page } from '@playwright/test'
import { expect, NEW_PASSWORD, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

/** `deploy` removes all files of the loaded page. This part of it fails to load from the start. */
async function deployMidway(page: Page, part: string) {
  const site = { deployed: false, loads: 0 }
  await page.route(part, (route) => (site.loads < 2 ? route.abort() : route.continue()))
  await page.route('**/assets/*.js', (route) =>
    site.deployed && route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await page.route('**/join', (route) => {
    site.loads++
    // The new document names files that exist.
    site.deployed = false
    return route.continue()
  })
  return { site, deploy: () => void (site.deployed = true) }
}

test('a deploy during a form reloads once and keeps the input', async ({ page }) => {
  await page.addInitScript('keptAtStart = JSON.stringify({ ...sessionStorage })')
  const { site, deploy } = await deployMidway(page, '**/assets/request-*.js')
  const watching = page.waitForRequest('**/assets/request-*.js')
  await page.goto('/join')
  await waitForHydration(page)
  await watching
  await page.getByLabel('Email').fill('newcomer@demo.test')
  await page.getByLabel('User name').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  deploy()
  const join = page.getByRole('main').getByRole('button', { name: 'Join', exact: true })
  await join.click()
  await expect(page.getByText('The page was reloaded. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@demo.test')
  await expect(page.getByLabel('User name')).toHaveValue('newcomer')
  // Passwords are never stored, shown ones neither.
  const kept = await page.evaluate<string>('keptAtStart')
  expect(kept).toContain('newcomer@demo.test')
  expect(kept).not.toContain(NEW_PASSWORD)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(site.loads).toBe(2)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await join.click()
  await page.waitForURL('**/my_applets')
})
