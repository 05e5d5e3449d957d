import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
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
  await expectNoAxeFindings(page, '.describe-form')
  await sentence(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Suggest steps' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Simple suggestions' })).toBeFocused()
  await expectNoAxeFindings(page, '.describe-form')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/create\/\d+/)
  await expect(page.getByText('Please check', { exact: true })).toHaveCount(2)
})

test('the form stands first, and names what it does not use', async ({ page, site }) => {
  await openCreate(page, site)
  const [described, rows] = await Promise.all([form(page).boundingBox(), page.locator('.draft-rows').boundingBox()])
  expect(described?.y).toBeLessThan(rows?.y ?? 0)
  await ask(page, 'When I come home, feed the cat and turn on the lights')
  await expect(form(page)).toContainText('I did not use: “feed the cat”.')
  await expectNoAxeFindings(page, '.describe-form')
})

test('a sentence that no step is for is refused at the field', async ({ page, site }) => {
  await openCreate(page, site)
  await ask(page, 'make me rich')
  await expect(sentence(page)).toBeFocused()
  await expect(sentence(page)).toHaveAccessibleDescription(/No service here can do that/)
  await expectNoAxeFindings(page, '.describe-form')
  await ask(page, 'Wenn es morgen regnet, schick mir eine Nachricht')
  await expect(sentence(page)).toHaveAccessibleDescription(/This looks like German/)
})

test('where no trigger is sure, a chosen step begins the draft', async ({ page, site }) => {
  await openCreate(page, site)
  await ask(page, 'When my Tesla is charged, send me a notification that says Ready')
  await expect(page.getByRole('heading', { name: 'Which step do you mean?' })).toBeFocused()
  await expectNoAxeFindings(page, '.describe-form')
  await expect(form(page)).toContainText('I did not use: “When my Tesla is charged”.')
  await page.getByRole('list', { name: 'What starts it?' }).getByRole('button').first().click()
  await expect(page).toHaveURL(/\/create\/\d+\?step=if/)
  await expect(page.getByText('Please check', { exact: true })).toHaveCount(1)
})

test('a suggestion that nobody opens leaves no draft', async ({ page, site }) => {
  await openCreate(page, site)
  const count = () => site.env.DB.prepare('select count(*) as count from drafts').first<{ count: number }>()
  const before = await count()
  await ask(page, 'When I press the button, send me a notification')
  await expect(page.getByRole('heading', { name: 'Simple suggestions' })).toBeVisible()
  await page.goto('/my_applets')
  expect(await count()).toEqual(before)
})

test('the answer to a canceled call shows nothing', async ({ page, site }) => {
  await openCreate(page, site, 'rss to email')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(DESCRIBE_CALL, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await expect(form(page).getByRole('status')).toHaveText('Looking for steps …')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const answered = page.waitForResponse(DESCRIBE_CALL)
  release()
  await answered
  await expect(form(page).getByRole('status')).toHaveText('Canceled.')
  await expect(page.getByRole('heading', { name: 'Simple suggestions' })).toHaveCount(0)
})

test("beyond the day's limit the modal opens; the sentence stays", async ({ page, site }) => {
  await site.env.DB.exec(
    "insert into ai_creations (user_id, day, count) select id, strftime('%Y-%m-%d', 'now'), 5 from users where email = 'free@demo.test'",
  )
  await openCreate(page, site, 'rss to email')
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await expectModal(page, 'Try Pro free for 7 days for more')
  await page.keyboard.press('Escape')
  await expect(modal(page)).toBeHidden()
  await expect(sentence(page)).toHaveValue('rss to email')
  await expect(form(page)).toContainText("You've reached today's AI limit")
})
