import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('a request is a notification, its run opens, a failed one replays', async ({ page, request, site }) => {
  // Without a default, a request without a value makes an empty message.
  await site.env.DB.prepare(
    `update applet_versions set doc = json_set(doc, '$.steps[1].fields.message', '{{Value1}}') where applet_id = 3`,
  ).run()
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
  await page.goto('/my_notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  const sent = await request.post(url, { data: { value1: 'The bell rang' } })
  expect(sent.status()).toBe(202)
  await expect(page.getByText('The bell rang')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
  await expect(page.locator('ol.notices')).toBeFocused()

  await page.goto('/activity')
  await test.step('a pause of everything and its end keep the focus', async () => {
    await waitForHydration(page)
    const opener = page.getByText('Pause everything')
    await opener.press('Enter')
    await page.getByRole('button', { name: 'Pause all my Applets' }).press('Enter')
    const resume = page.getByRole('button', { name: 'Resume now' })
    await expect(resume).toBeFocused()
    await resume.press('Enter')
    await expect(opener).toBeFocused()
  })
  await page.getByRole('link', { name: 'Done' }).first().click()
  await page.waitForURL('**/activity/runs/*')
  await expect(page.getByText('Notifications: Send a notification')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'The bell rang' }).first()).toBeVisible()
  await test.step('activity, the run and notifications are read without script', async () => {
    const still = await openWithoutScript(page, '/activity?kind=runs&outcome=done&q=bell')
    await still.getByRole('link', { name: 'Done' }).last().click()
    await expect(still.getByText('Notifications: Send a notification')).toBeVisible()
    await still.goto('/my_notifications')
    await expect(still.getByText('The bell rang')).toBeVisible()
    await still.goto('/applets/hook-to-notification')
    await expect(still.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
    await still.context().close()
  })
  await test.step('a failed run is replayed where it failed', async () => {
    await request.post(url, { data: { value2: 'Nothing to show' } })
    await page.goto('/activity?kind=failures')
    await page.getByRole('link', { name: 'Failed' }).first().click()
    await page.waitForURL('**/activity/runs/*')
    await page.getByRole('button', { name: 'Replay' }).click()
    await expect(page.getByText('2 tries')).toBeVisible()
  })
})

test('settings are saved twice, and a test event opens its run', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  await page.getByText('Limits, quiet hours and contents').click()
  const gap = page.getByLabel('At most once every')
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByLabel('From').fill('22:30')
  await save.click()
  await expect(page.getByText('Say when the quiet hours end.')).toBeVisible()
  await page.getByLabel('From').fill('')
  for (const seconds of ['300', '']) {
    await gap.selectOption(seconds)
    const saved = page.waitForResponse('**/run_settings')
    await save.click()
    expect(await (await saved).json()).toMatchObject({ min_gap: seconds === '' ? null : 300, quiet: null })
    await expect(save).not.toHaveAttribute('aria-busy')
  }
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.waitForURL('**/activity/runs/*')
  const tested = page.url()
  await page.getByRole('button', { name: 'Run again from the start' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((url) => url.href !== tested)
  await expect(page.getByText('Run again', { exact: true })).toBeVisible()
})
