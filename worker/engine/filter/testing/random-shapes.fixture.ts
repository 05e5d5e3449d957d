import { Draw } from './draw.fixture.ts'

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
  const draw = new Draw(seed)
  return new Shaper(draw).statements(1 + draw.below(3))
}

/** Pieces of JavaScript in any order. */
export function randomPieces(seed: number): string {
  const draw = new Draw(seed)
  return Array.from({ length: 1 + draw.below(9) }, () => PIECES[draw.below(PIECES.length)]).join('')
}

/** Code with some of its characters left out, repeated, cut off, or others among them. */
export function damaged(source: string, seed: number): string {
  const draw = new Draw(seed)
  const lines = source.split('\n')
  const first = draw.below(lines.length)
  let code = lines.slice(first, first + 1 + draw.below(6)).join('\n')
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const at = draw.below(code.length + 1)
    const other = draw.below(code.length + 1)
    const added = draw.from(['', PIECES[draw.below(PIECES.length)] ?? '', code.slice(other, other + draw.below(12))])
    code = code.slice(0, at) + added + code.slice(added ? at : at + 1 + draw.below(draw.below(9) === 0 ? 999 : 4))
  }
  return code
}

class Shaper {
  readonly #draw: Draw
  constructor(draw: Draw) {
    this.#draw = draw
  }

  statements(depth: number): string {
    const end = this.#draw.from(['\n', ';', '; ', '\n', ' '])
    return Array.from({ length: 1 + this.#draw.below(2) }, () => this.#statement(depth)).join(end)
  }

  #list(item: () => string): string {
    return Array.from({ length: this.#draw.below(3) }, item).join(', ') + this.#draw.from(['', '', '', ','])
  }

  #spread(depth: number): string {
    return this.#draw.from(['', '', '...']) + this.#value(depth)
  }

  #field(depth: number): string {
    const value = this.#value(depth)
    return this.#draw.from([
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
    const draw = this.#draw
    if (depth <= 0) return draw.from(ATOMS)
    const one = this.#value(depth - 1)
    const other = () => this.#value(depth - 1)
    const list = () => this.#list(() => this.#spread(depth - 1))
    const operators = ['+', '**', '??', '||', '&&', 'in', '*', '<', 'instanceof', '+=', '??=', ',', '/'] as const
    switch (draw.below(17)) {
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
        return `${one}${draw.from([' ', '\n'])}=> ${other()}`
      case 6:
        return `(${list()}) => ${one}`
      case 7:
        return `(${list()}) => {${this.statements(depth - 1)}}`
      case 8:
        return `${one} ${draw.from(operators)} ${other()}`
      case 9:
        return `${draw.from(['!', '-', '++', 'typeof ', 'delete ', 'void ', 'new ', 'async '])}${one}`
      case 10:
        return `${one}${draw.from(['++', '--', '\n++'])}`
      case 11:
        return `${one}${draw.from(['?.', '.'])}${draw.from(['a', 'if', '[0]', '(b)', '5'])}`
      case 12:
        return `${one}(${list()})`
      case 13:
        return `${one}[${other()}]`
      case 14:
        return `${one} ? ${other()} : ${other()}`
      case 15:
        return `\`x\${${one}}y\``
      default:
        return `function ${draw.from(['', 'f', 'eval'])}(${list()}) {${this.statements(depth - 1)}}`
    }
  }

  #statement(depth: number): string {
    const draw = this.#draw
    if (depth <= 0) return this.#value(0)
    const value = this.#value(depth - 1)
    const other = () => this.#value(depth - 1)
    const body = () => this.#statement(depth - 1)
    const block = () => `{${this.statements(depth - 1)}}`
    switch (draw.below(14)) {
      case 0:
        return `${draw.from(['let', 'const', 'var'])} ${value}${draw.from(['', ' = 1', ` = ${other()}`, ', b'])}`
      case 1:
        return `if (${value}) ${body()}${draw.from(['', ` else ${body()}`])}`
      case 2:
        return `for (${draw.from(['', 'let ', 'const ', 'var '])}${value} ${draw.from(['of', 'in'])} ${other()}) ${body()}`
      case 3:
        return `for (${draw.from(['', 'let ', 'var '])}${value};${draw.from(['', other()])};) ${block()}`
      case 4:
        return `try ${block()} ${draw.from(['catch', 'catch (e)', `catch (${value})`, 'finally'])} ${block()}`
      case 5:
        return `switch (${value}) { ${draw.from(['case a:', 'default:'])} ${body()} ${draw.from(['', 'default: break'])} }`
      case 6:
        return `function ${draw.from(['f', 'g', 'a'])}(${this.#list(other)}) {${draw.from(['', '"use strict";'])}${body()}}`
      case 7:
        return block()
      case 8:
        return `do ${body()}${draw.from([';', '\n', ' '])}while (${value}) ${body()}`
      case 9:
        return `while (${value}) ${draw.from(['{break}', 'continue', `{ let a; ${body()} }`])}`
      case 10:
        return `${draw.from(['return', 'throw'])}${draw.from([' ', '\n'])}${value}`
      case 11:
        return `a: ${body()}`
      case 12:
        return draw.from(['break', 'continue', 'let a', 'var a', 'let e', 'var e', 'class A {}', 'debugger'])
      default:
        return this.#value(depth)
    }
  }
}
