import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { deployedConfig } from '../config/deployed-config.ts'
import { examineLanguageModel } from './examine-language-model.ts'

const saidWith = (vars: Record<string, string>) => {
  const file = { names: {}, vars, d1_databases: {}, kv_namespaces: {} }
  return examineLanguageModel(deployedConfig(ROOT, file).worker)
}

test.each([
  [{}, "Cloudflare's language model"],
  [{ AI_PROVIDER: 'openai' }, 'OpenAI reads'],
  [{ AI_PROVIDER: 'openai', AI_BASE_URL: 'https://models.test/v1' }, 'https://models.test/v1 reads'],
])('with %j the doctor says who reads sentences', (vars, words) => {
  expect(saidWith(vars)).toEqual([{ state: 'note', what: expect.stringContaining(words) }])
})

test('without a language model the doctor says nothing of one', () => {
  expect(saidWith({ AI_PROVIDER: 'off' })).toEqual([])
})
