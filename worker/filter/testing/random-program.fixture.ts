import { Draw } from './draw.fixture.ts'

type Kind = 'number' | 'text' | 'list' | 'record'
type Names = Record<Kind, string[]>

const LITERALS = {
  number: ['0', '1', '2', '3', '7', '-1', '0.5', '10', '1e3', '255', 'NaN', '100'],
  text: ["''", "'a'", "'Hello World'", "'42'", "' x '", "'a,b,c'", "'ünï😀'", "'2026-11-22'", "'foo bar foo'", '`t`'],
  list: ['[]', '[1, 2, 3]', "['a', 'b', 'c']", '[3, 1, 2]', "[1, 'a', null]", '[[1, 2], [3]]', '[true, false]'],
  record: ['{}', '{ a: 1 }', "{ a: 'x', b: [1, 2] }", "{ a: { b: 'deep' } }", '{ 2: 1, b: 2, 1: 3 }'],
} as const
const ODD = ['undefined', 'null', 'true', 'false', '{}', '[]', "''", 'NaN', '(-0)', "'7'", '[5]', 'Infinity'] as const
const PATTERNS = [
  '/o/g',
  '/[aeiou]/gi',
  '/(\\w)(\\w)?/',
  '/\\s+/g',
  '/^.|.$/g',
  '/\\d+/',
  '/(?<first>[a-z])o/',
  '/b|,/g',
] as const

/** A program in strict JavaScript that ends by `Test.act.setResult(…)`, uses only what filter code allows, and may throw. */
export function randomProgram(seed: number): string {
  return new Programmer(new Draw(seed)).program()
}

class Programmer {
  #count = 0
  #inFunction = false
  #loops = 0
  readonly #draw: Draw

  constructor(draw: Draw) {
    this.#draw = draw
  }

  program(): string {
    const names: Names = { number: ['n'], text: ['s'], list: ['l'], record: ['r'] }
    const start = "let n = 5\nlet s = 'start'\nlet l = [1, 2, 3]\nlet r = { a: 1, b: 'two' }\nconst seen = []"
    const body = this.#statements(names, 2 + this.#draw.below(4), 2)
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
    return `{\n${this.#statements(names, 1 + this.#draw.below(3), depth - 1)}\n}`
  }

  #statement(names: Names, depth: number): string {
    const kind = this.#draw.below(depth > 0 ? 24 : 9)
    switch (kind) {
      case 0:
      case 1:
        return this.#declaration(names)
      case 2:
        return `seen.push(${this.#any(names, 2)})`
      case 3:
        return `${this.#loops > 0 || this.#draw.below(6) > 0 ? 'n' : (names.number.at(-1) ?? 'n')} ${this.#draw.from(['=', '+=', '-=', '*=', '%=', '&=', '??=', '||='])} ${this.#number(names, 2)}`
      case 4:
        return this.#draw.from([
          `s = ${this.#text(names, 2)}.slice(0, 40)`,
          `s += ${this.#text(names, 1)}.slice(0, 9)`,
          `s &&= ${this.#text(names, 2)}.slice(-30)`,
        ])
      case 5:
        return this.#draw.from([
          `l.push(${this.#any(names, 1)})`,
          `l = ${this.#list(names, 2)}.slice(0, 9)`,
          `r.${this.#draw.from(['a', 'b', 'c'])} = ${this.#any(names, 2)}`,
          `r[${this.#text(names, 1)}] = ${this.#number(names, 1)}`,
          `l.length = Math.min(l.length, ${this.#draw.below(4)})`,
          `delete r.${this.#draw.from(['a', 'b'])}`,
        ])
      case 6:
        return this.#draw.from([
          `;[n, s] = [${this.#number(names, 1)}, ${this.#text(names, 1)}]`,
          `;({ a: n = 4, ...r } = ${this.#record(names, 1)})`,
          'n++',
          '--n',
          `n = (n++, n + ${this.#number(names, 1)})`,
          `;[n = 1, ...l] = ${this.#list(names, 1)}`,
        ])
      case 7:
        return `seen.push(${this.#odd(names)} ${this.#draw.from(['+', '==', '===', '<', '>=', '!=', '-', '*', '%', '|', '>>>', '**'])} ${this.#odd(names)})`
      case 8:
        return this.#risky(names)
      case 9:
      case 10:
        return `if (${this.#condition(names, 2)}) ${this.#block(names, depth)}${this.#draw.below(2) ? ` else ${this.#block(names, depth)}` : ''}`
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
        return this.#callbacks(names)
      case 21:
        return this.#collections(names)
      case 22:
        return this.#closures(names)
      default:
        return this.#jump(names)
    }
  }

  #declaration(names: Names): string {
    const kind = this.#draw.from(['number', 'text', 'list', 'record'] as const)
    const name = this.#name()
    const value = this.#of(kind, names, 2)
    names[kind].push(name)
    return `${this.#draw.from(['let', 'const', 'var', 'let'])} ${name} = ${value}`
  }

  #jump(names: Names): string {
    if (this.#loops > 0) return `if (${this.#condition(names, 1)}) ${this.#draw.from(['break', 'continue'])}`
    if (this.#inFunction) return `if (${this.#condition(names, 1)}) return ${this.#any(names, 1)}`
    return `seen.push(${this.#condition(names, 2)})`
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
    const times = 1 + this.#draw.below(4)
    return this.#within(() =>
      this.#draw.from([
        () => `for (let ${name} = 0; ${name} < ${times}; ${name}++) ${this.#block(item, depth)}`,
        () => `for (const ${name} of ${this.#list(names, 1)}) ${this.#block(names, depth)}`,
        () => `for (const ${name} in ${this.#record(names, 1)}) { seen.push(${name}) }`,
        () =>
          `for (const [${name}, x${name}] of Object.entries(${this.#record(names, 1)})) { seen.push(${name} + x${name}) }`,
        () => `{ let ${name} = ${times}\nwhile (${name}-- > 0) ${this.#block(item, depth)} }`,
        () => `{ let ${name} = 0\ndo ${this.#block(item, depth)} while (++${name} < ${times}) }`,
        () => `for (const ${name} of ${this.#text(names, 1)}) seen.push(${name})`,
      ])(),
    )
  }

  #switch(names: Names, depth: number): string {
    const cases = [0, 1, 2].map(
      (at) =>
        `case ${at === 1 ? this.#text(names, 0) : this.#number(names, 0)}:\n${this.#statements(names, 1, 0)}\n${this.#draw.below(2) ? 'break' : ''}`,
    )
    cases.splice(this.#draw.below(4), 0, `default: ${this.#block(names, Math.min(1, depth))}`)
    const loops = this.#loops
    this.#loops = 0
    const made = `switch (${this.#any(names, 1)}) {\n${cases.join('\n')}\n}`
    this.#loops = loops
    return made
  }

  #try(names: Names, depth: number): string {
    const caught = this.#draw.from([
      'catch (e) { seen.push(e instanceof Error ? e.name : e) }',
      "catch { seen.push('caught') }",
      'catch ({ name, message }) { seen.push(name, typeof message) }',
    ])
    const last = this.#draw.below(3) ? '' : ` finally ${this.#block(names, depth)}`
    const first = this.#draw.below(2) ? this.#risky(names) : this.#statements(names, 2, depth - 1)
    return `try {\n${first}\n} ${this.#draw.below(6) || last === '' ? caught : ''}${last}`
  }

  #risky(names: Names): string {
    const guard = this.#draw.below(3)
    const risky = this.#draw.from([
      `seen.push(r.none.${this.#draw.from(['a', 'b'])})`,
      `throw ${this.#any(names, 1)}`,
      `throw new ${this.#draw.from(['Error', 'TypeError', 'RangeError'])}(${this.#text(names, 1)})`,
      `seen.push(Missing)`,
      `seen.push(JSON.parse(${this.#text(names, 1)}))`,
      `seen.push((${this.#number(names, 1)}).toFixed(${this.#draw.from([0, 2, 101])}))`,
      `seen.push(${this.#text(names, 0)}.repeat(${this.#draw.from([2, 0, -1])}))`,
      `{ const k = 1\nk = ${this.#number(names, 0)} }`,
      '{ seen.push(later)\nlet later = 1 }',
      `seen.push(s.missing(${this.#number(names, 0)}))`,
      `;[n] = ${this.#draw.from(['null', '7', 'undefined', '[9]'])}`,
      `seen.push(decodeURIComponent('%'))`,
    ])
    return guard ? `if (${this.#condition(names, 1)}) { ${risky} }` : risky
  }

  #function(names: Names, depth: number): string {
    const name = this.#name()
    const [one, two] = [this.#name(), this.#name()]
    const inside: Names = { ...names, number: [...names.number, one], text: [...names.text, two] }
    const state = [this.#inFunction, this.#loops] as const
    this.#inFunction = true
    this.#loops = 0
    const body = `{\n${this.#statements(inside, 1 + this.#draw.below(3), Math.min(1, depth - 1))}\nreturn ${this.#any(inside, 2)}\n}`
    ;[this.#inFunction, this.#loops] = state
    const parameters = this.#draw.from([
      `${one}, ${two}`,
      `${one} = 2, ${two} = 'd'`,
      `{ a: ${one} = 1, b: ${two} }`,
      `[${one}, ${two} = 'e']`,
      `${one}, ...${two}`,
    ])
    const given = parameters.startsWith('{')
      ? this.#record(names, 1)
      : parameters.startsWith('[')
        ? this.#list(names, 1)
        : this.#draw.from([
            '',
            this.#number(names, 1),
            `${this.#number(names, 1)}, ${this.#text(names, 1)}`,
            `...${this.#list(names, 0)}`,
          ])
    const made = this.#draw.from([
      `function ${name}(${parameters}) ${body}`,
      `const ${name} = (${parameters}) => ${body}`,
      `const ${name} = function (${parameters}) ${body}`,
    ])
    return `${made}\nseen.push(${name}(${given}))\nseen.push(${name}.length)`
  }

  #callbacks(names: Names): string {
    const list = this.#list(names, 1)
    return `seen.push(${this.#draw.from([
      `${list}.map((x, i) => [x, i])`,
      `${list}.filter((x) => x ${this.#draw.from(['>', '!=', '<='])} ${this.#number(names, 0)})`,
      `${list}.reduce((sum, x) => sum + x, ${this.#any(names, 0)})`,
      `${list}.reduceRight((sum, x, i) => sum + i + x)`,
      `${list}.find((x) => x === ${this.#any(names, 0)})`,
      `${list}.findIndex((x) => x == ${this.#number(names, 0)})`,
      `${list}.findLast((x) => x)`,
      `${list}.some((x) => x) && ${list}.every(Boolean)`,
      `[5, 2, 9, 2, 10].sort((a, b) => ${this.#draw.from(['a - b', 'b - a'])})`,
      `[...${list}].sort()`,
      `${list}.flatMap((x) => [x, [x]])`,
      `${this.#text(names, 1)}.replace(${this.#draw.from(PATTERNS)}, (m, i) => \`<\${m}\${typeof i}>\`)`,
      `Array.from({ length: 3 }, (_, i) => i * ${this.#number(names, 0)})`,
      `${list}.map(String).map(Number)`,
      `Object.fromEntries(${list}.map((x, i) => ['k' + i, x]))`,
    ])})`
  }

  #collections(names: Names): string {
    const name = this.#name()
    return this.#draw.from([
      `{ const ${name} = new Map([['a', 1], [2, 'b'], [NaN, 'nan']])\n${name}.set(${this.#any(names, 0)}, ${this.#number(names, 0)})\nseen.push([...${name}.keys()].length, ${name}.get(NaN), ${name}.has(${this.#any(names, 0)}), [...${name}], ${name}.size) }`,
      `{ const ${name} = new Set(${this.#list(names, 1)})\n${name}.add(${this.#any(names, 0)})\nfor (const x of ${name}) seen.push(x)\nseen.push(${name}.size, ${name}.has(1), ${name}.delete(1)) }`,
      `{ const ${name} = new Date(${this.#draw.from([0, 86_400_000, 1_700_000_000_000, 951_782_400_000])})\n${name}.setDate(${this.#draw.below(40)})\nseen.push(${name}.toISOString(), ${name}.getDay(), ${name}.getUTCHours(), ${name}.getMonth(), ${name}.getTime(), JSON.stringify({ ${name} })) }`,
      `{ const ${name} = ${this.#draw.from(PATTERNS)}\nseen.push(${name}.test(${this.#text(names, 1)}), ${name}.lastIndex, ${this.#text(names, 1)}.match(${name}), ${this.#text(names, 1)}.split(${name}), ${name}.exec(s)?.groups?.first) }`,
      `seen.push(Date.UTC(2026, ${this.#draw.below(14)}, ${this.#draw.below(40)}), new Date('2026-03-01').getUTCDate(), new Date(2026, ${this.#draw.below(12)}, 5, 12).getDate())`,
      `seen.push([...${this.#text(names, 1)}.matchAll(/[a-z]/g)].map((m) => m[0] + m.index))`,
    ])
  }

  #closures(names: Names): string {
    const name = this.#name()
    return this.#draw.from([
      `{ const ${name} = []\nfor (let i = 0; i < 3; i++) ${name}.push(() => i++ + ${this.#number(names, 0)})\nseen.push(${name}.map((f) => f() + f())) }`,
      `{ const ${name} = []\nfor (var i${name} = 0; i${name} < 3; i${name}++) ${name}.push(() => i${name})\nseen.push(${name}.map((f) => f())) }`,
      `{ const ${name} = ((c) => ({ up: () => ++c, get() { return c } }))(${this.#draw.below(5)})\n${name}.up()\nseen.push(${name}.get(), ${name}.up()) }`,
      `{ function ${name}(k) { return k <= 1 ? 1 : k * ${name}(k - 1) }\nseen.push(${name}(${this.#draw.below(8)})) }`,
      `{ const ${name} = function me(k) { return k > 0 ? [k, ...me(k - 1)] : [] }\nseen.push(${name}(${this.#draw.below(5)})) }`,
      `seen.push(\`\${{ toString() { return 't' } }}\` + { valueOf: () => ${this.#number(names, 0)} } + [1, [2, 3]])`,
    ])
  }

  #of(kind: Kind, names: Names, depth: number): string {
    switch (kind) {
      case 'number':
        return this.#number(names, depth)
      case 'text':
        return this.#text(names, depth)
      case 'list':
        return this.#list(names, depth)
      case 'record':
        return this.#record(names, depth)
      default:
        return kind satisfies never
    }
  }

  #any(names: Names, depth: number): string {
    if (this.#draw.below(6) === 0) return this.#draw.from(ODD)
    return this.#of(this.#draw.from(['number', 'text', 'list', 'record', 'number', 'text']), names, depth)
  }

  #odd(names: Names): string {
    return this.#draw.below(2) ? this.#draw.from(ODD).replace(/^\{\}$/, '({})') : `(${this.#any(names, 1)})`
  }

  #condition(names: Names, depth: number): string {
    const simple = () =>
      `(${this.#any(names, depth - 1)}) ${this.#draw.from(['<', '>', '===', '!==', '==', '<=', '>='])} (${this.#any(names, depth - 1)})`
    switch (this.#draw.below(6)) {
      case 0:
        return `!(${this.#any(names, depth - 1)})`
      case 1:
        return `${simple()} ${this.#draw.from(['&&', '||'])} ${simple()}`
      case 2:
        return `${this.#text(names, depth - 1)}.includes(${this.#text(names, 0)})`
      case 3:
        return `'${this.#draw.from(['a', 'b', 'c'])}' in r`
      default:
        return simple()
    }
  }

  #number(names: Names, depth: number): string {
    if (depth <= 0 || this.#draw.below(4) === 0) return this.#draw.from(['n', ...LITERALS.number, ...names.number])
    const one = () => this.#number(names, depth - 1)
    return this.#draw.from([
      () => `(${one()} ${this.#draw.from(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>'])} ${one()})`,
      () => `Math.${this.#draw.from(['floor', 'ceil', 'round', 'abs', 'sign', 'trunc', 'sqrt'])}(${one()})`,
      () => `Math.${this.#draw.from(['max', 'min'])}(${one()}, ${one()})`,
      () => `(${this.#condition(names, 1)} ? ${one()} : ${one()})`,
      () =>
        `${this.#text(names, depth - 1)}.${this.#draw.from(['length', "indexOf('o')", 'charCodeAt(1)', "lastIndexOf('a')", 'search(/b/)'])}`,
      () => `${this.#list(names, depth - 1)}.${this.#draw.from(['length', 'indexOf(2)', "lastIndexOf('a')"])}`,
      () => `${this.#draw.from(['parseInt', 'Number', 'parseFloat', '+', '-', '~'])}(${this.#any(names, depth - 1)})`,
      (): string => `(r?.a?.length ?? ${one()})`,
      () => `(${one()}, ${one()})`,
    ])()
  }

  #text(names: Names, depth: number): string {
    if (depth <= 0 || this.#draw.below(4) === 0) return this.#draw.from(["'b'", ...LITERALS.text, 's', ...names.text])
    const one = () => this.#text(names, depth - 1)
    const number = () => this.#number(names, depth - 1)
    return this.#draw.from([
      () => `(${one()} + ${this.#any(names, depth - 1)})`,
      () => `\`\${${one()}}-\${${this.#any(names, depth - 1)}}\``,
      () =>
        `${one()}.${this.#draw.from(['toUpperCase()', 'toLowerCase()', 'trim()', 'trimStart()', 'concat(1, null)', 'normalize()'])}`,
      () =>
        `${one()}.${this.#draw.from(['slice', 'substring', 'substr'])}(${this.#draw.from([0, 1, 2, -2])}, ${this.#draw.from([1, 3, -1, 9])})`,
      () => `${one()}.replace(${this.#draw.from([...PATTERNS, "'o'"])}, '[$&$1$$]')`,
      () => `${one()}.replaceAll(${this.#draw.from(["'o'", "''", '/[a-f]/g'])}, ${one()})`,
      () => `${one()}.${this.#draw.from(['padStart', 'padEnd'])}(${this.#draw.below(12)}, 'xy')`,
      () => `${this.#list(names, depth - 1)}.join(${this.#draw.from(["'-'", '', "''"])})`,
      () => `String(${this.#any(names, depth - 1)})`,
      () => `(JSON.stringify(${this.#any(names, depth - 1)}${this.#draw.from(['', '', ', null, 2'])}) + '')`,
      () => `(typeof (${this.#any(names, 0)}))`,
      () => `(${number()}).toString(${this.#draw.from(['', '2', '16'])})`,
      () => `encodeURIComponent(${this.#draw.from(LITERALS.text)})`,
      () => `(${one()}[${this.#draw.below(4)}] ?? 'none')`,
      () => `(${one()}.at(${this.#draw.from([0, -1])}) + '')`,
    ])()
  }

  #list(names: Names, depth: number): string {
    if (depth <= 0 || this.#draw.below(4) === 0)
      return this.#draw.from(['[4]', ...LITERALS.list, ...names.list.map((name) => `[...${name}]`)])
    const one = () => this.#list(names, depth - 1)
    return this.#draw.from([
      () => `[${this.#any(names, depth - 1)}, ${this.#any(names, depth - 1)}]`,
      () => `[...${one()}, ...${this.#text(names, 0)}]`,
      () => `${one()}.slice(${this.#draw.from([0, 1, -2])})`,
      () => `${one()}.concat(${this.#any(names, depth - 1)})`,
      () =>
        `${one()}.${this.#draw.from(['reverse()', 'flat()', 'toReversed()', 'fill(0, 1)', "with(0, 'w')", 'splice(1, 1)', 'toSpliced(0, 1, 8)'])}`,
      () => `${this.#text(names, depth - 1)}.split(${this.#draw.from(["''", "' '", "','", '/o/', '', '/(a)/'])})`,
      () => `Object.${this.#draw.from(['keys', 'values', 'entries'])}(${this.#record(names, depth - 1)})`,
      () => `Array.of(${this.#any(names, 0)}, ${this.#any(names, 0)})`,
      () => `${one()}.map((x) => x)`,
    ])()
  }

  #record(names: Names, depth: number): string {
    if (depth <= 0 || this.#draw.below(3) === 0)
      return `(${this.#draw.from(['{ a: 3 }', ...LITERALS.record, ...names.record.map((name) => `{ ...${name} }`)])})`
    const record = this.#draw.below(4)
    if (record === 0) return '({ n, s, l })'
    if (record === 1) return `({ ...${this.#record(names, depth - 1)}, b: ${this.#any(names, depth - 1)} })`
    if (record === 2)
      return `({ a: ${this.#any(names, depth - 1)}, [${this.#text(names, 0)}]: ${this.#any(names, 0)} })`
    return `Object.assign({}, ${this.#record(names, depth - 1)}, { c: ${this.#any(names, 0)} })`
  }
}
