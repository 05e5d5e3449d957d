import { expect, test } from 'vitest'
import { describeRollback } from './describe-rollback.ts'

const before = { worker: { active: { id: 'w1' } }, runner: { active: { id: 'r1' } }, pages: { active: { id: 'p1' } } }

test('names what going back does not undo', () => {
  const said = describeRollback({
    before,
    isNew: { worker: true, runner: true, pages: true },
    migrations: ['switchyard 0015_more.sql'],
    objectsChanged: true,
  })
  expect(said.slice(0, 3)).toEqual([
    'To go back:',
    '  npm run deploy -- --rollback-pages p1',
    '  npm run wrangler -- rollback w1 --yes && npm run wrangler -- runner rollback r1 --yes',
  ])
  expect(said.join('\n')).toContain('migrations of D1 (switchyard 0015_more.sql)')
  expect(said.join('\n')).toContain('Cloudflare refuses to go back')
})

test('goes back only with what was deployed', () => {
  const change = { before, migrations: [], objectsChanged: false }
  const [, worker] = describeRollback({ ...change, isNew: { worker: true, runner: false, pages: false } })
  expect(worker).toBe('  npm run wrangler -- rollback w1 --yes')
  expect(describeRollback({ ...change, isNew: { worker: false, runner: false, pages: false } })).toEqual([])
})

test('has nothing to go back to after the first deployment', () => {
  const isNew = { worker: true, runner: true, pages: true }
  const nothing = { worker: null, runner: null, pages: null }
  expect(describeRollback({ before: nothing, isNew, migrations: [], objectsChanged: true })).toEqual([
    'This was the first deployment, so there is nothing to go back to.',
  ])
})
