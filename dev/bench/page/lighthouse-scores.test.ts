import { expect, test } from 'vitest'
import { findShortfalls, medianRun, readScores, type LighthouseReport } from './lighthouse-scores.ts'

const WHOLE = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const run = (performance: number) => ({ scores: { ...WHOLE, performance } })

function report(given: Partial<LighthouseReport> = {}): LighthouseReport {
  const full = { score: 1, auditRefs: [] }
  const seo = {
    score: 0.92,
    auditRefs: [
      { id: 'meta-description', weight: 1 },
      { id: 'document-title', weight: 1 },
      { id: 'structured-data', weight: 0 },
    ],
  }
  const audits = {
    'meta-description': { title: 'Document has no description', score: 0 },
    'document-title': { title: 'Document has a title', score: 1 },
    'structured-data': { title: 'Look at it yourself', score: 0 },
  }
  return { categories: { performance: full, accessibility: full, 'best-practices': full, seo }, audits, ...given }
}

test('the run in the middle counts, in any order', () => {
  expect(medianRun([run(100), run(91), run(98)])).toEqual(run(98))
})

test.each([
  [{}, []],
  [{ performance: 97 }, ['performance']],
  [{ accessibility: 99, 'best-practices': 96, seo: 92 }, ['accessibility', 'best-practices', 'seo']],
])('points below the least are a shortfall: %j', (points, missing) => {
  expect(findShortfalls({ ...WHOLE, ...points })).toEqual(missing)
})

test('names the audits that cost points', () => {
  const { scores, lost } = readScores(report())
  expect(scores).toEqual({ ...WHOLE, performance: 100, seo: 92 })
  expect(lost).toEqual({
    performance: [],
    accessibility: [],
    'best-practices': [],
    seo: ['Document has no description'],
  })
})

test('a category without a score has no points', () => {
  const { categories } = report()
  const unknown = { ...categories, performance: { score: null, auditRefs: [] } }
  expect(readScores(report({ categories: unknown })).scores.performance).toBe(0)
})

test('a page that did not load has no scores', () => {
  const runtimeError = { message: 'The page did not paint.' }
  expect(() => readScores(report({ runtimeError }))).toThrow('The page did not paint.')
})
