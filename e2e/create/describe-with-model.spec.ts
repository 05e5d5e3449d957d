import {
  startLanguageModel,
  STAND_IN_KEY,
  type RunningLanguageModel,
} from '../../dev/stand-ins/language-model/start-language-model.ts'
import { expect, test as base } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

/** A product whose operator has set a language model. */
const test = base.extend<object, { model: RunningLanguageModel }>({
  model: [
    async ({}, use) => {
      const model = await startLanguageModel(0)
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ model }, use) => {
      await use({
        AI_PROVIDER: 'openai',
        AI_BASE_URL: model.baseUrl,
        AI_MODEL: 'local',
        AI_API_KEY: STAND_IN_KEY,
        TRUSTED_ORIGINS: model.origin,
      })
    },
    { scope: 'worker' },
  ],
})

// One stack of its own for all of them.
test.describe.configure({ mode: 'default' })

test('the draft of a language model opens at once', async ({ page, site, model }) => {
  model.behave('right')
  await openAs(page, site, 'free@demo.test', '/create?describe=When+I+press+the+button,+send+me+a+notification')
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await expect(page).toHaveURL(/\/create\/\d+/)
  await expect(page.getByText('Please check', { exact: true })).toHaveCount(2)
})

test('after a refusal, simple suggestions still answer', async ({ page, site, model }) => {
  model.behave('refusal')
  await openAs(page, site, 'free@demo.test', '/create?describe=rss+to+email')
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await expect(page.locator('.describe-form').getByRole('alert')).toContainText(
    'No steps were suggested for this sentence.',
  )
  await page.getByRole('button', { name: 'Use simple suggestions' }).click()
  await expect(page.getByRole('heading', { name: 'Simple suggestions' })).toBeFocused()
})
