import { expect, test } from 'vitest'
import { api } from '../../../worker/app/api.ts'
import { OPERATIONS } from '../../../worker/contract/graphql/graphql-documents.ts'
import { CRONS } from '../../../worker/jobs/cron.ts'
import { ALL_PATHS } from './all-paths.ts'
import type { Notes } from './path.ts'

const calls = ALL_PATHS.filter((path) => path.kind === 'call')

test('every route of the Worker is among the measured paths', () => {
  const routes = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expect(routes.length).toBeGreaterThan(100)
  const measured = new Set(calls.map(({ route }) => route))
  expect([...new Set(routes)].filter((route) => !measured.has(route))).toEqual([])
  expect([...measured].filter((route) => !routes.includes(route))).toEqual([])
})

test('every cron trigger is among the measured paths', () => {
  const measured = ALL_PATHS.flatMap((path) => (path.kind === 'cron' ? path.cron : []))
  expect(CRONS.filter((cron) => !measured.includes(cron))).toEqual([])
})

test('every GraphQL document of our pages is among the measured paths', () => {
  const notes: Notes = { get: () => '"proration_date":1,"amount_today":1', set: () => {} }
  const sent = calls
    .filter(({ route }) => route === 'POST /graphql')
    .map(({ body }) => JSON.stringify(typeof body === 'function' ? body(notes) : body))
  expect(OPERATIONS.filter(({ query }) => !sent.some((text) => text.includes(JSON.stringify(query))))).toEqual([])
})

test('no two paths have the same name', () => {
  const names = ALL_PATHS.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
