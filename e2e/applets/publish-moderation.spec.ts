import { HOUR } from '../../worker/contract/shared/durations.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test.use({ settings: { OPERATORS: 'usr_pro' } })

/** The edge remembers answers for a while. */
const SOON = { timeout: 30_000 }

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reports an Applet', async ({ page, site }) => {
    await page.goto('/applets/star-to-sheet')
    await page.getByRole('link', { name: 'Report this Applet' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report this Applet')
    await page.getByLabel('It is spam').check()
    await page.getByLabel('What should we know?').fill('Look at its name.')
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
    const row = await site.env.DB.prepare('select reason, text, applet_id from applet_reports').first()
    expect(row).toEqual({ reason: 'spam', text: 'Look at its name.', applet_id: 1 })
  })
})

test('a report that is too long comes back with its words', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/1/report')
  await page.getByLabel('Something else').check()
  const text = page.getByLabel('What should we know?')
  await text.evaluate((area) => area.removeAttribute('maxlength'))
  await text.fill('x'.repeat(1001))
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Use at most 1000 characters.')).toBeVisible()
  await expect(text).toHaveValue('x'.repeat(1001))
  await expect(page.getByLabel('Something else')).toBeChecked()
  await waitForHydration(page)
  await expectNoAxeFindings(page)
})

test('an operator takes an Applet down and puts it back', async ({ page, browser, site }) => {
  await site.env.DB.exec(
    `insert into applet_reports (id, applet_id, reporter, reason, text, created_at) ` +
      `values ('rep_1', 1, 'x', 'harmful', 'It steals rows.', ${Date.now()})`,
  )
  await openAs(page, site, 'pro@demo.test', '/settings/operator')
  const part = page.getByRole('region', { name: 'Reported and taken down' })
  await expect(part).toContainText('It steals rows.')
  for (const width of [320, 1444]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeFindings(page)
  }
  await part
    .getByRole('button', { name: /^Take down Keep|^Take down .*star/i })
    .first()
    .click()
  await expect(part.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('It takes rows of others.')
  await part.getByRole('button', { name: 'Take down', exact: true }).click()
  await expect(part.getByRole('button', { name: /^Put back/ })).toBeVisible()
  await expect(page.getByText(/took down the Applet 1/)).toBeVisible()

  const visitor = await browser.newPage()
  const answer = await visitor.goto(`${site.origin}/applets/star-to-sheet`)
  expect(answer?.status()).toBe(410)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This Applet was taken down')
  await visitor.goto(`${site.origin}/octoforge`)
  await expect(visitor.locator('a[href="/applets/star-to-sheet"]')).toHaveCount(0)

  await site.minutePasses()
  await expect
    .poll(() => site.standIns.outbox.mails().find(({ to }) => to === 'author@demo.test')?.text, { timeout: 20_000 })
    .toContain('It takes rows of others.')

  await part.getByRole('button', { name: /^Put back/ }).click()
  await expect(part.getByText('Nothing is reported')).toBeVisible()
  const again = async () => (await visitor.goto(`${site.origin}/applets/star-to-sheet`))?.status()
  await expect.poll(again, SOON).toBe(200)
  await visitor.close()
})

test('a hidden author has no page and cannot publish', async ({ page, browser, site }) => {
  await openAs(page, site, 'pro@demo.test', '/settings/operator')
  const part = page.getByRole('region', { name: 'Reported and taken down' })
  await part.getByRole('combobox', { name: 'Take down' }).selectOption('author')
  await part.getByLabel('Which one').fill('mira-lind')
  await part.getByLabel('Reason').fill('All of it is spam.')
  await part.getByRole('button', { name: 'Take down', exact: true }).click()
  await expect(part.getByRole('button', { name: 'Show again mira-lind' })).toBeVisible()
  const author = await browser.newContext({ baseURL: site.origin })
  const theirs = await author.newPage()
  expect((await theirs.goto('/authors/mira-lind'))?.status()).toBe(404)
  await signIn(theirs, site, 'author@demo.test')
  await theirs.goto('/applets/12/publish')
  await expect(theirs.getByText('Your Applets were taken down, so you cannot publish.')).toBeVisible()
  await theirs.goto('/applets/star-to-sheet')
  await expect(theirs.getByText('This Applet was taken down.').first()).toBeVisible()
  await part.getByRole('button', { name: 'Show again mira-lind' }).click()
  await expect(part.getByText('Nothing is reported')).toBeVisible()
  await expect.poll(async () => (await theirs.goto('/authors/mira-lind'))?.status(), SOON).toBe(200)
  await author.close()
})

test("a new author's Applet enters lists when its time comes", async ({ page, request, site }) => {
  await site.env.DB.exec("update applets set author_id = 'usr_free' where friendly_id = 'unpublished-draft'")
  await openAs(page, site, 'free@demo.test', '/applets/12/publish')
  await expect(page.getByText(/it appears in lists and search after 24 hours/)).toBeVisible()
  await page.getByLabel('Name').fill('Zebra lamps')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL('**/applets/unpublished-draft')
  const found = async () => (await (await request.get('/api/explore?q=zebra')).json()).applets.length
  expect((await request.get('/applets/unpublished-draft')).status()).toBe(200)
  await site.minutePasses()
  expect(await found()).toBe(0)
  const past = Date.now() - HOUR
  await site.env.DB.exec(`update applets set unlisted_until = ${past} where friendly_id = 'unpublished-draft'`)
  await site.minutePasses()
  await expect.poll(found).toBe(1)
})
