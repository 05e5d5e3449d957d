import type { Draw } from './draw.fixture.ts'
import { PATTERNS, type Names, type RandomValues } from './random-values.fixture.ts'

type Parts = { draw: Draw; values: RandomValues; newName: () => string }

/** Draws statements of random programs that need no other: what may throw, callbacks, collections and closures. */
export class RandomSnippets {
  readonly #draw: Draw
  readonly #values: RandomValues
  readonly #newName: () => string

  constructor({ draw, values, newName }: Parts) {
    this.#draw = draw
    this.#values = values
    this.#newName = newName
  }

  risky(names: Names): string {
    const guard = this.#draw.below(3)
    const risky = this.#draw.from([
      `seen.push(r.none.${this.#draw.from(['a', 'b'])})`,
      `throw ${this.#values.any(names, 1)}`,
      `throw new ${this.#draw.from(['Error', 'TypeError', 'RangeError'])}(${this.#values.text(names, 1)})`,
      `seen.push(Missing)`,
      `seen.push(JSON.parse(${this.#values.text(names, 1)}))`,
      `seen.push((${this.#values.number(names, 1)}).toFixed(${this.#draw.from([0, 2, 101])}))`,
      `seen.push(${this.#values.text(names, 0)}.repeat(${this.#draw.from([2, 0, -1])}))`,
      `{ const k = 1\nk = ${this.#values.number(names, 0)} }`,
      '{ seen.push(later)\nlet later = 1 }',
      `seen.push(s.missing(${this.#values.number(names, 0)}))`,
      `;[n] = ${this.#draw.from(['null', '7', 'undefined', '[9]'])}`,
      `seen.push(decodeURIComponent('%'))`,
    ])
    return guard ? `if (${this.#values.condition(names, 1)}) { ${risky} }` : risky
  }

  callbacks(names: Names): string {
    const list = this.#values.list(names, 1)
    return `seen.push(${this.#draw.from([
      `${list}.map((x, i) => [x, i])`,
      `${list}.filter((x) => x ${this.#draw.from(['>', '!=', '<='])} ${this.#values.number(names, 0)})`,
      `${list}.reduce((sum, x) => sum + x, ${this.#values.any(names, 0)})`,
      `${list}.reduceRight((sum, x, i) => sum + i + x)`,
      `${list}.find((x) => x === ${this.#values.any(names, 0)})`,
      `${list}.findIndex((x) => x == ${this.#values.number(names, 0)})`,
      `${list}.findLast((x) => x)`,
      `${list}.some((x) => x) && ${list}.every(Boolean)`,
      `[5, 2, 9, 2, 10].sort((a, b) => ${this.#draw.from(['a - b', 'b - a'])})`,
      `[...${list}].sort()`,
      `${list}.flatMap((x) => [x, [x]])`,
      `${this.#values.text(names, 1)}.replace(${this.#draw.from(PATTERNS)}, (m, i) => \`<\${m}\${typeof i}>\`)`,
      `Array.from({ length: 3 }, (_, i) => i * ${this.#values.number(names, 0)})`,
      `${list}.map(String).map(Number)`,
      `Object.fromEntries(${list}.map((x, i) => ['k' + i, x]))`,
    ])})`
  }

  collections(names: Names): string {
    const name = this.#newName()
    return this.#draw.from([
      `{ const ${name} = new Map([['a', 1], [2, 'b'], [NaN, 'nan']])\n${name}.set(${this.#values.any(names, 0)}, ${this.#values.number(names, 0)})\nseen.push([...${name}.keys()].length, ${name}.get(NaN), ${name}.has(${this.#values.any(names, 0)}), [...${name}], ${name}.size) }`,
      `{ const ${name} = new Set(${this.#values.list(names, 1)})\n${name}.add(${this.#values.any(names, 0)})\nfor (const x of ${name}) seen.push(x)\nseen.push(${name}.size, ${name}.has(1), ${name}.delete(1)) }`,
      `{ const ${name} = new Date(${this.#draw.from([0, 86_400_000, 1_700_000_000_000, 951_782_400_000])})\n${name}.setDate(${this.#draw.below(40)})\nseen.push(${name}.toISOString(), ${name}.getDay(), ${name}.getUTCHours(), ${name}.getMonth(), ${name}.getTime(), JSON.stringify({ ${name} })) }`,
      `{ const ${name} = ${this.#draw.from(PATTERNS)}\nseen.push(${name}.test(${this.#values.text(names, 1)}), ${name}.lastIndex, ${this.#values.text(names, 1)}.match(${name}), ${this.#values.text(names, 1)}.split(${name}), ${name}.exec(s)?.groups?.first) }`,
      `seen.push(Date.UTC(2026, ${this.#draw.below(14)}, ${this.#draw.below(40)}), new Date('2026-03-01').getUTCDate(), new Date(2026, ${this.#draw.below(12)}, 5, 12).getDate())`,
      `seen.push([...${this.#values.text(names, 1)}.matchAll(/[a-z]/g)].map((m) => m[0] + m.index))`,
    ])
  }

  closures(names: Names): string {
    const name = this.#newName()
    return this.#draw.from([
      `{ const ${name} = []\nfor (let i = 0; i < 3; i++) ${name}.push(() => i++ + ${this.#values.number(names, 0)})\nseen.push(${name}.map((f) => f() + f())) }`,
      `{ const ${name} = []\nfor (var i${name} = 0; i${name} < 3; i${name}++) ${name}.push(() => i${name})\nseen.push(${name}.map((f) => f())) }`,
      `{ const ${name} = ((c) => ({ up: () => ++c, get() { return c } }))(${this.#draw.below(5)})\n${name}.up()\nseen.push(${name}.get(), ${name}.up()) }`,
      `{ function ${name}(k) { return k <= 1 ? 1 : k * ${name}(k - 1) }\nseen.push(${name}(${this.#draw.below(8)})) }`,
      `{ const ${name} = function me(k) { return k > 0 ? [k, ...me(k - 1)] : [] }\nseen.push(${name}(${this.#draw.below(5)})) }`,
      `seen.push(\`\${{ toString() { return 't' } }}\` + { valueOf: () => ${this.#values.number(names, 0)} } + [1, [2, 3]])`,
    ])
  }
}
