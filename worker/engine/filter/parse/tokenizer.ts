import { SyntaxProblem } from './source-problem.ts'
import type { Place } from './source-tree.ts'

/** `start` and `end` are offsets in the source. A word is a name or, unless written with an escape, a keyword. */
type Token = Place & { start: number; end: number } & (
    | { kind: 'word'; value: string; escaped: boolean }
    | { kind: 'number'; value: number }
    | { kind: 'text' | 'sign' | 'end'; value: string }
  )

const SPACE = /(?:[\t\v\f\n\r\u2028\u2029\ufeff\p{Zs}]|\/\/.*)+/uy
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g
const NAME_START = /^[$_\p{ID_Start}]$/u
const NAME_PART = /^[$_\u200c\u200d\p{ID_Continue}]$/u
const NAME = /[$_\u200c\u200d\p{ID_Continue}]+/uy
const NUMBER =
  /0[xX][\da-fA-F](?:_?[\da-fA-F])*|0[oO][0-7](?:_?[0-7])*|0[bB][01](?:_?[01])*|(?:(?:0|[1-9](?:_?\d)*)(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?/y
const SIGN =
  /\.{3}|=>|[=!]==?|\?\?=?|\?\.(?!\d)|&&=?|\|\|=?|\*\*=?|<<=?|>>?>?=?|\+\+|--|[-+*/%&|^<>=]=?|[(){}[\];,:~!?.`]/y
const PLAIN_IN = { "'": /[^'\\\r\n]*/y, '"': /[^"\\\r\n]*/y, '`': /[^`\\$]*(?:\$(?!\{)[^`\\$]*)*/y }
const REGEXP =
  /\/((?:[^/\\[\r\n\u2028\u2029]|\\.|\[(?:[^\]\\\r\n\u2028\u2029]|\\.)*\])+)\/([$\w\u200c\u200d\p{ID_Continue}]*)/uy
const ESCAPE = /u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r\n|[^]/uy
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', v: '\v', f: '\f', 0: '\0' }

/** Reads JavaScript token by token. The parser asks for regular expressions and the texts of templates where they may stand. */
export class Tokenizer {
  readonly source: string
  token: Token = { kind: 'end', value: '', start: 0, end: 0, line: 1, column: 1 }
  /** The line on which the token before this one ends. */
  endLine = 1
  readonly #lineStarts = [0]

  constructor(source: string) {
    this.source = source
    for (const { index, 0: found } of source.matchAll(LINE_BREAK)) this.#lineStarts.push(index + found.length)
  }

  placeAt(offset: number): Place {
    let line = 0
    let after = this.#lineStarts.length
    while (after - line > 1) {
      const middle = (line + after) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= offset) line = middle
      else after = middle
    }
    return { line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) + 1 }
  }

  fail(message: string, place: Place | number = this.token): never {
    throw new SyntaxProblem(message, typeof place === 'number' ? this.placeAt(place) : place)
  }

  /** Goes to the next token. */
  next(): void {
    this.nextFrom(this.token.end)
  }

  /** Goes to the token that starts at this offset or after spaces and comments. */
  nextFrom(offset: number): void {
    this.endLine = this.placeAt(Math.max(0, offset - 1)).line
    const start = this.#skipSpace(offset)
    const place = this.placeAt(start)
    const char = String.fromCodePoint(this.source.codePointAt(start) ?? 0)
    if (start >= this.source.length) this.token = { kind: 'end', value: '', start, end: start, ...place }
    else if (char === '\\' || NAME_START.test(char)) this.token = { ...this.#readName(start), ...place }
    else if (/\d/.test(char) || (char === '.' && /\d/.test(this.source[start + 1] ?? ''))) {
      this.token = { ...this.#readNumber(start), ...place }
    } else if (char === "'" || char === '"') {
      const { text, end } = this.#readText(start + 1, char)
      this.token = { kind: 'text', value: text, start, end: end + 1, ...place }
    } else {
      const value = this.#match(SIGN, start)?.[0] ?? this.fail(`“${char}” does not fit here.`, start)
      if (value === '<' && this.source.startsWith('<!--', start)) {
        this.fail('HTML comments are not available in filter code.', start)
      }
      this.token = { kind: 'sign', value, start, end: start + value.length, ...place }
    }
  }

  /** The regular expression that starts where this token is, and the token after it. */
  readRegExp(): { pattern: string; flags: string } {
    const [whole, pattern = '', flags = ''] =
      this.#match(REGEXP, this.token.start) ?? this.fail('This regular expression is not closed.')
    const end = this.token.start + whole.length
    if (this.source[end] === '\\') this.fail('Flags are plain letters.', end)
    this.nextFrom(end)
    return { pattern, flags }
  }

  /**
   * The text of a template from this offset on. Then the token is what follows: the first one of what stands in braces,
   * or the one after the template.
   */
  readTemplateText(offset: number): { text: string; closed: boolean } {
    const { text, end } = this.#readText(offset, '`')
    const closed = this.source[end] === '`'
    this.nextFrom(end + (closed ? 1 : 2))
    return { text, closed }
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.source)
  }

  #skipSpace(offset: number): number {
    let at = offset
    for (;;) {
      at += this.#match(SPACE, at)?.[0].length ?? 0
      if (!this.source.startsWith('/*', at)) return at
      const end = this.source.indexOf('*/', at + 2)
      if (end < 0) this.fail('This comment is not closed.', at)
      at = end + 2
    }
  }

  #readName(start: number): { kind: 'word'; value: string; escaped: boolean; start: number; end: number } {
    let end = start
    let value = ''
    let escaped = false
    for (;;) {
      const plain = this.#match(NAME, end)?.[0] ?? ''
      value += plain
      end += plain.length
      if (this.source[end] !== '\\') return { kind: 'word', value, escaped, start, end }
      escaped = true
      const char = this.source[end + 1] === 'u' ? this.#readEscape(end + 1) : { text: '', end }
      if (!(value === '' ? NAME_START : NAME_PART).test(char.text)) this.fail('“\\” does not fit here.', end)
      value += char.text
      end = char.end
    }
  }

  #readNumber(start: number): { kind: 'number'; value: number; start: number; end: number } {
    const digits = this.#match(NUMBER, start)?.[0] ?? ''
    const end = start + digits.length
    const value = Number(digits.replaceAll('_', ''))
    const after = String.fromCodePoint(this.source.codePointAt(end) ?? 0)
    if (after === 'n') this.fail('A number with “n” at its end is not available in filter code.', start)
    if (/[\d\\]/.test(after) || NAME_START.test(after)) {
      this.fail('This number is not written correctly.', start)
    }
    return { kind: 'number', value, start, end }
  }

  /** Reads the text before the quote or, in a template, before the quote or `${`. */
  #readText(start: number, quote: keyof typeof PLAIN_IN): { text: string; end: number } {
    let text = ''
    let end = start
    for (;;) {
      const plain = this.#match(PLAIN_IN[quote], end)?.[0] ?? ''
      text += quote === '`' ? plain.replaceAll(/\r\n?/g, '\n') : plain
      end += plain.length
      const char = this.source[end]
      if (char === quote || char === '$') return { text, end }
      if (char !== '\\') this.fail('This text is not closed: a quote is missing.', start - 1)
      const escape = this.#readEscape(end + 1)
      text += escape.text
      end = escape.end
    }
  }

  /** Reads the text that an escape stands for; `at` is after its `\`. */
  #readEscape(at: number): { text: string; end: number } {
    const [all, long, short, byte] = this.#match(ESCAPE, at) ?? this.fail('The code ends too early.', at)
    const end = at + all.length
    const code = long ?? short ?? byte
    if (code !== undefined) {
      const point = Number.parseInt(code, 16)
      if (point > 0x10ffff) this.fail('There is no such character.', at)
      return { text: short || byte ? String.fromCharCode(point) : String.fromCodePoint(point), end }
    }
    if (/[ux1-9]/.test(all) || (all === '0' && /\d/.test(this.source[end] ?? ''))) {
      this.fail('This escape is not written correctly.', at - 1)
    }
    if (/[\r\n\u2028\u2029]/.test(all)) return { text: '', end }
    return { text: ESCAPED[all] ?? all, end }
  }
}
