import { expect, test } from 'vitest'
import { countCharacters, fittedAtCaret, toSuggestion } from './suggestion.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const E_ACUTE = 'e\u0301'
const bytes = (text: string) => new TextEncoder().encode(text).length

test('a character is what a reader counts as one (§D3.7)', () => {
  expect(countCharacters('')).toBe(0)
  expect(countCharacters('abc')).toBe(3)
  expect(countCharacters(`${FAMILY}${E_ACUTE}🇩🇪`)).toBe(3)
})

// §5-06
test('a suggestion is trimmed (§5)', () => {
  expect(toSuggestion('  Make it faster.\n ')).toBe('Make it faster.')
  expect(toSuggestion(' \n\t ')).toBe('')
})

// §5-04 §9-11
test('a suggestion of 255 characters is whole, one of 256 is cut to 255 (§5, §9)', () => {
  expect(toSuggestion('a'.repeat(255))).toHaveLength(255)
  expect(toSuggestion('a'.repeat(256))).toHaveLength(255)
  expect(countCharacters(toSuggestion(E_ACUTE.repeat(300)))).toBe(255)
})

test('no character is split by the cut (§5)', () => {
  expect(toSuggestion('a'.repeat(254) + E_ACUTE + 'b')).toBe('a'.repeat(254) + E_ACUTE)
  expect(toSuggestion('a'.repeat(255) + FAMILY)).toBe('a'.repeat(255))
})

// §D3.7-21
test('a suggestion is at most 2,000 bytes, in whole characters (§D3.7)', () => {
  const cut = toSuggestion(FAMILY.repeat(255))
  expect(bytes(cut)).toBeLessThanOrEqual(2000)
  expect(cut).toBe(FAMILY.repeat(80))
  // One letter under 3,000 marks is one character, and none of it fits.
  expect(toSuggestion(`ab${'z' + '\u0301'.repeat(3000)}`)).toBe('ab')
})

test('what no database keeps is left out of a suggestion', () => {
  expect(toSuggestion('a\0b')).toBe('ab')
  expect(bytes(toSuggestion('a\ud800b'))).toBe(5)
})

test('while typing, what comes in too much goes and what stands behind the caret stays (§5)', () => {
  const full = 'a'.repeat(250) + 'tail!'
  expect(fittedAtCaret('abc', 3)).toEqual({ text: 'abc', caret: 3 })
  expect(fittedAtCaret(`${'a'.repeat(250)}XYtail!`, 252)).toEqual({ text: full, caret: 250 })
  expect(fittedAtCaret(full + 'more', 259)).toEqual({ text: full, caret: 255 })
  expect(fittedAtCaret('a'.repeat(300), 0)).toEqual({ text: 'a'.repeat(255), caret: 0 })
})

test('a space at the end stays while typing goes on', () => {
  expect(fittedAtCaret('and ', 4).text).toBe('and ')
})
