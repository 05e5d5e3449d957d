import { expect, test } from '../testing/journey.ts'

const shareButton = { name: 'Share', exact: true }

// §2.1-33 §2.1-35
test('a visitor shares an Applet and copies its link', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The networks are offline here, so the test answers for them.
  await context.route(/facebook|x\.com|linkedin|reddit/, (route) => route.fulfill({ body: 'A network' }))
  await page.goto('/')
  await page.goto('/applets/star-to-sheet?from=mail')
  const dialog = page.getByRole('dialog', { name: 'Share this Applet' })
  await test.step("the dialog darkens the scroll bar's gutter, and Back closes it", async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const before = await ground()
    await page.getByRole('button', shareButton).click()
    await expect(dialog).toBeVisible()
    expect(await ground()).not.toBe(before)
    await page.goBack()
    await expect(dialog).toBeHidden()
    expect(await ground()).toBe(before)
    await expect(page).toHaveURL(/\/applets\/star-to-sheet\?from=mail$/)
  })
  await page.getByRole('button', shareButton).click()
  await expect(dialog.getByRole('link')).toHaveText([/^Facebook/, /^X/, /^LinkedIn/, /^Reddit/])

  await test.step('the dialog fits 320 px and passes axe', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(dialog.getByRole('button', { name: 'Copy' })).toBeInViewport()
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /Reddit/ }).click()
  const network = await opening
  await network.waitForLoadState()
  const asked = new URL(network.url()).searchParams
  expect(asked.get('url')).toBe(`${site.origin}/applets/star-to-sheet`)
  expect(asked.get('title')).toBe('Keep a spreadsheet of every repository you star')
  expect(await network.evaluate(() => window.opener)).toBeNull()
  await network.close()

  const link = dialog.getByLabel('Link')
  await expect(link).toHaveValue(`${site.origin}/applets/star-to-sheet`)
  await expect(link).not.toBeEditable()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/applets/star-to-sheet`)
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'More ways to share' })).toBeHidden()
  await test.step('where copying is not allowed, the text is selected', async () => {
    await page.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await dialog.getByRole('button', { name: 'Copy', exact: true }).press('Enter')
    await expect(dialog.getByText('The text is selected: copy it by hand.')).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${site.origin}/applets/star-to-sheet`)
  })

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).not.toHaveURL(/star-to-sheet/)
})
