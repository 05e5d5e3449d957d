import { setWait } from '../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange } from '../../worker/contract/drafts/draft.ts'
import { row, stepSearch } from '../pages/create-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { openHeld } from '../testing/hold-scripts.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
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
  await stepSearch(page).fill('current time')
  search.release()
  await expect(page.getByRole('listbox', { name: 'Found' })).toContainText('Current time')
  await page.unrouteAll()

  await test.step('a press before scripts have come keeps what was typed', async () => {
    const { release } = await openHeld(page, `/create/${id}?step=then.1`)
    await message.fill('Typed before a press')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    release()
    await expect(page.locator('#problems')).toBeVisible()
    expect(await page.locator('#problems').textContent()).not.toContain("Message can't be empty.")
    await expect(message).toHaveValue('Typed before a press')
    await expect.poll(() => site.env.DB.prepare('select doc from drafts').first('doc')).toContain('before a press')
  })

  await test.step('words of a search before an early Create stay', async () => {
    await page.unrouteAll()
    const { release } = await openHeld(page, `/create/${id}?step=with.1`)
    await stepSearch(page).fill('current time')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    release()
    await expect(page.locator('#problems')).toBeVisible()
    await expect(stepSearch(page)).toHaveValue('current time')
    await expect(page.getByRole('listbox', { name: 'Found' })).toContainText('Current time')
  })

  await test.step('a sentence stays when a row opens before its form has come', async () => {
    await page.unrouteAll()
    await page.route('**/assets/describe-form*.js', async (route) => {
      await expect(stepSearch(page)).toBeVisible()
      await route.continue()
    })
    await page.goto('/create')
    const sentence = page.getByLabel('What should happen, and when?')
    await sentence.fill('Typed early')
    await row(page, /^If/).click()
    await expect(stepSearch(page)).toBeVisible()
    await expect(sentence).toHaveValue('Typed early')
    await waitForHydration(page)
    await expect(sentence).toHaveValue('Typed early')
  })

  await test.step('letters typed after a press reach the search that it opens', async () => {
    await page.unrouteAll()
    const { release } = await holdBack(page, '**/assets/step-search*.js')
    await page.goto('/create')
    // The whole page would wait for the search.
    const listens = () => row(page, /^Then/).evaluate((it) => Object.keys(it).some((key) => key.startsWith('__react')))
    await expect.poll(listens).toBe(true)
    await row(page, /^Then/).press('Enter')
    await page.keyboard.type('send a message')
    release()
    await expect(stepSearch(page)).toHaveValue('send a message')
    await page.keyboard.type('!')
    await expect(stepSearch(page)).toHaveValue('send a message!')
  })
})
