import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DESCRIPTION_MAX } from './drafts/describe-draft.ts'
import { activationPath, appletPath, loginPath, safeReturnTo, slugify } from './addresses.ts'

const ORIGIN = 'https://switchyard.example'
const SEEDS = [
  '//',
  '/\\',
  '\\',
  'https:',
  'javascript:',
  '@',
  'evil.example',
  '..',
  '.',
  '%2f',
  '%5c',
  '%00',
  '\t',
  '\n',
  ';',
  ':',
  '?',
  '#',
  '/applets/star',
  ' ',
  '\u3002',
  '\uff0f',
  'data:',
  '%0d%0a',
]

/** Whether the browser would leave our site from one of these pages. */
function leaves(target: string): boolean {
  return ['/', '/login?x', '/a/b/c'].some((page) => new URL(target, ORIGIN + page).origin !== ORIGIN)
}

test('no return_to leaves the site', () => {
  const payload = fc.array(fc.oneof(fc.constantFrom(...SEEDS), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(payload, fc.boolean(), (parts, slash) => {
      const result = safeReturnTo((slash ? '/' : '') + parts.join(''))
      expect(result === null || (result.startsWith('/') && !leaves(result))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('checking a return_to again does not change it', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const once = safeReturnTo(`/${path}?${query}`)
      expect(safeReturnTo(once)).toBe(once)
    }),
  )
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'evil.example',
  '\\\\evil.example',
  ' //evil.example',
  '//user@own.invalid',
  '//[',
  '',
  `/${'a'.repeat(6000)}`,
  null,
  undefined,
])('refuses a return_to that is not our path: %j', (value) => expect(safeReturnTo(value)).toBeNull())

test.each([
  ['/applets/star-to-sheet?x=1#top', '/applets/star-to-sheet?x=1#top'],
  ['/', '/'],
  ['/.//evil.example', '/evil.example'],
  ['/a/../..//evil.example', '/evil.example'],
  ['/search?q=//evil.example', '/search?q=//evil.example'],
])('keeps a return_to of ours: %s', (value, kept) => expect(safeReturnTo(value)).toBe(kept))

test.each(['あ', 'ж', '🌧'])('a whole sentence of “%s” comes back after signing in', (letter) => {
  const sentence = letter.repeat(DESCRIPTION_MAX / letter.length)
  const path = `/create?describe=${encodeURIComponent(sentence)}`
  const back = safeReturnTo(new URLSearchParams(loginPath(path).split('?')[1]).get('return_to'))
  expect(new URLSearchParams(back?.split('?')[1]).get('describe')).toBe(sentence)
})

// §2.1-04 §2.1-06 §2.1-09
test("an Applet's address prefers friendly_id, then id with name, then id", () => {
  const applet = { id: 7, friendly_id: null, name: 'Crème brûlée: to Sheet!', config_type: 'static' as const }
  expect(appletPath({ ...applet, friendly_id: 'star-to-sheet' }, 'a=1')).toBe('/applets/star-to-sheet?a=1')
  expect(appletPath(applet, '?a=1')).toBe('/applets/7-creme-brulee-to-sheet?a=1')
  expect(appletPath({ ...applet, name: '☃' })).toBe('/applets/7')
  expect(appletPath({ ...applet, config_type: 'dynamic' })).toBe('/connections/7-creme-brulee-to-sheet')
})

test('a slug holds only letters, digits and single hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(slugify(name)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
    }),
  )
})

// §2.1-10 §4.10-04
test('activation and login paths carry their values unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 2 }), (names, to) => {
      const activate = new URL(activationPath(names, to), ORIGIN).searchParams
      expect(activate.getAll('c[]')).toEqual(names)
      expect(activate.get('return_to')).toBe(to)
      expect(new URL(loginPath(to), ORIGIN).searchParams.get('return_to')).toBe(to)
    }),
  )
})
