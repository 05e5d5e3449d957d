import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkServiceText } from './check-service.ts'
import { listServiceFiles } from './list-service-files.mjs'
import { writeNewService } from './new-service.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'worker/services'), { recursive: true })
  return folder
}

test('a new service is right from the start', async () => {
  const root = aFolder()
  const [file = '', icon = ''] = writeNewService('post_box', root)
  const text = readFileSync(join(root, file), 'utf8')
  expect(await checkServiceText(text)).toEqual([])
  expect(JSON.parse(text)).toMatchObject({ id: 'post_box', name: 'Post Box', icon: 'post_box.svg' })
  expect(readFileSync(join(root, icon), 'utf8')).toMatch(/^<svg .*>P<\/text><\/svg>\n$/)
})

test('no new service overwrites a file', () => {
  const root = aFolder()
  writeNewService('post_box', root)
  expect(() => writeNewService('post_box', root)).toThrow('services/post_box.json is there already.')
})

test.each(['Acme', '7up', 'octoforge', 'a'])('no new service is called %s', (name) => {
  expect(() => writeNewService(name, aFolder())).toThrow()
})

test('every file in services/ is brought into the Worker', () => {
  const root = aFolder()
  const module = () => {
    listServiceFiles(root)
    return readFileSync(join(root, 'worker/services/json-services.ts'), 'utf8')
  }
  expect(module()).toContain('serviceFiles: readonly unknown[] = []')
  writeNewService('post_box', root)
  expect(readFileSync(join(root, 'worker/services/json-services.ts'), 'utf8')).toContain('= [post_box]')
  expect(writeNewService('acme', root)).toContain('worker/services/json-services.ts')
  expect(module()).toContain("import acme from '../../services/acme.json' with { type: 'json' }")
  expect(module()).toContain('serviceFiles: readonly unknown[] = [acme, post_box]')
})
