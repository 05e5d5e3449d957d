import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { SENTENCES } from '../../contract/errors.ts'
import { looksOf } from '../../contract/shared/lookalike-letters.ts'
import { problemOfPublicName } from './check-public-name.ts'

const SERVICES = ['Switchyard', 'GitHub', 'Google Calendar', 'Slack', 'Todoist', 'Monday.com', 'Wire', 'Telegram']
const problemOf = (name: string) => problemOfPublicName(name, SERVICES)

test.each([
  'https://evil.example',
  'Free prizes at evil.example',
  'Visit www.evil',
  'http://1.2.3.4',
  'bit.ly/x for you',
  'evil。com now',
  'evil\u200b.com now',
  'ｅｖｉｌ．ｃｏｍ now',
  'mailto:eve',
  'ftp://evil',
  'Buy at пример.рф',
])('%j has a link', (name) => {
  expect(problemOf(name)).toBe(SENTENCES.applet_name_link)
})

test.each([
  'Save .csv files from notes.txt',
  'Node.js releases to Slack',
  'Monday.com items become tasks',
  'Version 2.0 is out',
  'Done. Next one',
  'Mail me at 7:30',
  'Slack me new stars',
  'Unofficial GitHub digest',
  'A wire for calendars',
])('%j is a fine name', (name) => {
  expect(problemOf(name)).toBeNull()
})

test.each([
  'GitHub',
  ' github! ',
  'GITHUB',
  'Gіtнub',
  'Тоdоіst',
  'T0d01st',
  'Tödóïst',
  'Git hub',
  'SIack',
  'S1ack',
  'Te1egrarn',
  'VVire',
  'Swіtchyаrd',
  'Google  calendar',
])('%j poses as a service', (name) => {
  expect(problemOf(name)).toBe(SENTENCES.applet_name_service)
})

test.each([
  'Official GitHub mails',
  'The OFFICIAL one',
  '0fficial Applet',
  'Оffісіаl Applet',
  'o.f.f.i.c.i.a.l stars',
  'offlcial',
  'Officially ours',
])('%j says that it is official', (name) => {
  expect(problemOf(name)).toBe(SENTENCES.applet_name_official)
})

const ALIKE: Record<string, string[]> = {
  a: ['а', 'α', 'á', '@', '4', 'Ａ'],
  c: ['с', 'ç', 'ｃ'],
  e: ['е', 'ε', 'é', '3'],
  f: ['ƒ', 'Ｆ', 'f\u200d'],
  g: ['ɡ', 'ğ'],
  i: ['і', 'ι', '1', 'l', '|', 'İ'],
  k: ['к', 'κ'],
  l: ['1', 'I', 'ӏ', '|'],
  o: ['о', 'ο', '0', 'ö', 'Ｏ'],
  r: ['г', 'ŕ'],
  s: ['ѕ', '5', '$', 'š'],
  t: ['т', 'τ', '7'],
}

test('letters that look alike hide no name', () => {
  assert(
    property(
      constantFrom('github', 'slack', 'official', 'todoist', 'telegram'),
      array(constantFrom(0, 1, 2, 3, 4, 5, 6)),
      (name, picks) => {
        const disguised = [...name].map((letter, at) => ALIKE[letter]?.[(picks[at] ?? 6) % 7] ?? letter).join('')
        expect(looksOf(disguised)).toBe(looksOf(name))
        expect(problemOf(disguised)).not.toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  'GitHub\u3164',
  '\u115fGitHub',
  'Git\uffa0hub',
  'Git\u2800hub',
  'Git\u034fhub',
  'Git\u{e0041}hub',
  'tօdօist',
  'Ꮪlack',
  'ꓢlack',
])('%j poses as a service with what cannot be seen', (name) => {
  expect(problemOf(name)).toBe(SENTENCES.applet_name_service)
})
