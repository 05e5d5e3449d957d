import { DeclaredNames } from './declared-names.ts'
import type { SourceProblem } from './source-problem.ts'
import type { Expression, Identifier, Pattern, Place, SpreadElement, Statement } from './source-tree.ts'
import { Tokenizer } from './tokenizer.ts'

/** Counted where code nests: about 100 parentheses, or 300 parts of a sum, within each other. */
const MOST_NESTING = 300
const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

/** The halves that call each other: expressions contain functions, and functions statements. */
type Grammar = {
  /** An expression without commas; `asPattern` where it may become a pattern. */
  assignment: (parser: Parser, asPattern?: boolean) => Expression
  /** An expression, with those after commas. */
  expression: (parser: Parser) => Expression
  /** The statements up to the closing brace. */
  statements: (parser: Parser) => Statement[]
}

/** The state that parsing needs at each place. */
export class Parser extends Tokenizer {
  readonly grammar: Grammar
  readonly problems: SourceProblem[] = []
  readonly names = new DeclaredNames()
  /** Whether `in` is an operator here; it is not at the start of `for`. */
  allowsIn = true
  loops = 0
  switches = 0
  /** Where `{ a = 1 }` stands, which must become a pattern. */
  readonly defaults: Place[] = []
  /** Expressions in parentheses of their own, which a pattern does not have. */
  readonly inParentheses = new Set<Expression | Pattern>()
  /** Spread items that a comma follows, which so cannot become a rest. */
  readonly beforeComma = new Set<SpreadElement>()
  /** Where an arrow function may start, as an offset. */
  arrowAt = -1
  #nesting = 0

  constructor(source: string, grammar: Grammar) {
    super(source)
    this.grammar = grammar
    this.nextFrom(0)
  }

  /** Counts one more level of nesting. */
  enter(levels = 1): void {
    this.#nesting += levels
    if (this.#nesting > MOST_NESTING) this.fail('This code is nested too deeply.')
  }

  leave(levels = 1): void {
    this.#nesting -= levels
  }

  /** Notes what filter code may not use, and goes on, so that all problems are found at once. */
  report(what: string, { line, column }: Place = this.token): void {
    this.problems.push({ line, column, message: `${what} is not available in filter code.` })
  }

  node<Type extends string, Fields>(
    { line, column }: Place,
    type: Type,
    fields: Fields,
  ): Place & { endLine: number; type: Type } & Fields {
    return { line, column, endLine: this.endLine, type, ...fields }
  }

  /** Whether the token is this sign or keyword. */
  is(value: string): boolean {
    const { token } = this
    return token.value === value && (token.kind === 'sign' || (token.kind === 'word' && !token.escaped))
  }

  eat(value: string): boolean {
    if (!this.is(value)) return false
    this.next()
    return true
  }

  expect(value: string): void {
    if (!this.eat(value)) this.unexpected()
  }

  get onNewLine(): boolean {
    return this.token.line !== this.endLine
  }

  /** Whether a statement may end before this token. */
  get endsStatement(): boolean {
    return this.token.kind === 'end' || this.is(';') || this.is('}') || this.onNewLine
  }

  endStatement(): void {
    if (!this.eat(';') && !this.endsStatement) this.unexpected()
  }

  unexpected(place: Place = this.token): never {
    const { token } = this
    if (token.kind === 'end') this.fail('The code ends too early: a bracket or a quote is not closed.')
    const found = token.kind === 'text' ? this.source.slice(token.start, token.end) : String(token.value)
    const hint = found === ':' ? ' Types are not available: filter code is JavaScript, not TypeScript.' : ''
    this.fail(`“${found.slice(0, 30)}” does not fit here.${hint}`, place)
  }

  /** Whether the token is a name that code may give. */
  get isName(): boolean {
    return this.token.kind === 'word' && !RESERVED.has(this.token.value)
  }

  identifier(): Identifier {
    const { token } = this
    if (token.kind !== 'word' || !this.isName) return this.unexpected()
    return this.word()
  }

  /** Refuses what was read since then as `{ a = 1 }` and became no pattern. */
  refuseDefaults(from: number): void {
    const [first] = this.defaults.slice(from, from + 1)
    if (first) this.fail('“=” does not fit here.', first)
  }

  /** Any word, as after a dot. */
  word(): Identifier {
    const { token } = this
    if (token.kind !== 'word') return this.unexpected()
    this.next()
    return this.node(token, 'Identifier', { name: token.value })
  }

  /** Parses what stands in brackets or braces, where `in` is an operator again. */
  inside<Parsed>(parse: () => Parsed): Parsed {
    const { allowsIn } = this
    this.allowsIn = true
    const parsed = parse()
    this.allowsIn = allowsIn
    return parsed
  }
}
