import { experimental_readRawConfig } from 'wrangler'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WranglerConfig } from '../config/deployed-config.ts'
import { ROOT } from '../../processes/run.ts'
import { examineLanguageModel } from './examine-language-model.ts'

const LINES = '# [ai]\n# binding = "AI"\n'

/** Our wrangler.toml, with the lines of its comment as they are or without their "#". */
function config(AI_PROVIDER: string, bound: boolean): WranglerConfig {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  expect(file).toContain(LINES)
  const path = join(folder, 'wrangler.toml')
  writeFileSync(path, bound ? file.replace(LINES, LINES.replaceAll('# ', '')) : file)
  const { rawConfig } = experimental_readRawConfig({ config: path })
  return { name: '', ...rawConfig, vars: { ...rawConfig.vars, AI_PROVIDER } } as WranglerConfig
}
const states = (...given: Parameters<typeof config>) => examineLanguageModel(config(...given)).map(({ state }) => state)

test('a setting for Workers AI without its binding is open', () => {
  expect(examineLanguageModel(config('workers-ai', false))).toMatchObject([
    { state: 'open', what: expect.stringContaining('no [ai]'), mend: expect.stringContaining('npm run deploy') },
  ])
  expect(states('workers-ai', true)).toEqual(['ok'])
  expect(states('off', false)).toEqual([])
  expect(states('openai', false)).toEqual([])
})
