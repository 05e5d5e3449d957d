import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'
import { compilePattern } from './pattern-program.ts'
import { PatternProblem } from './pattern-tree.ts'

const free = () => undefined

function search(source: string, flags: string, text: string): (string | number | undefined)[] | null {
  const slots = matchPattern(compilePattern(source, flags), text, 0, false, free)
  if (!slots) return null
  const groups = Array.from({ length: slots.length / 2 }, (_, group) => {
    const [start = -1, end = -1] = [slots[2 * group], slots[2 * group + 1]]
    return start < 0 || end < 0 ? undefined : text.slice(start, end)
  })
  return [slots[0], ...groups]
}

function searchInV8(source: string, flags: string, text: string): (string | number | undefined)[] | null {
  const found = new RegExp(source, flags).exec(text)
  return found && [found.index, ...found]
}

const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      'A',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\d',
      '\\s',
      '\\b',
      '^',
      '$',
      '\\.',
      'é',
      '[A-Z\\d]',
      '-',
    ),
    fc
      .tuple(
        fc.constantFrom('a', '.', '\\w', '[^b]'),
        fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{2,}'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(tie('pattern'), fc.constantFrom('', '', '*', '+', '?', '+?', '{0,2}'))
      .map(([inner, times]) => `(${inner})${times}`),
    fc
      .tuple(tie('pattern'), tie('pattern'), fc.constantFrom('', '*', '?'))
      .map(([one, other, times]) => `(?:${one}|${other})${times}`),
    fc.tuple(fc.constantFrom('?=', '?!'), tie('pattern')).map(([kind, inner]) => `(${kind}${inner})`),
  ),
  pattern: fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
}))

test('random patterns match as in V8', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'a', 'b', 'A', ' ', '1', '\n', 'é', '.', '-'), maxLength: 9 })
  const matchesAsInV8 = fc.property(
    pattern,
    fc.constantFrom('', 'i', 'm', 's', 'u'),
    text,
    (source, flags, subject) => {
      let found
      try {
        found = search(source, flags, subject)
      } catch (error) {
        if (error instanceof PatternProblem && /lazy|too large|nested/.test(error.message)) return
        throw error
      }
      expect(found).toEqual(searchInV8(source, flags, subject))
    },
  )
  fc.assert(matchesAsInV8, { numRuns: 1000 })
})

test.each([
  ['(?<year>\\d{4})-(?<month>\\d\\d)', '', 'on 2026-11-22'],
  ['\\B(?=(\\d{3})+(?!\\d))', '', '1234567'],
  ['[\\u{1F600}-\\u{1F64F}]', 'u', 'a 😀 b'],
  ['\\p{Lu}\\p{Ll}+', 'u', 'der Ärger'],
  ['straße', 'iu', 'STRAßE'],
  ['^(?:[a-z]{2,3}|x)$', 'm', 'abcd\nxy\n'],
  ['\\x41\\u0042\\cJ?', '', 'AB'],
  ['{}]', '', 'a{}]'],
])('/%s/%s matches as in V8', (source, flags, text) => {
  expect(search(source, flags, text)).toEqual(searchInV8(source, flags, text))
})

test.each([
  ['(a+)+b', 30_000],
  ['(a|aa)*b', 30_000],
  ['(a*)*b', 30_000],
  ['^(.*)(.*)(.*)b$', 30_000],
])('/%s/ takes work in proportion to its text', (source, length) => {
  const work = (characters: number) => {
    let steps = 0
    matchPattern(compilePattern(source, ''), 'a'.repeat(characters), 0, true, (more) => (steps += more))
    return steps
  }
  expect(work(length)).toBeLessThan(2.2 * work(length / 2))
})

test.each([
  ['(a)\\1', /Going back/],
  ['(?<=a)b', /Looking behind/],
  ['(', /wrong: Unterminated group/],
  ['a{1000}{2}', /wrong/],
  ['(?:a{1000}){3}', /too large/],
  ['('.repeat(60) + ')'.repeat(60), /nested too deeply/],
  ['(a??)*', /lazy/],
])('refuses /%s/ with words', (source, message) => {
  expect(() => compilePattern(source, '')).toThrow(message)
})
