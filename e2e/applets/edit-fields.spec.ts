import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { mainButton, pasteKey } from '../pages/connect-page.ts'
import { textField } from '../pages/create-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

/** What Matrix lists. */
const ROOM = '!tea:example.org'

// §8-08 §8-11
test('an Applet with fields connects, saves, and loads live options', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/feed-to-chat')
  await mainButton(page).click()
  await pasteKey(page, site, 'matrix')
  await page.waitForURL('**/applets/feed-to-chat/edit')

  await page.getByRole('button', { name: 'Save' }).click()
  const feed = page.getByLabel(/Feed/)
  await expect(feed).toBeFocused()
  await expect(feed).toHaveAccessibleDescription(/Feed address can't be empty/)
  await expect(page.getByLabel(/Room/)).toHaveAccessibleDescription(/Room can't be empty/)
  await page.keyboard.type('not an address')
  await expect(feed).not.toHaveAttribute('aria-invalid')
  await expect(feed).not.toHaveAccessibleDescription(/can't be empty/)
  await expect(page.locator(`datalist option[value="${ROOM}"]`)).toHaveText('Room 1')
  await page.getByLabel(/Room/).fill(ROOM)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(feed).toHaveAttribute('aria-invalid', 'true')
  await expect(feed).toHaveValue('not an address')
  await feed.fill('https://example.com/feed.xml')
  await test.step('what could not be saved stays as typed', async () => {
    await page.route('**/api/applets/2', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    const said = 'There was an error updating this connection. Please try agian later.'
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
    await expect(feed).toHaveValue('https://example.com/feed.xml')
    await expect(page).toHaveURL(/\/edit$/)
  })
  await test.step('neither does the end of the session take it', async () => {
    const cookies = await context.cookies()
    await context.clearCookies({ name: /session/ })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/sign in/i).first()).toBeVisible()
    await expect(feed).toHaveValue('https://example.com/feed.xml')
    await context.addCookies(cookies)
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Turned on: Post new feed items to a chat channel')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await expect(page.locator('main').getByText('Room 1')).toBeVisible()

  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Feed/)).toHaveValue('https://example.com/feed.xml')
  await expect(page.getByLabel(/Room/)).toHaveValue(ROOM)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Connection successfully updated')).toBeVisible()

  await test.step('a text with live options says that its connection is broken, and takes text', async () => {
    await page.goto('/applets/feed-to-chat/edit')
    // The page has asked for the rooms, so that the fault meets the next page.
    await expect(page.locator('datalist option').first()).toBeAttached()
    site.standIns.services.control.addFault('matrix', { kind: 'status', status: 401, calls: 100 })
    await page.reload()
    const told = page.getByRole('status').filter({ hasText: 'This connection no longer works' })
    await expect(told).toBeVisible()
    await page.getByLabel(/Room/).fill('!garden:example.org')
    await told.getByRole('link', { name: 'Reconnect Matrix' }).click()
    await page.waitForURL(/\/activate\?.*matrix/)
  })
})

test('texts are edited with their ingredients by name, and rows by cells', async ({ page, site }) => {
  const own = { sheet: 'Stars of {{RepositoryName}}', row: '{{StarredAt | date}} ||| {{RepositoryName}} ||| kept' }
  await site.env.DB.prepare(
    `update applet_versions set doc = json_remove(json_set(doc, '$.steps[1].user_fields', json(?)), '$.steps[1].fields.sheet', '$.steps[1].fields.row')
     where applet_id = (select id from applets where friendly_id = 'star-to-sheet')`,
  )
    .bind(JSON.stringify(own))
    .run()
  await connectDemoAccounts(site, 'usr_proplus', ['github'])
  await signIn(page, site, 'proplus@demo.test')
  await page.goto('/applets/star-to-sheet/edit')
  await waitForHydration(page)
  const sheet = page.getByRole('textbox', { name: /^Sheet/ })
  await expect(sheet).toHaveText('Stars of Repository')
  await expect(textField(page, 'Column A')).toHaveText('Starred at')
  await expect(textField(page, 'Column C')).toHaveValue('kept')
  await expectAccessible(page, 'edit with ingredients and cells')

  await page.getByRole('button', { name: 'Remove column C' }).click()
  await page.getByRole('button', { name: 'Add a cell to Row' }).click()
  await page.keyboard.type('{{link')
  // The editor takes no press within 75 ms of opening its list: no person is as fast.
  await expect(async () => {
    await page.getByRole('option', { name: /^Link/ }).click({ timeout: 1000 })
    await expect(textField(page, 'Column C')).toHaveText('Link', { timeout: 1000 })
  }).toPass()
  await sheet.press('ControlOrMeta+End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('{{Gone}}')
  await page.keyboard.press('Enter')
  await expect(sheet).toHaveAccessibleDescription(/There is no ingredient "Gone"\./)
  await expect(sheet).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(sheet).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/applets/star-to-sheet')
  const saved = await site.env.DB.prepare(
    "select fields from enablements where user_id = 'usr_proplus' and fields like '%1.row%'",
  ).first('fields')
  expect(JSON.parse(String(saved))).toEqual({
    '1.sheet': 'Stars of',
    '1.row': '{{StarredAt | date}}\n|||\n{{RepositoryName}}\n|||\n{{RepositoryUrl}}',
  })
})

test('a place is looked for once its name is typed', async ({ page, site }) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const address = new URL(request.url()).searchParams.get('resolve_url')
    if (address) asked.push(new URLSearchParams(new URL(address).hash.split('?')[1]).get('location'))
  })
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/frost-alarm/edit')
  await waitForHydration(page)
  const place = page.getByLabel(/Place/)
  await place.fill('oslo')
  const oslo = page.locator('datalist option[value^="Oslo, Norway"]')
  await expect(oslo).toBeAttached()
  await place.fill((await oslo.getAttribute('value')) ?? '')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/frost-alarm')
  asked.length = 0
  await page.goto('/applets/frost-alarm/edit')
  await waitForHydration(page)
  await expect(place).toHaveValue(/^Oslo, Norway/)
  await place.fill('hob')
  await expect(page.locator('datalist option[value^="Hobart"]')).toBeAttached()
  expect(asked).toEqual(['hob'])
})

test("an Applet's fields keep what is typed until it is saved", async ({ page, site }) => {
  await connectDemoAccounts(site, 'usr_free', ['matrix'])
  await site.env.DB.prepare("delete from enablements where user_id = 'usr_free'").run()
  await openAs(page, site, 'free@demo.test', '/applets/feed-to-chat/edit')
  const [feed, room] = [page.getByLabel(/Feed/), page.getByLabel(/Room/)]
  await feed.fill('https://example.com/feed.xml')
  await room.fill(ROOM)
  await page.reload()
  await waitForHydration(page)
  await expect(feed).toHaveValue('https://example.com/feed.xml')
  await expect(room).toHaveValue(ROOM)
  await feed.fill('https://example.com/other.xml')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Turned on: /)).toBeVisible()
  await site.env.DB.exec("update enablements set fields = replace(fields, 'other', 'elsewhere')")
  await page.goto('/applets/feed-to-chat/edit')
  await waitForHydration(page)
  await expect(feed).toHaveValue('https://example.com/elsewhere.xml')
})
