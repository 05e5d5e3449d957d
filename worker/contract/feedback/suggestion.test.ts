import { expect, test } from 'vitest'
import { countCharacters, fittedAtCaret, toSuggestion } from './suggestion.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const E_ACUTE = 'e\u0301'
const bytes = (text: string) => new TextEncoder().encode(text).length

test('counts characters as a reader does', () => {
  expect(countCharacters('')).toBe(0)
  expect(countCharacters('abc')).toBe(3)
  expect(countCharacters(`${FAMILY}${E_ACUTE}🇩🇪`)).toBe(3)
})

// §5-06
test('trims a suggestion', () => {
  expect(toSuggestion('  Make it faster.\n ')).toBe('Make it faster.')
  expect(toSuggestion(' \n\t ')).toBe('')
})

// §5-04
test('cuts a suggestion to 255 characters', () => {
  expect(toSuggestion('a'.repeat(255))).toHaveLength(255)
  expect(toSuggestion('a'.repeat(256))).toHaveLength(255)
  expect(countCharacters(toSuggestion(E_ACUTE.repeat(300)))).toBe(255)
})

test('never splits a character', () => {
  expect(toSuggestion('a'.repeat(254) + E_ACUTE + 'b')).toBe('a'.repeat(254) + E_ACUTE)
  expect(toSuggestion('a'.repeat(255) + FAMILY)).toBe('a'.repeat(255))
})

test('limits a suggestion to 2,000 bytes in whole characters', () => {
  const cut = toSuggestion(FAMILY.repeat(255))
  expect(bytes(cut)).toBeLessThanOrEqual(2000)
  expect(cut).toBe(FAMILY.repeat(80))
  // One letter under 3,000 marks is one character, and none of it fits.
  expect(toSuggestion(`ab${'z' + '\u0301'.repeat(3000)}`)).toBe('ab')
})

test('drops characters that databases do not store', () => {
  expect(toSuggestion('a\0b')).toBe('ab')
  expect(bytes(toSuggestion('a\ud800b'))).toBe(5)
})

test('typing past the limit keeps the text after the caret', () => {
  const full = 'a'.repeat(250) + 'tail!'
  expect(fittedAtCaret('abc', 3)).toEqual({ text: 'abc', caret: 3 })
  expect(fittedAtCaret(`${'a'.repeat(250)}XYtail!`, 252)).toEqual({ text: full, caret: 250 })
  expect(fittedAtCaret(full + 'more', 259)).toEqual({ text: full, caret: 255 })
  expect(fittedAtCaret('a'.repeat(300), 0)).toEqual({ text: 'a'.repeat(255), caret: 0 })
})

test('keeps a trailing space while typing', () => {
  expect(fittedAtCaret('and ', 4).text).toBe('and ')
})
