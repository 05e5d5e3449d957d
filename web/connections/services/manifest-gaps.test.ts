import { expect, test } from 'vitest'
import { fillGaps, manifestGaps } from './manifest-gaps.ts'

const DRAFT = {
  id: '',
  name: '',
  triggers: [{ slug: 'runs_low', name: '', fields: [{ slug: 'shelf', label: '' }] }],
}
const PATHS = ['id', 'triggers.0.name', 'triggers.0.fields.0.label']

test('each gap is named by its step and field', () => {
  expect(manifestGaps(DRAFT, PATHS).map(({ label }) => label)).toEqual([
    'Id',
    'Trigger runs_low: name',
    'Trigger runs_low, field shelf: label',
  ])
})

test('a name begins as its slug in words, a description empty', () => {
  const paths = ['name', 'triggers.0.name', 'triggers.0.description', 'triggers.0.fields.0.label']
  expect(manifestGaps(DRAFT, paths).map(({ defaultValue }) => defaultValue)).toEqual([
    undefined,
    'Runs low',
    undefined,
    'Shelf',
  ])
})

test('values go to their places and nowhere else', () => {
  const filled = fillGaps(DRAFT, { id: 'larder', 'triggers.0.fields.0.label': 'Shelf', 'queries.3.name': 'x' })
  expect(JSON.parse(filled)).toEqual({
    id: 'larder',
    name: '',
    triggers: [{ slug: 'runs_low', name: '', fields: [{ slug: 'shelf', label: 'Shelf' }] }],
  })
  expect(DRAFT.id).toBe('')
})
