import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import type { StepKind } from '../../worker/contract/connections/service.ts'
import { askNewService } from './ask-new-service.ts'
import { checkServiceText } from './check-service.ts'
import { WAYS, type Choices, type Way } from './compose-service.ts'
import { listServiceFiles } from './list-service-files.mjs'
import { EVERYTHING, writeNewService } from './new-service.ts'
import { drawIcons, missingIcons } from './service-icons.ts'
import { typedTerminal } from './terminal.fixture.ts'

function aFolder(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'worker/services'), { recursive: true })
  return folder
}

async function written(id: string, choices?: Choices): Promise<{ text: string; document: Record<string, unknown> }> {
  const root = aFolder()
  const [file = ''] = await writeNewService(id, choices, root)
  const text = readFileSync(join(root, file), 'utf8')
  return { text, document: JSON.parse(text) }
}

test('a new service is right from the start', async () => {
  const root = aFolder()
  const [file = '', icon = ''] = await writeNewService('post_box', undefined, root)
  const text = readFileSync(join(root, file), 'utf8')
  expect(await checkServiceText(text)).toEqual([])
  expect(JSON.parse(text)).toMatchObject({ id: 'post_box', name: 'Post Box', icon: 'post_box.svg' })
  expect(Object.keys(JSON.parse(text))).toEqual(expect.arrayContaining(['triggers', 'queries', 'actions', 'headers']))
  expect(readFileSync(join(root, icon), 'utf8')).toMatch(/^<svg .*>P<\/text><\/svg>\n$/)
})

const KINDS: StepKind[][] = [
  ['trigger'],
  ['query'],
  ['action'],
  ['trigger', 'query'],
  ['trigger', 'action'],
  ['query', 'action'],
  ['trigger', 'query', 'action'],
]
const COMBINATIONS = (Object.keys(WAYS) as Way[]).flatMap((way) => KINDS.map((kinds) => ({ way, kinds })))

test.each(COMBINATIONS)('a service of $way with $kinds is right, and has no more', async (choices) => {
  const { text, document } = await written('post_box', choices)
  expect(await checkServiceText(text)).toEqual([])
  const steps = ['trigger', 'query', 'action'] as const
  const lists = { trigger: 'triggers', query: 'queries', action: 'actions' }
  expect(steps.filter((kind) => Object.hasOwn(document, lists[kind]))).toEqual(choices.kinds)
  const kind = { none: 'none', oauth2: 'oauth2' }[choices.way as string] ?? 'key'
  expect(document['connect']).toMatchObject({ kind })
})

test('a new file is written as the formatter writes it', async () => {
  const template = readFileSync(new URL('./template.json', import.meta.url), 'utf8')
  const { connect: _connect, headers: _headers, ...rest } = JSON.parse(template)
  const { text, document } = await written('acme')
  expect(document).toMatchObject(rest)
  expect(text.split('\n').filter((line) => line.length > 120)).toEqual([])
  expect(text).toContain('\n  "keywords": ["parcel"],\n')
})

test('what is wanted is asked for', async () => {
  const terminal = typedTerminal(['Acme', 'post_box', 'oauth2', '1,4', '1 3'])
  const asked = await askNewService(terminal, undefined, aFolder())
  expect(asked).toEqual({ id: 'post_box', choices: { way: 'oauth2', kinds: ['trigger', 'action'] } })
  expect(terminal.said()).toContain('"Acme" cannot be a name.')
  expect(terminal.said()).toContain('Type numbers from 1 to 3')
})

test('answers that stay empty begin with everything', async () => {
  expect(await askNewService(typedTerminal(['', '']), 'post_box', aFolder())).toEqual({
    id: 'post_box',
    choices: EVERYTHING,
  })
})

test('without a terminal nothing is asked', async () => {
  const nobody = typedTerminal(null)
  expect(await askNewService(nobody, 'post_box')).toEqual({ id: 'post_box', choices: EVERYTHING })
  await expect(askNewService(nobody, undefined)).rejects.toThrow('Name it: npm run service -- new acme')
})

test('no new service overwrites a file', async () => {
  const root = aFolder()
  await writeNewService('post_box', undefined, root)
  const again = writeNewService('post_box', undefined, root)
  await expect(again).rejects.toThrow('services/post_box.json is there already.')
})

test('icons that are there are not drawn again', () => {
  const root = aFolder()
  const acme = { id: 'acme', name: '„Acme“', color: '#112233' }
  expect(drawIcons(acme, root)).toHaveLength(3)
  const [colored = ''] = ['web/public/icons/services/acme.svg']
  expect(readFileSync(join(root, colored), 'utf8')).toMatch(/fill="#112233".*>A<\/text>/)
  rmSync(join(root, colored))
  expect(missingIcons('acme', root)).toEqual([colored])
  expect(drawIcons(acme, root)).toEqual([colored])
  expect(drawIcons(acme, root)).toEqual([])
})

test.each([
  ['Acme', 'Use small letters'],
  ['7up', 'Use small letters'],
  ['a', 'Use small letters'],
  ['github', 'github is a service of this site'],
  ['git_hub', 'looks like GitHub'],
  ['settings', 'is an address of this site'],
  ['constructor', 'must be like acme'],
])('no new service is called %s', async (name, reason) => {
  const root = aFolder()
  await expect(writeNewService(name, undefined, root)).rejects.toThrow(reason)
  expect(existsSync(join(root, 'services'))).toBe(false)
})

test('every file in services/ is brought into the Worker', async () => {
  const root = aFolder()
  const module = () => {
    listServiceFiles(root)
    return readFileSync(join(root, 'worker/services/json-services.ts'), 'utf8')
  }
  expect(module()).toContain('serviceFiles: readonly unknown[] = []')
  await writeNewService('post_box', undefined, root)
  expect(readFileSync(join(root, 'worker/services/json-services.ts'), 'utf8')).toContain('= [post_box]')
  expect(await writeNewService('acme', undefined, root)).toContain('worker/services/json-services.ts')
  expect(module()).toContain("import acme from '../../services/acme.json' with { type: 'json' }")
  expect(module()).toContain('serviceFiles: readonly unknown[] = [acme, post_box]')
})
