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

test('after a refusal, our own planner answers', async ({ page, site, model }) => {
  model.behave('refusal')
  await openAs(page, site, 'free@demo.test', '/create?describe=When+I+press+the+button,+email+me+and+feed+the+cat')
  await expect(page.locator('.describe-form')).toContainText(
    `A language model at ${new URL(model.baseUrl).host} may read it`,
  )
  await page.getByRole('button', { name: 'Suggest steps' }).click()
  await expect(page.locator('.describe-form')).toContainText('“feed the cat”')
  expect(model.requests.length).toBe(1)
})
