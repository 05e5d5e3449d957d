import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'

const sources = globSync('worker/**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.(?:test|fixture)\.ts$|\/testing\/|^worker\/contract\//.test(file))
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ source }) => /\b(?:AppError|FieldError|tierRefusal)\b/.test(source))

/** A sentence begins with a capital or a value, and has at least two words. */
const SENTENCE = String.raw`(?:'[A-Z][^'\n]* [^'\n]*'|"[A-Z][^"\n]* [^"\n]*"|${'`'}[A-Z$][^${'`'}]* [^${'`'}]*${'`'})`
const WRITTEN = new RegExp(
  String.raw`\bmessage\s*[:=]\s*(?:[^,;\n]*\?\s*)?${SENTENCE}|\btierRefusal\([^;\n]*${SENTENCE}`,
)

test('takes every refusal sentence from contract/errors.ts', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.filter(({ source }) => WRITTEN.test(source)).map(({ file }) => file)).toEqual([])
})

test.each([
  "throw new AppError('conflict', { message: 'Try it again.' })",
  'new AppError("conflict", {\n  attribute: `x`,\n  message: "Try it again.",\n})',
  "const message = 'Try it again.'",
  "const message = late ? 'Try it again.' : 'Wait a little.'",
  'return tierRefusal(rules, `${title}. Disconnect one.`)',
])('finds an inline sentence in %j', (source) => expect(source).toMatch(WRITTEN))
