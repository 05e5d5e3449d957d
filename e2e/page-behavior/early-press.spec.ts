import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

/** Opens the page, but holds back the script of these parts; the answer lets it come. */
async function asleep(page: Page, address: string, parts: RegExp): Promise<() => void> {
  const { promise: held, resolve: wake } = Promise.withResolvers<void>()
  await page.route(parts, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return wake
}

const VIEWERS_PART = /\/assets\/viewer-parts.*\.js/
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

test('Delete that is pressed before the page is awake asks once it is (§2.1, §8)', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const wake = await asleep(page, '/applets/hook-to-notification', VIEWERS_PART)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toHaveCount(0)
  wake()
  await expect(question(page)).toBeVisible()
})

test('so do Archive, Rename and Publish, each for itself (§2.1)', async ({ page, site }) => {
  await signIn(page, site, 'author@demo.test')
  const archive = await asleep(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Archive' }).click()
  archive()
  await expect(question(page)).toBeVisible()

  const rename = await asleep(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Rename' }).click()
  rename()
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible()

  const publish = await asleep(page, '/applets/unpublished-draft', VIEWERS_PART)
  await page.getByRole('button', { name: 'Publish' }).click()
  publish()
  await expect(page.getByRole('status').getByText('Applet was published')).toBeVisible()
})

test('Restore that is pressed before the page is awake restores (§D3.7)', async ({ page, site }) => {
  await site.env.DB.prepare("update applets set archived_at = 1 where friendly_id = 'unpublished-draft'").run()
  await signIn(page, site, 'author@demo.test')
  const wake = await asleep(page, '/applets/unpublished-draft', /\/assets\/restore-applet.*\.js/)
  await page.getByRole('button', { name: 'Restore' }).click()
  wake()
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

test('No that is pressed before the page is awake is an answer (§4.5)', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const wake = await asleep(page, '/applets/hook-to-notification', VIEWERS_PART)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  const sent = page.waitForRequest('**/feedback')
  wake()
  expect((await sent).postDataJSON()).toEqual({ like: false })
  await expect(page.getByRole('radio')).toHaveCount(4)
})

test('a feature that is switched before the page is awake is saved (§7 Update configurations)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'pro@demo.test')
  const wake = await asleep(page, '/connections/home-hub', VIEWERS_PART)
  await page.getByText('Save heat while all are out').click()
  const sent = page.waitForRequest('**/configurations')
  wake()
  expect((await sent).postDataJSON()).toEqual([{ slug: 'away_heating', disabled: true }])
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Save heat/ })).not.toBeChecked()
})
