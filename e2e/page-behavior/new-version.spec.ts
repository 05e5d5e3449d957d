import type { Page } from '@playwright/test'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { awake } from '../testing/scenes.ts'

/** From `deploy` on no file of the page as it was loaded is there; this part of it was not to be had before either. */
async function deployMidway(page: Page, part: string) {
  const site = { deployed: false, loads: 0 }
  await page.route(part, (route) => (site.loads < 2 ? route.abort() : route.continue()))
  await page.route('**/assets/*.js', (route) =>
    site.deployed && route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await page.route('**/join', (route) => {
    site.loads++
    // The document of the new version names files that are there.
    site.deployed = false
    return route.continue()
  })
  return { site, deploy: () => void (site.deployed = true) }
}

test('deployed while a form is open: the page is loaded anew once, says so, keeps what was typed, and then it works', async ({
  page,
}) => {
  const { site, deploy } = await deployMidway(page, '**/assets/request-*.js')
  const watching = page.waitForResponse('**/assets/new-version-*.js')
  await page.goto('/join')
  await awake(page)
  await watching
  await page.getByLabel('Email').fill('newcomer@demo.test')
  await page.getByLabel('User name').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  deploy()
  const join = page.getByRole('main').getByRole('button', { name: 'Join' })
  await join.click()
  await expect(page.getByText('This page has a new version. Please try that again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@demo.test')
  await expect(page.getByLabel('User name')).toHaveValue('newcomer')
  // A password is kept nowhere.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(site.loads).toBe(2)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await join.click()
  await page.waitForURL('**/my_applets')
})
