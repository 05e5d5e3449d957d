import { expect, expectTypeOf, test } from 'vitest'
import { hasShape, type Shape } from './answer-shape.ts'

type Answer = { name: string; count: number | null; on: boolean; rows: string[]; inner: { id: number }; more?: string }
const SHAPE: Shape<Answer> = { name: 'text', count: 'number?', on: 'flag', rows: 'list', inner: { id: 'number' } }
const ANSWER: Answer = { name: 'a', count: null, on: true, rows: [], inner: { id: 1 } }

test('accepts an answer with every key of its shape', () => {
  expect(hasShape(ANSWER, SHAPE)).toBe(true)
  expect(hasShape({ ...ANSWER, count: 3, more: 1 }, SHAPE)).toBe(true)
})

test.each([
  ['a page', '<html>'],
  ['nothing', null],
  ['a list', [ANSWER]],
  ['an empty object', {}],
  ['without a list', { ...ANSWER, rows: undefined }],
  ['with an object as its list', { ...ANSWER, rows: {} }],
  ['with null as its text', { ...ANSWER, name: null }],
  ['with a text as its number', { ...ANSWER, count: '3' }],
  ['with a list as its object', { ...ANSWER, inner: [] }],
  ['without a key of its object', { ...ANSWER, inner: {} }],
])('refuses an answer that is %s', (_, answer) => {
  expect(hasShape(answer, SHAPE)).toBe(false)
})

test('a shape names every key that its type demands', () => {
  expectTypeOf<Shape<{ a: string; b?: number }>>().toEqualTypeOf<{ readonly a: 'text' }>()
  expectTypeOf<Shape<{ kind: 'a'; x: number } | { kind: 'b' }>>().toEqualTypeOf<{ readonly kind: 'text' }>()
  expectTypeOf<Shape<{ a: number[] | null }>>().toEqualTypeOf<{ readonly a: 'list?' }>()
})
