import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { row } from '../pages/create-page.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { draftSaved } from './open-draft.ts'
import { expectModal, modal } from '../pages/upgrade-modal-page.ts'

const DESCRIBE_CALL = '**/api/drafts/describe'
const sentence = (page: Page) => page.getByLabel('What should happen, and when?')
const form = (page: Page) => page.locator('.describe-form')

async function openCreate(page: Page, site: Parameters<typeof openAs>[1], described = ''): Promise<void> {
  await openAs(page, site, 'free@demo.test', `/create${described && `?describe=${encodeURIComponent(described)}`}`)
  await expect(sentence(page)).toBeVisible()
}

async function ask(page: Page, said: string): Promise<void> {
  await sentence(page).fill(said)
  await page.getByRole('button', { name: 'Suggest steps' }).click()
}

test('a sentence becomes a draft by keyboard at 320 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openCreate(page, site, 'When I press the button, send me a notification')
  await expect(sentence(page)).toHaveValue('When I press the button, send me a notification')
  await expect(page.getByRole('button', { name: 'Suggest steps' })).toBeInViewport({ ratio: 1 })
  await sentence(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Suggest steps' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Steps that match your words' })).toBeFocused()
  await expectNoAxeFindings(page, 'steps for a sentence', '.describe-form')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/create\/\d+/)
  await expect(page.getByText('Suggested', { exact: true })).toHaveCount(2)
  await expect(page.getByText('No changes to save yet.')).toBeVisible()

  await test.step('opened and left as it was, it makes no draft', async () => {
    await page.goto('/my_applets')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Unfinished/ })).toHaveCount(0)
    await page.goBack()
    await row(page, /^If/).click()
    await page.getByRole('button', { name: 'Looks right' }).click()
    await draftSaved(page)
    await page.goto('/my_applets')
    await expect(page.getByRole('heading', { name: /^Unfinished/ })).toBeVisible()
  })
})

test('what a sentence leaves open is said at the form', async ({ page, site }) => {
  const { DB } = site.env
  const count = () => DB.prepare('select count(*) as count from drafts').first('count')
  await openCreate(page, site)
  await test.step('the form stands first', async () => {
    const [described, rows] = await Promise.all([form(page).boundingBox(), page.locator('.draft-rows').boundingBox()])
    expect(described?.y).toBeLessThan(rows?.y ?? 0)
  })

  await test.step('a sentence that no step is for is refused at the field', async () => {
    await ask(page, 'make me rich')
    await expect(sentence(page)).toBeFocused()
    await expect(sentence(page)).toHaveAccessibleDescription(/No service here can do that/)
    await expectNoAxeFindings(page, 'sentence without a step', '.describe-form')
    await ask(page, 'Wenn es morgen regnet, schick mir eine Nachricht')
    await expect(sentence(page)).toHaveAccessibleDescription(/This looks like German/)
  })

  await test.step('the answer to a canceled call shows nothing', async () => {
    const { release } = await holdBack(page, DESCRIBE_CALL)
    await ask(page, 'rss to email')
    await expect(form(page).getByRole('status')).toHaveText('Looking for steps …')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const answered = page.waitForResponse(DESCRIBE_CALL)
    release()
    await answered
    await expect(form(page).getByRole('status')).toHaveText('Canceled.')
    await expect(page.getByRole('heading', { name: 'Steps that match your words' })).toHaveCount(0)
  })

  await test.step('what is not used is named, and a suggestion leaves no draft', async () => {
    await ask(page, 'When the sun sets, feed the cat and turn on the lights')
    await expect(form(page)).toContainText('I did not use: “feed the cat”. ')
    await ask(page, 'every evening send me a notification')
    await expect(form(page)).toContainText('I took “evening” as 7:00 PM. You can change it in the draft.')
    await expectNoAxeFindings(page, 'words that are not used', '.describe-form')
    expect(await count()).toBe(0)
  })

  await test.step("beyond the day's limit the modal opens; the sentence stays", async () => {
    await DB.exec('update ai_creations set count = 5')
    await ask(page, 'rss to email')
    await expectModal(page, 'Try Pro free for 7 days for more')
    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(sentence(page)).toHaveValue('rss to email')
    await expect(form(page)).toContainText("You've reached today's AI limit")
    await DB.exec('delete from ai_creations')
  })

  await test.step('where no trigger is sure, a chosen step begins the draft', async () => {
    await ask(page, 'When my Tesla is charged, add a task to my Errands list in Todoist')
    await expect(page.getByRole('heading', { name: 'Which step do you mean?' })).toBeFocused()
    await expectNoAxeFindings(page, 'steps that may be meant', '.describe-form')
    await expect(form(page)).toContainText('I did not use: “When my Tesla is charged”.')
    await page.getByRole('list', { name: 'What starts it?' }).getByRole('button').first().click()
    await expect(page).toHaveURL(/\/create\/\d+\?step=if/)
    await expect(page.getByText('Suggested', { exact: true })).toHaveCount(1)
  })

  await test.step('what only an account lists is kept at its field', async () => {
    await row(page, /^Then/).click()
    await expect(page.getByText('You said “Errands”. Connect Todoist to choose it.')).toBeVisible()
  })
})

test('the sentence is kept over a reload until its draft is opened', async ({ page, site }) => {
  await openCreate(page, site, 'rss to email')
  await sentence(page).fill('When I press the button, send me a notification')
  await page.reload()
  await expect(sentence(page)).toHaveValue('When I press the button, send me a notification')
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await page.getByRole('button', { name: 'Open the draft' }).click()
  await expect(page).toHaveURL(/\/create\/\d+/)
  await openCreate(page, site, 'rss to email')
  await waitForHydration(page)
  await expect(sentence(page)).toHaveValue('rss to email')

  await test.step('a sentence that the address brings along comes before it', async () => {
    await sentence(page).fill('Left behind')
    await openCreate(page, site, 'post to mastodon')
    await waitForHydration(page)
    await expect(sentence(page)).toHaveValue('post to mastodon')
  })
})
