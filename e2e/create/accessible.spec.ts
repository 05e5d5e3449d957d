import { FIELD_TYPES } from '../../worker/contract/connections/service.ts'
import { beginNotification, chooseStep, expectSaved, row, textField } from '../pages/create-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { choose, draftSaved, openDraft, STAR_TO_CHAT } from './open-draft.ts'

// §D55-18
test('axe finds nothing while an Applet is made', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'proplus@demo.test', '/create')
  await expectAccessible(page)
  await row(page, /^If/).click()
  await expect(page.getByRole('list', { name: 'Recent and popular' })).toBeVisible()
  await expectAccessible(page)
  await chooseStep(page, 'button', 'Button pressed Button')
  await expectSaved(page)
  await expectAccessible(page)
  await row(page, /^Then/).click()
  await chooseStep(page, 'send a message', 'Send a message Parley')
  await expect(page.getByRole('link', { name: 'Connect Parley' })).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('#problems')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Rename' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

// §D55-18
test('axe finds nothing in what a draft may meet', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'free@demo.test', '/create?trigger=stride/triggers/new_activity&step=if')
  await expect(page.getByText('Connect your account at Stride')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/create')
  await beginNotification(page)
  await page.context().setOffline(true)
  await textField(page, 'Message').fill('Offline')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expectSaved(page)
  await site.env.DB.prepare("update drafts set version = version + 1, doc = json_set(doc, '$.name', 'Theirs')").run()
  await textField(page, 'Message').fill('Mine')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  await expectAccessible(page)
  await site.env.DB.prepare('delete from drafts').run()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByRole('button', { name: 'Save it as a new draft' })).toBeVisible()
  await expectAccessible(page)
  await site.env.DB.prepare('delete from sessions').run()
  await page.getByRole('button', { name: 'Save it as a new draft' }).click()
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  await expectAccessible(page)
})

// §D55-18 §D65-01
test('axe finds nothing while steps are searched for', async ({ page, site }) => {
  test.slow()
  const SEARCH = /\/api\/steps\?/
  await openAs(page, site, 'free@demo.test', '/create')
  const { release } = await holdBack(page, SEARCH)
  await row(page, /^If/).click()
  await expect(page.locator('.step-search [aria-busy]')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page.getByRole('list', { name: 'Recent and popular' })).toBeVisible()
  await page.getByRole('searchbox').fill('zzzz')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.route(SEARCH, (route) => route.abort())
  await page.getByRole('searchbox').fill('yyyy')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page)
})

// §D55-18 §D65-02
test('axe finds nothing in waits, paces and tries', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'free@demo.test', '/create')
  await beginNotification(page)
  await textField(page, 'Message').fill('Ring')
  await page.getByRole('button', { name: 'Wait first' }).click()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('soon')
  await expect(page.getByText('Enter a whole number.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'How often it may run' }).click()
  await page.getByLabel('From', { exact: true }).fill('22:00')
  await expect(page.getByText('Say when the quiet hours end.')).toBeVisible()
  await expectAccessible(page)

  const part = page.getByRole('region', { name: 'Try it' })
  await page.getByRole('button', { name: 'Try it' }).click()
  const { release } = await holdBack(page, '**/sample')
  await part.getByRole('button', { name: 'Get the last event' }).click()
  await expect(part.getByRole('status')).toHaveText('Looking for the last event …')
  await expectAccessible(page)
  release()
  await part.getByRole('button', { name: 'Do it once now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await part.getByRole('button', { name: 'Show what it would do' }).click()
  const answer = part.getByRole('heading', { name: 'What it would do' })
  await expect(answer).toBeVisible()
  await site.env.DB.prepare('update rate_limits set count = 1000').run()
  await part.getByRole('button', { name: 'Show what it would do' }).click()
  const problem = part.getByRole('alert').filter({ hasText: 'Too many tries.' })
  await expect(problem).toBeVisible()
  expect((await problem.boundingBox())?.y).toBeLessThan((await answer.boundingBox())?.y ?? 0)
  await expectAccessible(page)
})

// §D55-18 §D65-03 §D65-04
test('axe finds nothing in a step that no longer works', async ({ page, site }) => {
  test.slow()
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  await site.env.DB.prepare("update connected_accounts set status = 'broken' where module_name = 'parley'").run()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText('Your account ada@parley.test no longer works.')).toBeVisible()
  await expectAccessible(page)
  await site.env.DB.prepare("update services set published = 0 where module_name = 'parley'").run()
  await page.reload()
  await waitForHydration(page)
  await expect(row(page, /^Then Send message No longer available/)).toBeVisible()
  await expect(page.getByText('There is nothing to fill in')).toHaveCount(0)
  await expectAccessible(page)
})

// §D55-18 §D65-05
test('axe finds nothing in fields of every type', async ({ page, site }) => {
  test.slow()
  const options = JSON.stringify([{ label: 'A choice that takes more than one line on a phone', value: 'a' }])
  const add = site.env.DB.prepare(
    `insert into step_fields (step_id, slug, position, label, hint, type, required, options)
     values ('parley/actions/send_message', ?1, ?2, ?1, 'A hint.', ?3, 1, ?4)`,
  )
  await site.env.DB.batch(FIELD_TYPES.map((type, index) => add.bind(`of_${type}`, 10 + index, type, options)))
  await openDraft(page, site, 'then.1', [...STAR_TO_CHAT, choose('query', 'issues', 'octoforge/open_issues')])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('#problems')).toBeFocused()
  await expectAccessible(page)

  const message = page.getByLabel('Message', { exact: true })
  await message.fill('{{')
  await draftSaved(page)
  await expect(page.getByRole('listbox', { name: 'Ingredients' })).toBeVisible()
  await expectAccessible(page)
  await message.press('Tab')
  await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()
})

// §D55-18
test('axe finds nothing in long filter code', async ({ page, site }) => {
  const code = `// A line that is longer than a phone is wide, so that it wraps\n`.repeat(60)
  await openDraft(page, site, 'when', [...STAR_TO_CHAT, { kind: 'set_when', when: { kind: 'code', code } }])
  await expect(page.locator('.cm-content')).toBeVisible()
  await expectAccessible(page)
})
