import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { choose, draftSaved, openDraft, reloadSaved, STAR_TO_CHAT } from './open-draft.ts'

test('a text takes ingredients by keyboard alone', async ({ page, site }) => {
  const changes = [...STAR_TO_CHAT, choose('query', 'issues', 'octoforge/open_issues')]
  await openDraft(page, site, 'then.1', changes)
  const message = page.getByLabel('Message', { exact: true })
  await message.focus()
  await page.keyboard.type('New star: {{')
  await page.keyboard.press('ArrowDown')
  // The list stays where it is while what was typed is saved.
  await draftSaved(page)
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('repo')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(message).toHaveAttribute('aria-activedescendant', /.+/)
  await expectNoAxeFindings(page, 'main')
  await page.keyboard.press('Enter')
  await page.keyboard.type(', ')
  await expect(message).toHaveValue('New star: {{RepositoryName}}, ')

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()
  await page.keyboard.press('Enter')
  const search = page.getByRole('combobox', { name: 'Find an ingredient' })
  await expect(search).toBeFocused()
  await expect(page.getByRole('group', { name: /Open issues/ })).toBeVisible()
  await expectNoAxeFindings(page, 'main')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('issue title')
  await page.keyboard.press('Enter')
  await expect(message).toBeFocused()
  await page.keyboard.type('!')
  const written = 'New star: {{RepositoryName}}, {{Octoforge.openIssues.IssueTitle}}!'
  await expect(message).toHaveValue(written)
  await expect(page.getByText('With the examples:')).toBeVisible()
  await expect(page.locator('.filled-text .text')).toHaveText(/^New star: (?!.*\{\{).+, .+!$/)

  await reloadSaved(page)
  await expect(message).toHaveValue(written)
})

test('an unknown ingredient is named at its field', async ({ page, site }) => {
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  const message = page.getByLabel('Message', { exact: true })
  await message.fill('{{RepositoryNam}}')
  await expect(message).not.toHaveAttribute('aria-invalid')
  await message.press('Tab')
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await expect(message).toHaveAccessibleDescription(/did you mean "RepositoryName"\?/)
  await expectNoAxeFindings(page, 'main')
  await message.fill('{{RepositoryName}}')
  await expect(message).not.toHaveAttribute('aria-invalid')
})

test('live options are found by typing, or an id is typed', async ({ page, site }) => {
  await page.route('**/stored_fields/options?**', (route) => route.abort(), { times: 1 })
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  const channel = page.getByRole('combobox', { name: 'Channel' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await channel.focus()
  await page.keyboard.type('gener')
  await expect(page.getByRole('option', { name: '#general' })).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeFindings(page, 'main')
  await page.keyboard.press('Enter')
  await expect(channel).toHaveValue('#general')
  await channel.fill('nothing like it')
  await expect(page.getByText('Parley has nothing that matches.')).toBeVisible()
  await channel.press('Escape')
  await expect(channel).toHaveValue('#general')

  await reloadSaved(page)
  await expect(channel).toHaveValue('#general')
  await page.getByRole('button', { name: 'Type an id instead for Channel' }).click()
  const id = page.getByLabel('Channel', { exact: true })
  await expect(id).toHaveValue(/^\w+$/)
  await id.fill('C99')
  await reloadSaved(page)
  await expect(id).toHaveValue('C99')
})

test('a field is left to each user', async ({ page, site }) => {
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  const ask = page.getByRole('switch', { name: 'Ask each user for Message' })
  await ask.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Each user fills this in.')).toBeVisible()
  await reloadSaved(page)
  await expect(ask).toBeChecked()
})

test('fields fit a phone with large text', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.getByRole('button', { name: 'Add ingredient to Message' }).click()
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((each) => each.getBoundingClientRect().right > 320.5)
      .map((each) => each.outerHTML.slice(0, 90)),
  )
  expect(wide).toEqual([])
  await expectNoAxeFindings(page, 'main')
})

test('a text is filled with the last event that was fetched', async ({ page, site }) => {
  const fields = { message: 'Star: {{RepositoryName}}' }
  await openDraft(page, site, 'then.1', [...STAR_TO_CHAT, { kind: 'set_fields', key: 'send', fields }])
  await expect(page.getByText('With the examples:')).toBeVisible()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Get the last event' }).click()
  await expect(page.getByText('With the last event:')).toBeVisible()
})

test('a cron expression names its next times while it is typed', async ({ page, site }) => {
  const changes = [choose('trigger', 'clock', 'schedule/cron'), choose('action', 'send', 'parley/send_message')]
  await openDraft(page, site, 'if', changes)
  const cron = page.getByLabel('Cron expression', { exact: true })
  const times = (hour: string) => new RegExp(`Next: (\\w{3} \\d+ \\w{3}, ${hour}( · )?){3}\\.`)
  await expect(cron).toHaveAccessibleDescription(times('07:30'))
  await cron.fill('15 18 * * *')
  await expect(cron).toHaveAccessibleDescription(times('18:15'))
  await cron.fill('15 18 * *')
  await expect(cron).not.toHaveAccessibleDescription(/Next:/)
  await cron.fill('0 0 31 2 *')
  await expect(cron).not.toHaveAccessibleDescription(/Next:/)
  await expectNoAxeFindings(page, 'main')
})
