import { getLineInfo } from 'acorn'
import type { SourceProblem } from './source-place.ts'

const NOT_HERE = 'is not available in filter code.'
const NUMBER = 'This number is not written correctly.'
const ESCAPE = 'This escape is not written correctly.'
const TEXT = 'This text is not closed: a quote is missing.'
const PLACE = 'This cannot stand on the left of “=”, or where a name is expected.'
const PATTERN = 'This regular expression is'

/** What the parser says, and our sentence for it. `back`: how many characters before the parser's place it belongs. */
const WORDS: readonly (readonly [said: RegExp, sentence: string, back?: number])[] = [
  [/^'import' and 'export'|^Cannot use 'import\.meta'/, '“import” and “export” are not available in filter code.'],
  [/^'with' in/, `“with” ${NOT_HERE}`],
  [/^Not enough stack/, 'This code is nested too deeply.'],
  [/^Unterminated string/, TEXT],
  [/^Unterminated template/, TEXT, 1],
  [/^Unterminated comment/, 'This comment is not closed.'],
  [/^Unterminated regular expression/, `${PATTERN} not closed.`, 1],
  [/^Invalid regular expression: \/.*\/: (.*)$/s, `${PATTERN} wrong: $1.`, 1],
  [/^(Invalid|Duplicate) regular expression flag/, `${PATTERN} followed by a wrong flag.`, 1],
  [/^(?:Identifier|Label) '(.*)' (?:has|is) already/, '“$1” is declared twice.'],
  [/^Argument name clash/, '“$found” is declared twice.'],
  [/^Logical expressions and coalesce/, '“??” next to “||” or “&&” needs parentheses.'],
  [/^Illegal newline after throw/, '“throw” needs its value on the same line.'],
  [/^Unsyntactic (\w+)/, '“$1” needs a loop around it.'],
  [/^Missing catch/, '“try” needs “catch” or “finally”.'],
  [/^Deleting local variable/, 'A name cannot be deleted.'],
  [/^(?:Binding|Assigning to) (arguments|eval)/, '“$1” cannot be given a value.'],
  [/^(?:Binding|Assigning|Parenthesized pattern|Optional chaining cannot appear in left)/, PLACE],
  [/^(?:Identifier directly after number|Numeric separator|Invalid number|Expected number)/, NUMBER],
  [/^(?:Bad|Invalid) (?:character |Unicode )?escape|^Octal literal|^Expecting Unicode/, ESCAPE],
  [/^Code point out of bounds/, 'There is no such character.'],
  [/^Shorthand property/, '“=” does not fit here.'],
  [/^(?:The keyword|Unexpected keyword) '(.*?)'/, '“$1” is a word of the language and does not fit here.'],
]

/** What follows on a token that does not fit. */
const HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ':': ' Types are not available: filter code is JavaScript, not TypeScript.',
    '“': ' Write quotes as " or as \'.',
    '**': ' A minus before it needs parentheses.',
  }),
)
const TOKEN = /^(?:[\w$]+|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|=>|\.\.\.|\?\?|&&|\|\||\*\*|[=!]=?=?|.)/su
const MOST_SHOWN = 30

/** Says in plain words why the parser stopped at `at`, an offset. */
export function syntaxProblem(source: string, { message, at }: { message: string; at: number }): SourceProblem {
  const said = message.replace(/ \(\d+:\d+\)$/, '')
  const [sentence, back] = /^Unexpected (?:token|character)/.test(said)
    ? unexpected(source, at)
    : sentenceFor(said, source, at)
  const { line, column } = getLineInfo(source, at - back)
  return { line, column: column + 1, message: sentence }
}

function sentenceFor(said: string, source: string, at: number): [sentence: string, back: number] {
  for (const [pattern, sentence, back = 0] of WORDS) {
    const match = pattern.exec(said)
    if (match) return [sentence.replace('$1', () => match[1] ?? '').replace('$found', () => found(source, at)), back]
  }
  return [`${said}.`, 0]
}

function unexpected(source: string, at: number): [sentence: string, back: number] {
  const before = source.slice(Math.max(0, at - 200), at)
  const awaits = /\bawait\s+$/.exec(before)
  if (awaits) return [`“await” ${NOT_HERE}`, awaits[0].length]
  const constant = /\bconst\s+[\w$]+(\s*)$/.exec(before)
  if (constant) return ['A value is missing: write “= …” after the name.', constant[1]?.length ?? 0]
  if (at >= source.length) return ['The code ends too early: a bracket or a quote is not closed.', 0]
  const token = found(source, at)
  return [`“${token}” does not fit here.${HINTS.get(token) ?? ''}`, 0]
}

function found(source: string, at: number): string {
  return (TOKEN.exec(source.slice(at))?.[0] ?? '').slice(0, MOST_SHOWN)
}
