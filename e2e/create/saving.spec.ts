import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { beginNotification, DRAFT_CALL, expectSaved, fillAndSave, row, textField } from '../pages/create-page.ts'
import { pauseClock } from '../pages/held-button.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('typing is saved once it rests, and when its field is left', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginNotification(page)
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.postData() ?? '')
  })
  await textField(page, 'Message').pressSequentially('Hello', { delay: 20 })
  await expectSaved(page)
  expect(saves.map((body) => JSON.parse(body).changes)).toEqual([[expect.objectContaining({ kind: 'set_fields' })]])
  expect(saves[0]).toContain('"Hello"')
  // No timer runs, so only leaving the field can save.
  await page.clock.install()
  await pauseClock(page)
  await textField(page, 'Message').fill('Left at once')
  await page.keyboard.press('Tab')
  await expect.poll(() => saves.at(-1)).toContain('Left at once')
  await page.clock.resume()

  await test.step('a text that is too long is saved once shortened', async () => {
    const message = textField(page, 'Message')
    await message.fill('x'.repeat(20_001))
    await page.keyboard.press('Tab')
    const refusal = page.getByRole('alert').filter({ hasText: 'Use at most 20,000 characters in a field.' })
    await expect(refusal).toBeVisible()
    await expect(message).toHaveAccessibleDescription(/Message must be at most 20,000 characters\./)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Named meanwhile')
    await message.fill('Short again')
    await page.keyboard.press('Tab')
    await expectSaved(page)
    await page.reload()
    await waitForHydration(page)
    await expect(message).toHaveValue('Short again')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Named meanwhile')
  })
})

test('changes stay in this browser without network, or a tab', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginNotification(page)
  await page.context().setOffline(true)
  await textField(page, 'Message').fill('From the tunnel')
  await expect(page.getByText('You are offline. Your changes are kept in this browser.')).toBeVisible()
  await expectAccessible(page, 'draft without network')
  const refusal = page.getByText('Your draft could not be saved, so nothing was created. Please try again.')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(refusal).toBeVisible()
  await row(page, /^If/).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.context().setOffline(false)
  await expectSaved(page)
  await expect(refusal).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(row(page, /^If Choose/)).toBeVisible()
  await row(page, /^Then/).click()
  await expect(textField(page, 'Message')).toHaveValue('From the tunnel')

  await page.context().route(DRAFT_CALL, (route) => route.abort())
  await textField(page, 'Message').fill('Not lost')
  await expect(page.getByText('You are offline. Your changes are kept in this browser.')).toBeVisible()
  const address = page.url()
  await page.close()
  const next = await page.context().newPage()
  await page.context().unroute(DRAFT_CALL)
  await next.goto(address)
  await expect(textField(next, 'Message')).toHaveValue('Not lost')
  await expectSaved(next)
  await expect.poll(() => site.env.DB.prepare('select doc from drafts').first('doc')).toContain('Not lost')
})

/** Two tabs of one draft: this one has saved “First”, the other one, which is returned, cannot save “Second”. */
async function openConflict(page: Page, site: Stack): Promise<Page> {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginNotification(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  // A tab that wakes up later would bring back what this one has not saved yet.
  await waitForHydration(other)
  expect((await fillAndSave(page, 'Message', 'First')).status()).toBe(200)
  expect((await fillAndSave(other, 'Message', 'Second')).status()).toBe(409)
  return other
}

test('two tabs: what is not saved is said, and saved on demand', async ({ page, site }) => {
  test.slow()
  const { DB } = site.env
  const other = await openConflict(page, site)
  const message = textField(other, 'Message')
  await test.step('the question stands in sight of the field, once', async () => {
    // A phone while its keyboard is open.
    await other.setViewportSize({ width: 320, height: 320 })
    await message.evaluate((field) => field.scrollIntoView({ block: 'end' }))
    const note = other.getByText('This draft was changed in another tab or on another device.')
    await expect(note).toBeInViewport({ ratio: 1 })
    await expect(other.getByRole('button', { name: 'Take theirs' })).toBeInViewport({ ratio: 1 })
    const bottom = await note.locator('..').evaluate((box) => box.getBoundingClientRect().bottom)
    expect((await message.boundingBox())?.y).toBeGreaterThan(bottom)
    await expect(other.getByRole('status').filter({ hasText: 'aved' })).toHaveCount(0)
    await expectAccessible(other, 'draft changed elsewhere')
  })
  await test.step('Create waits for that choice, and says so', async () => {
    await other.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(other.getByText('Choose above which changes to keep, then press again.')).toBeVisible()
    await expect(other.getByText('Please try again.')).toHaveCount(0)
  })
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect(row(other, /^Then/)).toBeFocused()
  await expectSaved(other)
  await other.reload()
  await waitForHydration(other)
  await expect(message).toHaveValue('Second')

  await test.step('a draft deleted elsewhere, then signed out', async () => {
    await DB.prepare('delete from drafts').run()
    await message.fill('Third')
    await expect(other.getByRole('button', { name: 'Save it as a new draft' })).toBeVisible()
    await expectAccessible(other, 'draft deleted elsewhere')
    await DB.prepare('delete from sessions').run()
    await other.getByRole('button', { name: 'Save it as a new draft' }).click()
    await expect(other.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    await expectAccessible(other, 'draft without a session')
  })
})
