import { Dice } from '../../../testing/dice.ts'

const ATOMS = [
  'a',
  'b',
  '1',
  'eval',
  'await',
  'x.y',
  '"s"',
  'async',
  'of',
  '/x/',
  '`t`',
  'this',
  '1_0',
  '\\u0061',
] as const
/** Between bars. */
const PIECES =
  'a|b|async|of|get|let |const |var |(|)|[|]|{|}|,|;|\n|=>|=|...|?|?.|:|.|`|${|/|/x/g|1|.5|\'s\'|+|-|**|++|--|!|typeof |delete |in |of |for(|if(|else |while(|do |function |return |new |&&|??|+=|switch(a){|case |default:|break|continue|try{|catch|finally|throw |yield|//|await |this|static|eval|\\u0061|\u2028|/*|*/|<|>>>|null|void |"use strict"|{a=1}|[a]|({a})|(a)|a=>|()=>|f('.split(
    '|',
  )

/** Code of every shape of JavaScript, mostly wrong in some small way. */
export function randomShapes(seed: number): string {
  const dice = new Dice(seed)
  return new Shaper(dice).statements(1 + dice.below(3))
}

/** Pieces of JavaScript in any order. */
export function randomPieces(seed: number): string {
  const dice = new Dice(seed)
  return Array.from({ length: 1 + dice.below(9) }, () => dice.oneOf(PIECES)).join('')
}

/** Code with some of its characters left out, repeated, cut off, or others among them. */
export function damaged(source: string, seed: number): string {
  const dice = new Dice(seed)
  const lines = source.split('\n')
  const first = dice.below(lines.length)
  let code = lines.slice(first, first + 1 + dice.below(6)).join('\n')
  for (let left = 1 + dice.below(3); left > 0; left--) {
    const at = dice.below(code.length + 1)
    const other = dice.below(code.length + 1)
    const added = dice.one(['', dice.oneOf(PIECES) ?? '', code.slice(other, other + dice.below(12))])
    code = code.slice(0, at) + added + code.slice(added ? at : at + 1 + dice.below(dice.below(9) === 0 ? 999 : 4))
  }
  return code
}

class Shaper {
  readonly #dice: Dice
  constructor(dice: Dice) {
    this.#dice = dice
  }

  statements(depth: number): string {
    const end = this.#dice.one(['\n', ';', '; ', '\n', ' '])
    return Array.from({ length: 1 + this.#dice.below(2) }, () => this.#statement(depth)).join(end)
  }

  #list(item: () => string): string {
    return Array.from({ length: this.#dice.below(3) }, item).join(', ') + this.#dice.one(['', '', '', ','])
  }

  #spread(depth: number): string {
    return this.#dice.one(['', '', '...']) + this.#value(depth)
  }

  #field(depth: number): string {
    const value = this.#value(depth)
    return this.#dice.one([
      'a',
      'async',
      `b: ${value}`,
      `[${this.#value(depth)}]: ${value}`,
      `a = ${value}`,
      `...${value}`,
      `"k": ${value}`,
      `1: ${value}`,
      `get: ${value}`,
      `get a() {}`,
      `m(${value}) {${this.statements(depth)}}`,
    ])
  }

  #value(depth: number): string {
    const dice = this.#dice
    if (depth <= 0) return dice.one(ATOMS)
    const one = this.#value(depth - 1)
    const other = () => this.#value(depth - 1)
    const list = () => this.#list(() => this.#spread(depth - 1))
    const operators = ['+', '**', '??', '||', '&&', 'in', '*', '<', 'instanceof', '+=', '??=', ',', '/'] as const
    switch (dice.below(17)) {
      case 0:
        return `[${list()}]`
      case 1:
        return `{${this.#list(() => this.#field(depth - 1))}}`
      case 2:
        return `(${list()})`
      case 3:
        return `(${one})`
      case 4:
        return `${one} = ${other()}`
      case 5:
        return `${one}${dice.one([' ', '\n'])}=> ${other()}`
      case 6:
        return `(${list()}) => ${one}`
      case 7:
        return `(${list()}) => {${this.statements(depth - 1)}}`
      case 8:
        return `${one} ${dice.one(operators)} ${other()}`
      case 9:
        return `${dice.one(['!', '-', '++', 'typeof ', 'delete ', 'void ', 'new ', 'async '])}${one}`
      case 10:
        return `${one}${dice.one(['++', '--', '\n++'])}`
      case 11:
        return `${one}${dice.one(['?.', '.'])}${dice.one(['a', 'if', '[0]', '(b)', '5'])}`
      case 12:
        return `${one}(${list()})`
      case 13:
        return `${one}[${other()}]`
      case 14:
        return `${one} ? ${other()} : ${other()}`
      case 15:
        return `\`x\${${one}}y\``
      default:
        return `function ${dice.one(['', 'f', 'eval'])}(${list()}) {${this.statements(depth - 1)}}`
    }
  }

  #statement(depth: number): string {
    const dice = this.#dice
    if (depth <= 0) return this.#value(0)
    const value = this.#value(depth - 1)
    const other = () => this.#value(depth - 1)
    const body = () => this.#statement(depth - 1)
    const block = () => `{${this.statements(depth - 1)}}`
    switch (dice.below(14)) {
      case 0:
        return `${dice.one(['let', 'const', 'var'])} ${value}${dice.one(['', ' = 1', ` = ${other()}`, ', b'])}`
      case 1:
        return `if (${value}) ${body()}${dice.one(['', ` else ${body()}`])}`
      case 2:
        return `for (${dice.one(['', 'let ', 'const ', 'var '])}${value} ${dice.one(['of', 'in'])} ${other()}) ${body()}`
      case 3:
        return `for (${dice.one(['', 'let ', 'var '])}${value};${dice.one(['', other()])};) ${block()}`
      case 4:
        return `try ${block()} ${dice.one(['catch', 'catch (e)', `catch (${value})`, 'finally'])} ${block()}`
      case 5:
        return `switch (${value}) { ${dice.one(['case a:', 'default:'])} ${body()} ${dice.one(['', 'default: break'])} }`
      case 6:
        return `function ${dice.one(['f', 'g', 'a'])}(${this.#list(other)}) {${dice.one(['', '"use strict";'])}${body()}}`
      case 7:
        return block()
      case 8:
        return `do ${body()}${dice.one([';', '\n', ' '])}while (${value}) ${body()}`
      case 9:
        return `while (${value}) ${dice.one(['{break}', 'continue', `{ let a; ${body()} }`])}`
      case 10:
        return `${dice.one(['return', 'throw'])}${dice.one([' ', '\n'])}${value}`
      case 11:
        return `a: ${body()}`
      case 12:
        return dice.one(['break', 'continue', 'let a', 'var a', 'let e', 'var e', 'class A {}', 'debugger'])
      default:
        return this.#value(depth)
    }
  }
}
