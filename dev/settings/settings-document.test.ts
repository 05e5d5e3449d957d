import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { SETTING_TEXTS } from './setting-texts.ts'
import { documentedSettings, settingsDocument } from './settings-document.ts'

test('the document has every setting once', () => {
  expect(documentedSettings().toSorted()).toEqual(Object.keys(SETTING_TEXTS).toSorted())
})

// After a change: npx vitest run --project dev dev/settings -u
test('docs/settings.md is what the schema says', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot(join(ROOT, 'docs/settings.md'))
})
