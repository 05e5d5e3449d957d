import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

/** Opens the page but holds back the script of these parts. Returns a function that releases it. */
async function openBeforeHydration(page: Page, address: string, parts: RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(parts, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return release
}

const VIEWERS_PART = /\/assets\/viewer-parts.*\.js/
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

test('Delete pressed before hydration asks afterward', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const release = await openBeforeHydration(page, '/applets/hook-to-notification', VIEWERS_PART)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toHaveCount(0)
  release()
  await expect(question(page)).toBeVisible()
})

test('Archive, Rename, and Publish pressed before hydration work', async ({ page, site }) => {
  await signIn(page, site, 'author@demo.test')
  const releaseArchive = await openBeforeHydration(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Archive' }).click()
  releaseArchive()
  await expect(question(page)).toBeVisible()

  const releaseRename = await openBeforeHydration(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Rename' }).click()
  releaseRename()
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible()

  const releasePublish = await openBeforeHydration(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Publish' }).click()
  releasePublish()
  await expect(page.getByRole('status').getByText('Applet was published')).toBeVisible()
})

test('Restore pressed before hydration restores the Applet', async ({ page, site }) => {
  await site.env.DB.prepare("update applets set archived_at = 1 where friendly_id = 'unpublished-draft'").run()
  await signIn(page, site, 'author@demo.test')
  const release = await openBeforeHydration(page, '/applets/unpublished-draft', /\/assets\/restore-applet.*\.js/)
  await page.getByRole('button', { name: 'Restore' }).click()
  release()
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

test('No pressed before hydration is sent', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const release = await openBeforeHydration(page, '/applets/hook-to-notification', VIEWERS_PART)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  const sent = page.waitForRequest('**/feedback')
  release()
  expect((await sent).postDataJSON()).toEqual({ like: false })
  await expect(page.getByRole('radio')).toHaveCount(4)
})

test('a feature switched before hydration is saved', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  const release = await openBeforeHydration(page, '/connections/home-hub', VIEWERS_PART)
  await page.getByText('Save heat while all are out').click()
  const sent = page.waitForRequest('**/configurations')
  release()
  expect((await sent).postDataJSON()).toEqual([{ slug: 'away_heating', disabled: true }])
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Save heat/ })).not.toBeChecked()
})
