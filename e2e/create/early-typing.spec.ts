import { setWait } from '../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange } from '../../worker/contract/drafts/draft.ts'
import { row } from '../pages/create-page.ts'
import { openHeld } from '../testing/hold-scripts.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { draftSaved, openDraft, STAR_TO_CHAT } from './open-draft.ts'

test('what is typed before scripts have come is saved', async ({ page, site }) => {
  const fields: DraftChange = { kind: 'set_fields', key: 'send', fields: { message: 'From the server' } }
  const id = await openDraft(page, site, 'then.1', [...STAR_TO_CHAT, fields, setWait(60)])
  const message = page.getByLabel('Message', { exact: true })
  const text = await openHeld(page, `/create/${id}?step=then.1`)
  await message.fill('Typed early')
  text.release()
  await expect(page.getByText('Saving…')).toBeVisible()
  await draftSaved(page)
  await expect(message).toHaveValue('Typed early')
  await expect(message).toBeFocused()
  await page.unrouteAll()

  const wait = await openHeld(page, `/create/${id}?step=wait`)
  await page.getByRole('textbox', { name: 'Minutes' }).fill('5')
  wait.release()
  await expect(row(page, /^Wait 5 minutes/)).toBeVisible()
  await draftSaved(page)
  await page.unrouteAll()
  const stored = await site.env.DB.prepare('select doc from drafts').first('doc')
  expect(stored).toContain('Typed early')
  expect(stored).toContain('"seconds":300')

  const search = await openHeld(page, `/create/${id}?step=with.1`)
  await page.getByRole('searchbox').fill('current time')
  search.release()
  await expect(page.getByRole('list', { name: 'Found' })).toContainText('Current time')
})

test('a public text typed before scripts have come is previewed', async ({ page, site }) => {
  await signIn(page, site, 'author@demo.test')
  const { release } = await openHeld(page, '/applets/12/publish')
  await page.getByLabel('Description').fill('Typed early.')
  release()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Typed early.')
  await expect(page.getByLabel('Description')).toHaveValue('Typed early.')
})

test('focus follows into a panel and into its search', async ({ page, site }) => {
  await page.route('**/assets/wait-panel*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  await page.getByRole('button', { name: 'Choose another' }).press('Enter')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose another' })).toBeFocused()
  await page.getByRole('button', { name: 'Wait first' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Hours' })).toBeFocused()
})

test('a press before scripts have come keeps what was typed', async ({ page, site }) => {
  const id = await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  const { release } = await openHeld(page, `/create/${id}?step=then.1`)
  const message = page.getByLabel('Message', { exact: true })
  await message.fill('Typed early')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  release()
  await expect(page.locator('#problems')).toBeVisible()
  expect(await page.locator('#problems').textContent()).not.toContain("Message can't be empty.")
  await expect(message).toHaveValue('Typed early')
  await draftSaved(page)
  const stored = await site.env.DB.prepare('select doc from drafts').first('doc')
  expect(stored).toContain('Typed early')
})
