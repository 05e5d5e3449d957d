import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuseOlderRunners } from './prepare-database.ts'

test("local data with an older release's Runners asks for a reset", () => {
  const folder = mkdtempSync(join(tmpdir(), 'older-runners-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(() => refuseOlderRunners(folder)).not.toThrow()
  mkdirSync(join(folder, 'v3/do/switchyard-api-Runner'), { recursive: true })
  expect(() => refuseOlderRunners(folder)).toThrow('npm run reset')
})
