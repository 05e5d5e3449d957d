import type { Dice } from '../../../testing/dice.ts'

type Kind = 'number' | 'text' | 'list' | 'record'

/** The variables of each kind that a program has at a place. */
export type Names = Record<Kind, string[]>

const LITERALS = {
  number: ['0', '1', '2', '3', '7', '-1', '0.5', '10', '1e3', '255', 'NaN', '100'],
  text: ["''", "'a'", "'Hello World'", "'42'", "' x '", "'a,b,c'", "'ünï😀'", "'2026-11-22'", "'foo bar foo'", '`t`'],
  list: ['[]', '[1, 2, 3]', "['a', 'b', 'c']", '[3, 1, 2]', "[1, 'a', null]", '[[1, 2], [3]]', '[true, false]'],
  record: ['{}', '{ a: 1 }', "{ a: 'x', b: [1, 2] }", "{ a: { b: 'deep' } }", '{ 2: 1, b: 2, 1: 3 }'],
} as const
const ODD = ['undefined', 'null', 'true', 'false', '{}', '[]', "''", 'NaN', '(-0)', "'7'", '[5]', 'Infinity'] as const

/** Regular expressions as they stand in a program. */
export const PATTERNS = [
  '/o/g',
  '/[aeiou]/gi',
  '/(\\w)(\\w)?/',
  '/\\s+/g',
  '/^.|.$/g',
  '/\\d+/',
  '/(?<first>[a-z])o/',
  '/b|,/g',
] as const

/** Draws the expressions of random programs: values of a kind, of any kind, and conditions. `depth`: how far they nest. */
export class RandomValues {
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  of(kind: Kind, names: Names, depth: number): string {
    switch (kind) {
      case 'number':
        return this.number(names, depth)
      case 'text':
        return this.text(names, depth)
      case 'list':
        return this.list(names, depth)
      case 'record':
        return this.record(names, depth)
      default:
        return kind satisfies never
    }
  }

  any(names: Names, depth: number): string {
    if (this.#dice.below(6) === 0) return this.#dice.one(ODD)
    return this.of(this.#dice.one(['number', 'text', 'list', 'record', 'number', 'text']), names, depth)
  }

  odd(names: Names): string {
    return this.#dice.below(2) ? this.#dice.one(ODD).replace(/^\{\}$/, '({})') : `(${this.any(names, 1)})`
  }

  condition(names: Names, depth: number): string {
    const simple = () =>
      `(${this.any(names, depth - 1)}) ${this.#dice.one(['<', '>', '===', '!==', '==', '<=', '>='])} (${this.any(names, depth - 1)})`
    switch (this.#dice.below(6)) {
      case 0:
        return `!(${this.any(names, depth - 1)})`
      case 1:
        return `${simple()} ${this.#dice.one(['&&', '||'])} ${simple()}`
      case 2:
        return `${this.text(names, depth - 1)}.includes(${this.text(names, 0)})`
      case 3:
        return `'${this.#dice.one(['a', 'b', 'c'])}' in r`
      default:
        return simple()
    }
  }

  number(names: Names, depth: number): string {
    if (depth <= 0 || this.#dice.below(4) === 0) return this.#dice.one(['n', ...LITERALS.number, ...names.number])
    const one = () => this.number(names, depth - 1)
    return this.#dice.one([
      () => `(${one()} ${this.#dice.one(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>'])} ${one()})`,
      () => `Math.${this.#dice.one(['floor', 'ceil', 'round', 'abs', 'sign', 'trunc', 'sqrt'])}(${one()})`,
      () => `Math.${this.#dice.one(['max', 'min'])}(${one()}, ${one()})`,
      () => `(${this.condition(names, 1)} ? ${one()} : ${one()})`,
      () =>
        `${this.text(names, depth - 1)}.${this.#dice.one(['length', "indexOf('o')", 'charCodeAt(1)', "lastIndexOf('a')", 'search(/b/)'])}`,
      () => `${this.list(names, depth - 1)}.${this.#dice.one(['length', 'indexOf(2)', "lastIndexOf('a')"])}`,
      () => `${this.#dice.one(['parseInt', 'Number', 'parseFloat', '+', '-', '~'])}(${this.any(names, depth - 1)})`,
      (): string => `(r?.a?.length ?? ${one()})`,
      () => `(${one()}, ${one()})`,
    ])()
  }

  text(names: Names, depth: number): string {
    if (depth <= 0 || this.#dice.below(4) === 0) return this.#dice.one(["'b'", ...LITERALS.text, 's', ...names.text])
    const one = () => this.text(names, depth - 1)
    const number = () => this.number(names, depth - 1)
    return this.#dice.one([
      () => `(${one()} + ${this.any(names, depth - 1)})`,
      () => `\`\${${one()}}-\${${this.any(names, depth - 1)}}\``,
      () =>
        `${one()}.${this.#dice.one(['toUpperCase()', 'toLowerCase()', 'trim()', 'trimStart()', 'concat(1, null)', 'normalize()'])}`,
      () =>
        `${one()}.${this.#dice.one(['slice', 'substring', 'substr'])}(${this.#dice.one([0, 1, 2, -2])}, ${this.#dice.one([1, 3, -1, 9])})`,
      () => `${one()}.replace(${this.#dice.one([...PATTERNS, "'o'"])}, '[$&$1$$]')`,
      () => `${one()}.replaceAll(${this.#dice.one(["'o'", "''", '/[a-f]/g'])}, ${one()})`,
      () => `${one()}.${this.#dice.one(['padStart', 'padEnd'])}(${this.#dice.below(12)}, 'xy')`,
      () => `${this.list(names, depth - 1)}.join(${this.#dice.one(["'-'", '', "''"])})`,
      () => `String(${this.any(names, depth - 1)})`,
      () => `(JSON.stringify(${this.any(names, depth - 1)}${this.#dice.one(['', '', ', null, 2'])}) + '')`,
      () => `(typeof (${this.any(names, 0)}))`,
      () => `(${number()}).toString(${this.#dice.one(['', '2', '16'])})`,
      () => `encodeURIComponent(${this.#dice.one(LITERALS.text)})`,
      () => `(${one()}[${this.#dice.below(4)}] ?? 'none')`,
      () => `(${one()}.at(${this.#dice.one([0, -1])}) + '')`,
    ])()
  }

  list(names: Names, depth: number): string {
    if (depth <= 0 || this.#dice.below(4) === 0)
      return this.#dice.one(['[4]', ...LITERALS.list, ...names.list.map((name) => `[...${name}]`)])
    const one = () => this.list(names, depth - 1)
    return this.#dice.one([
      () => `[${this.any(names, depth - 1)}, ${this.any(names, depth - 1)}]`,
      () => `[...${one()}, ...${this.text(names, 0)}]`,
      () => `${one()}.slice(${this.#dice.one([0, 1, -2])})`,
      () => `${one()}.concat(${this.any(names, depth - 1)})`,
      () =>
        `${one()}.${this.#dice.one(['reverse()', 'flat()', 'toReversed()', 'fill(0, 1)', "with(0, 'w')", 'splice(1, 1)', 'toSpliced(0, 1, 8)'])}`,
      () => `${this.text(names, depth - 1)}.split(${this.#dice.one(["''", "' '", "','", '/o/', '', '/(a)/'])})`,
      () => `Object.${this.#dice.one(['keys', 'values', 'entries'])}(${this.record(names, depth - 1)})`,
      () => `Array.of(${this.any(names, 0)}, ${this.any(names, 0)})`,
      () => `${one()}.map((x) => x)`,
    ])()
  }

  record(names: Names, depth: number): string {
    if (depth <= 0 || this.#dice.below(3) === 0)
      return `(${this.#dice.one(['{ a: 3 }', ...LITERALS.record, ...names.record.map((name) => `{ ...${name} }`)])})`
    const record = this.#dice.below(4)
    if (record === 0) return '({ n, s, l })'
    if (record === 1) return `({ ...${this.record(names, depth - 1)}, b: ${this.any(names, depth - 1)} })`
    if (record === 2) return `({ a: ${this.any(names, depth - 1)}, [${this.text(names, 0)}]: ${this.any(names, 0)} })`
    return `Object.assign({}, ${this.record(names, depth - 1)}, { c: ${this.any(names, 0)} })`
  }
}
