import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { drawIcons } from './service-icons.ts'

const TEMPLATE = readFileSync(join(ROOT, 'dev/service/template.json'), 'utf8')
const SERVICE = 'service/service'
/** What the command imports. */
const OF_DEV = ['bootstrap.mjs', 'service', 'processes', 'settings', 'stand-ins/samples/fit']
const PACKAGE = ['package.json', 'package-lock.json']
let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'project-'))
  for (const part of ['worker', ...OF_DEV.map((each) => `dev/${each}`), ...PACKAGE]) {
    cpSync(join(ROOT, part), join(root, part), { recursive: true })
  }
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '.installed')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  }
  const lock = readFileSync(join(root, 'package-lock.json'))
  writeFileSync(join(root, 'node_modules/.installed'), createHash('sha256').update(lock).digest('hex'))
  mkdirSync(join(root, 'services'))
  for (const id of ['acme', 'acme2', 'broken', 'empty']) drawIcons({ id, name: 'Acme', color: '#0b7285' }, root)
  return () => rmSync(root, { recursive: true })
})

/** Runs the command in a copy of the project whose files in services/ are these. */
function runCommand(files: Record<string, string>, command: string, ...args: string[]) {
  rmSync(join(root, 'services'), { recursive: true })
  mkdirSync(join(root, 'services'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'services', name), text)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['dev/bootstrap.mjs', command, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { said: `${stdout}${stderr}`.trimEnd(), status }
}

type Part = Record<string, unknown>
/** The template with one of its parts changed. */
function changed(change: (file: { connect: Part; triggers: [Part] } & Part) => void): string {
  const file = JSON.parse(TEMPLATE)
  change(file)
  return JSON.stringify(file, null, 2)
}

const OAUTH = { kind: 'oauth2', authorize_url: '/authorize', token_url: '/token' }
const KEYLESS = { kind: 'key' }

test.each([
  ['account', changed((file) => Object.assign(file, { connect: KEYLESS })), 'connect.account'],
  ['scopes', changed((file) => Object.assign(file, { connect: { ...file.connect, ...OAUTH } })), 'connect.scopes'],
  ["a trigger's id", changed(({ triggers: [first] }) => delete first['id']), 'triggers.0.id'],
  ['hosts', changed((file) => delete file['hosts']), 'hosts'],
])('a registered file without %s is checked like any other', (_, text, key) => {
  const { said, status } = runCommand({ 'acme.json': text }, SERVICE, 'check', 'services/acme.json')
  expect(said.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^acme\\.json:\\d+ ${key}: is missing[.:]`)))
  expect(said).not.toContain('    at ')
  expect(status).toBe(1)
})

test('a registered file that is not JSON is named with its line', () => {
  const { said, status } = runCommand({ 'acme.json': TEMPLATE.replace('"acme",', '"acme"') }, SERVICE, 'check', 'acme')
  expect(said).toMatch(/^acme\.json:4 this is not JSON .*$/)
  expect(status).toBe(1)
})

test("another file's fault stands in nobody's way", () => {
  const files = { 'acme.json': TEMPLATE, 'broken.json': '{', 'empty.json': '{}' }
  expect(runCommand(files, SERVICE, 'check', 'acme')).toMatchObject({ status: 0 })
  expect(runCommand(files, SERVICE, 'new', 'post_box')).toMatchObject({ status: 0 })
})

test('each named file is checked', () => {
  const files = { 'acme.json': TEMPLATE, 'broken.json': '{', 'empty.json': '{}' }
  const { said, status } = runCommand(files, SERVICE, 'check', 'acme', 'broken', 'empty')
  expect([...new Set(said.match(/^\w+\.json/gm))]).toEqual(['broken.json', 'empty.json'])
  expect(status).toBe(1)
})

test('a file without icons is told how to get them', () => {
  const files = { 'bare.json': TEMPLATE.replace('"id": "acme"', '"id": "bare"').replace('acme.svg', 'bare.svg') }
  const { said, status } = runCommand(files, SERVICE, 'check')
  expect(said).toBe(
    'bare.json:1 has no icon web/public/icons/services/bare.svg: npm run service -- icons bare draws one.',
  )
  expect(status).toBe(1)
  expect(runCommand(files, SERVICE, 'icons', 'bare').said).toMatch(/^Drawn: (?:\S+\.svg(?:, )?){3}$/)
  expect(runCommand(files, SERVICE, 'check').status).toBe(0)
})

test('a name that another registered file has is refused', () => {
  const other = TEMPLATE.replace('"id": "acme"', '"id": "acme2"')
  const { said } = runCommand({ 'acme.json': TEMPLATE, 'acme2.json': other }, SERVICE, 'check', 'acme')
  expect(said).toContain('acme.json:5 short_name: filter code would call it Acme, like another service.')
})

test.each(['start', 'preview', 'build', 'deploy'])('%s says what is wrong with the files in services/', (command) => {
  const { said, status } = runCommand({ 'acme.json': TEMPLATE, 'broken.json': '{' }, command)
  expect(said).toMatch(/^broken\.json:1 this is not JSON .*$/)
  expect(status).toBe(1)
})
