import { Dice } from '../../../testing/dice.ts'
import { RandomSnippets } from './random-snippets.fixture.ts'
import { RandomValues, type Names } from './random-values.fixture.ts'

/** A program in strict JavaScript that ends by `Test.act.setResult(…)`, uses only what filter code allows, and may throw. */
export function randomProgram(seed: number): string {
  return new Programmer(new Dice(seed)).program()
}

class Programmer {
  #count = 0
  #inFunction = false
  #loops = 0
  readonly #dice: Dice
  readonly #values: RandomValues
  readonly #snippets: RandomSnippets

  constructor(dice: Dice) {
    this.#dice = dice
    this.#values = new RandomValues(dice)
    this.#snippets = new RandomSnippets({ dice, values: this.#values, newName: () => this.#name() })
  }

  program(): string {
    const names: Names = { number: ['n'], text: ['s'], list: ['l'], record: ['r'] }
    const start = "let n = 5\nlet s = 'start'\nlet l = [1, 2, 3]\nlet r = { a: 1, b: 'two' }\nconst seen = []"
    const body = this.#statements(names, 2 + this.#dice.below(4), 2)
    return `${start}\n${body}\nTest.act.setResult(JSON.stringify([n, s, l, r, seen, typeof n, typeof s]))`
  }

  #name(): string {
    return `v${this.#count++}`
  }

  #statements(names: Names, count: number, depth: number): string {
    const own: Names = {
      number: [...names.number],
      text: [...names.text],
      list: [...names.list],
      record: [...names.record],
    }
    return Array.from({ length: count }, () => this.#statement(own, depth)).join('\n')
  }

  #block(names: Names, depth: number): string {
    return `{\n${this.#statements(names, 1 + this.#dice.below(3), depth - 1)}\n}`
  }

  #statement(names: Names, depth: number): string {
    const kind = this.#dice.below(depth > 0 ? 26 : 9)
    switch (kind) {
      case 0:
      case 1:
        return this.#declaration(names)
      case 2:
        return `seen.push(${this.#values.any(names, 2)})`
      case 3:
        return `${this.#loops > 0 || this.#dice.below(6) > 0 ? 'n' : (names.number.at(-1) ?? 'n')} ${this.#dice.one(['=', '+=', '-=', '*=', '%=', '&=', '??=', '||='])} ${this.#values.number(names, 2)}`
      case 4:
        return this.#dice.one([
          `s = ${this.#values.text(names, 2)}.slice(0, 40)`,
          `s += ${this.#values.text(names, 1)}.slice(0, 9)`,
          `s &&= ${this.#values.text(names, 2)}.slice(-30)`,
        ])
      case 5:
        return this.#dice.one([
          `l.push(${this.#values.any(names, 1)})`,
          `l = ${this.#values.list(names, 2)}.slice(0, 9)`,
          `r.${this.#dice.one(['a', 'b', 'c'])} = ${this.#values.any(names, 2)}`,
          `r[${this.#values.text(names, 1)}] = ${this.#values.number(names, 1)}`,
          `l.length = Math.min(l.length, ${this.#dice.below(4)})`,
          `delete r.${this.#dice.one(['a', 'b'])}`,
        ])
      case 6:
        return this.#dice.one([
          `;[n, s] = [${this.#values.number(names, 1)}, ${this.#values.text(names, 1)}]`,
          `;({ a: n = 4, ...r } = ${this.#values.record(names, 1)})`,
          'n++',
          '--n',
          `n = (n++, n + ${this.#values.number(names, 1)})`,
          `;[n = 1, ...l] = ${this.#values.list(names, 1)}`,
        ])
      case 7:
        return `seen.push(${this.#values.odd(names)} ${this.#dice.one(['+', '==', '===', '<', '>=', '!=', '-', '*', '%', '|', '>>>', '**'])} ${this.#values.odd(names)})`
      case 8:
        return this.#snippets.risky(names)
      case 9:
      case 10:
        return `if (${this.#values.condition(names, 2)}) ${this.#block(names, depth)}${this.#dice.below(2) ? ` else ${this.#block(names, depth)}` : ''}`
      case 11:
      case 12:
      case 13:
        return this.#loop(names, depth)
      case 14:
        return this.#switch(names, depth)
      case 15:
      case 16:
        return this.#try(names, depth)
      case 17:
      case 18:
      case 19:
        return this.#function(names, depth)
      case 20:
        return this.#snippets.callbacks(names)
      case 21:
        return this.#snippets.collections(names)
      case 22:
        return this.#snippets.closures(names)
      case 23:
      case 24:
        return this.#snippets.classes(names)
      default:
        return this.#jump(names)
    }
  }

  #declaration(names: Names): string {
    const kind = this.#dice.one(['number', 'text', 'list', 'record'] as const)
    const name = this.#name()
    const value = this.#values.of(kind, names, 2)
    names[kind].push(name)
    return `${this.#dice.one(['let', 'const', 'var', 'let'])} ${name} = ${value}`
  }

  #jump(names: Names): string {
    if (this.#loops > 0) return `if (${this.#values.condition(names, 1)}) ${this.#dice.one(['break', 'continue'])}`
    if (this.#inFunction) return `if (${this.#values.condition(names, 1)}) return ${this.#values.any(names, 1)}`
    return `seen.push(${this.#values.condition(names, 2)})`
  }

  #within<Made>(make: () => Made): Made {
    this.#loops++
    const made = make()
    this.#loops--
    return made
  }

  #loop(names: Names, depth: number): string {
    const name = this.#name()
    const item = { ...names, number: [...names.number, name] }
    const times = 1 + this.#dice.below(4)
    return this.#within(() =>
      this.#dice.one([
        () => `for (let ${name} = 0; ${name} < ${times}; ${name}++) ${this.#block(item, depth)}`,
        () => `for (const ${name} of ${this.#values.list(names, 1)}) ${this.#block(names, depth)}`,
        () => `for (const ${name} in ${this.#values.record(names, 1)}) { seen.push(${name}) }`,
        () =>
          `for (const [${name}, x${name}] of Object.entries(${this.#values.record(names, 1)})) { seen.push(${name} + x${name}) }`,
        () => `{ let ${name} = ${times}\nwhile (${name}-- > 0) ${this.#block(item, depth)} }`,
        () => `{ let ${name} = 0\ndo ${this.#block(item, depth)} while (++${name} < ${times}) }`,
        () => `for (const ${name} of ${this.#values.text(names, 1)}) seen.push(${name})`,
      ])(),
    )
  }

  #switch(names: Names, depth: number): string {
    const cases = [0, 1, 2].map(
      (at) =>
        `case ${at === 1 ? this.#values.text(names, 0) : this.#values.number(names, 0)}:\n${this.#statements(names, 1, 0)}\n${this.#dice.below(2) ? 'break' : ''}`,
    )
    cases.splice(this.#dice.below(4), 0, `default: ${this.#block(names, Math.min(1, depth))}`)
    const loops = this.#loops
    this.#loops = 0
    const made = `switch (${this.#values.any(names, 1)}) {\n${cases.join('\n')}\n}`
    this.#loops = loops
    return made
  }

  #try(names: Names, depth: number): string {
    const caught = this.#dice.one([
      'catch (e) { seen.push(e instanceof Error ? e.name : e) }',
      "catch { seen.push('caught') }",
      'catch ({ name, message }) { seen.push(name, typeof message) }',
    ])
    const last = this.#dice.below(3) ? '' : ` finally ${this.#block(names, depth)}`
    const first = this.#dice.below(2) ? this.#snippets.risky(names) : this.#statements(names, 2, depth - 1)
    return `try {\n${first}\n} ${this.#dice.below(6) || last === '' ? caught : ''}${last}`
  }

  #function(names: Names, depth: number): string {
    const name = this.#name()
    const [one, two] = [this.#name(), this.#name()]
    const inside: Names = { ...names, number: [...names.number, one], text: [...names.text, two] }
    const state = [this.#inFunction, this.#loops] as const
    this.#inFunction = true
    this.#loops = 0
    const body = `{\n${this.#statements(inside, 1 + this.#dice.below(3), Math.min(1, depth - 1))}\nreturn ${this.#values.any(inside, 2)}\n}`
    ;[this.#inFunction, this.#loops] = state
    const parameters = this.#dice.one([
      `${one}, ${two}`,
      `${one} = 2, ${two} = 'd'`,
      `{ a: ${one} = 1, b: ${two} }`,
      `[${one}, ${two} = 'e']`,
      `${one}, ...${two}`,
    ])
    const given = parameters.startsWith('{')
      ? this.#values.record(names, 1)
      : parameters.startsWith('[')
        ? this.#values.list(names, 1)
        : this.#dice.one([
            '',
            this.#values.number(names, 1),
            `${this.#values.number(names, 1)}, ${this.#values.text(names, 1)}`,
            `...${this.#values.list(names, 0)}`,
          ])
    const made = this.#dice.one([
      `function ${name}(${parameters}) ${body}`,
      `const ${name} = (${parameters}) => ${body}`,
      `const ${name} = function (${parameters}) ${body}`,
    ])
    return `${made}\nseen.push(${name}(${given}))\nseen.push(${name}.length)`
  }
}
