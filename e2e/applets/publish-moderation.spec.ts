import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

/** The edge remembers answers for a while. */
const SOON = { timeout: 30_000 }

test('an operator takes an Applet down and puts it back', async ({ page, browser, site }) => {
  await test.step('a visitor reports it without script', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin })
    const read = await plain.newPage()
    await read.goto('/applets/star-to-sheet')
    await read.getByRole('link', { name: 'Report this Applet' }).click()
    await read.getByLabel('It does harm, or steals data').check()
    await read.getByLabel('What should we know?').fill('It steals rows.')
    await read.getByRole('button', { name: 'Send report' }).click()
    await expect(read.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
    await plain.close()
  })
  await openAs(page, site, 'proplus@demo.test', '/settings/operator')
  const part = page.getByRole('region', { name: 'Reported and taken down' })
  await expect(part).toContainText('It steals rows.')
  await expectAccessible(page, 'operator with a report')
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
  await visitor.goto(`${site.origin}/github`)
  await expect(visitor.locator('a[href="/applets/star-to-sheet"]')).toHaveCount(0)

  await site.minutePasses()
  await expect
    .poll(() => site.standIns.outbox.mails().find(({ to }) => to === 'author@demo.test')?.text, { timeout: 20_000 })
    .toContain('It takes rows of others.')

  await part.getByRole('button', { name: /^Put back/ }).click()
  await expect(part.getByText('Nothing is reported')).toBeVisible()
  const again = async () => (await visitor.goto(`${site.origin}/applets/star-to-sheet`))?.status()
  await expect.poll(again, SOON).toBe(200)
  await test.step('an author is hidden and shown again', async () => {
    await part.getByRole('combobox', { name: 'Take down' }).selectOption('author')
    await part.getByLabel('Which one').fill('mira-lind')
    await part.getByLabel('Reason').fill('All of it is spam.')
    await part.getByRole('button', { name: 'Take down', exact: true }).click()
    const show = part.getByRole('button', { name: 'Show again mira-lind' })
    await expect(show).toBeVisible()
    expect((await visitor.goto(`${site.origin}/authors/mira-lind`))?.status()).toBe(404)
    await show.click()
    await expect(part.getByText('Nothing is reported')).toBeVisible()
  })
  await visitor.close()
})

test('the report form keeps what is typed until it is sent', async ({ page }) => {
  await page.goto('/applets/star-to-sheet/report')
  await waitForHydration(page)
  const said = page.getByLabel('What should we know?')
  const reason = page.getByLabel('It does harm, or steals data')
  await said.fill('It copies each star to a stranger.')
  await reason.check()
  await page.reload()
  await expect(said).toHaveValue('It copies each star to a stranger.')
  await expect(reason).toBeChecked()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
  await page.goto('/applets/star-to-sheet/report')
  await waitForHydration(page)
  await expect(said).toHaveValue('')
  await expect(reason).not.toBeChecked()
})
