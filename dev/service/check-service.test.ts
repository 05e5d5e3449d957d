import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { checkServiceFile, checkServiceText } from './check-service.ts'

const TEMPLATE = readFileSync(join(ROOT, 'dev/service/template.json'), 'utf8')
const lineOf = (words: string) => TEMPLATE.split('\n').findIndex((line) => line.includes(words)) + 1

test('the template is right', async () => {
  expect(await checkServiceText(TEMPLATE)).toEqual([])
})

test.each<[string, string, string, string]>([
  ['a wrong color', '"#0b7285"', '"blue"', `${lineOf('"color"')} color: must be like #0b7285`],
  [
    'a field that is not there',
    '{{fields.note}}',
    '{{fields.words}}',
    `${lineOf('"post"')} actions.0.request: cannot fill in {{fields.words}}.`,
  ],
  [
    'an id of another service',
    '"id": "acme",',
    '"id": "webhooks",',
    `${lineOf('"id"')} id: webhooks is a service of this site.`,
  ],
  ['a comma too many', '"id": "acme",', '"id": "acme",,', `${lineOf('"id": "acme"')} this is not JSON`],
  [
    'a key twice',
    '"id": "acme",',
    '"id": "acme", "id": "other",',
    `${lineOf('"id": "acme"')} id: is there twice. Remove one.`,
  ],
])('names %s with its line', async (_, from, to, line) => {
  const problems = await checkServiceText(TEMPLATE.replace(from, to))
  expect(problems.filter((problem) => problem.startsWith(line))).toHaveLength(1)
})

test.each([
  ['is JSON', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['never ends', '['.repeat(100_000)],
])('names the line where a file that %s gets too deep', async (_, deep) => {
  const text = TEMPLATE.replace('"next_cursor": null', `"next_cursor":\n${deep}`)
  expect(text).not.toBe(TEMPLATE)
  expect(await checkServiceText(text)).toEqual([
    `${lineOf('"next_cursor": null') + 1} this is nested deeper than 200 levels.`,
  ])
})

test('a file that is not there is named', async () => {
  expect(await checkServiceFile('nowhere.json')).toEqual([expect.stringContaining('There is no file nowhere.json')])
})
