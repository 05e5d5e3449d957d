import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** Runs a command where no product was ever started. */
function command(file: string, args: readonly string[], input = '') {
  const env = { ...process.env, PORT: '9399', CLOUDFLARE_API_TOKEN: '' }
  const options = { cwd: ROOT, env, input, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dev', file), ...args], options)
  return { status, stdout, stderr }
}

test.each([
  ['deploy/after-restore.ts', []],
  ['deploy/search/search-rebuild.ts', []],
  ['doctor.ts', []],
  ['deploy/db-copy.ts', ['switchyard', 'other']],
  ['deploy/operator/print-operator-setting.ts', ['ada@example.com']],
  ['deploy/source-maps/print-stack.ts', []],
  ['reset.ts', []],
  ['service/service.ts', ['try', 'github', 'new_issue']],
] as const)('%s refuses an argument that it does not know', (file, args) => {
  const { status, stderr } = command(file, [...args, '--remot'])
  expect(stderr).toMatch(/'--remot'[^]*Usage: npm run /)
  expect(status).toBe(1)
})

test('a command for local data says that nothing was started here yet', () => {
  const { status, stdout, stderr } = command('deploy/after-restore.ts', [])
  expect(stderr).toBe('There is no local data of port 9399 yet: run `npm start` there first.\n')
  expect([status, stdout]).toEqual([1, ''])
})

test('a command that is asked how it is used does nothing else', () => {
  const { status, stdout, stderr } = command('reset.ts', ['--help'])
  expect([status, stdout, stderr]).toEqual([0, 'Usage: npm run reset\n', ''])
})

test('local data stays while a program runs on its port', async () => {
  const server = createServer().listen(9399, '127.0.0.1')
  await once(server, 'listening')
  const { status, stdout, stderr } = command('reset.ts', [])
  server.close()
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe('A program runs on port 9399. Stop it first: its data would be lost while it writes.\n')
})

test('a stack is read by the build of no unknown Worker', () => {
  expect(command('deploy/source-maps/print-stack.ts', ['runer']).stderr).toContain(
    'Usage: npm run operate -- read-stack',
  )
})

test('commands for the deployed data in the docs say --remote', () => {
  const texts = ['README.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/operate.md', 'docs/services.md'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  // A text that only names a command has no database behind it.
  const commands = texts
    .join('\n')
    .match(/npm run wrangler -- (?:d1 (?:execute|export|migrations)|kv key)[^`]* (?:DB|CACHE)\b.*/g)
  expect(commands?.length).toBeGreaterThan(5)
  expect(commands?.filter((each) => !each.includes('--remote'))).toEqual([])
})

test('the guide runs the commands of this project with --remote', () => {
  const guide = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')
  const commands = guide.match(/npm run (?:operate -- (?!read-stack)|stripe:setup|doctor)[^`\n]*/g)
  expect(commands?.filter((each) => !each.includes('--remote'))).toEqual([])
})
