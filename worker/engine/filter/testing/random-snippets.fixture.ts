import type { Dice } from '../../../testing/dice.ts'
import { PATTERNS, type Names, type RandomValues } from './random-values.fixture.ts'

type Parts = { dice: Dice; values: RandomValues; newName: () => string }

/** Draws statements of random programs that need no other: what may throw, callbacks, collections and closures. */
export class RandomSnippets {
  readonly #dice: Dice
  readonly #values: RandomValues
  readonly #newName: () => string

  constructor({ dice, values, newName }: Parts) {
    this.#dice = dice
    this.#values = values
    this.#newName = newName
  }

  risky(names: Names): string {
    const guard = this.#dice.below(3)
    const risky = this.#dice.one([
      `seen.push(r.none.${this.#dice.one(['a', 'b'])})`,
      `throw ${this.#values.any(names, 1)}`,
      `throw new ${this.#dice.one(['Error', 'TypeError', 'RangeError'])}(${this.#values.text(names, 1)})`,
      `seen.push(Missing)`,
      `seen.push(JSON.parse(${this.#values.text(names, 1)}))`,
      `seen.push((${this.#values.number(names, 1)}).toFixed(${this.#dice.one([0, 2, 101])}))`,
      `seen.push(${this.#values.text(names, 0)}.repeat(${this.#dice.one([2, 0, -1])}))`,
      `{ const k = 1\nk = ${this.#values.number(names, 0)} }`,
      '{ seen.push(later)\nlet later = 1 }',
      `seen.push(s.missing(${this.#values.number(names, 0)}))`,
      `;[n] = ${this.#dice.one(['null', '7', 'undefined', '[9]'])}`,
      `seen.push(decodeURIComponent('%'))`,
    ])
    return guard ? `if (${this.#values.condition(names, 1)}) { ${risky} }` : risky
  }

  callbacks(names: Names): string {
    const list = this.#values.list(names, 1)
    return `seen.push(${this.#dice.one([
      `${list}.map((x, i) => [x, i])`,
      `${list}.filter((x) => x ${this.#dice.one(['>', '!=', '<='])} ${this.#values.number(names, 0)})`,
      `${list}.reduce((sum, x) => sum + x, ${this.#values.any(names, 0)})`,
      `${list}.reduceRight((sum, x, i) => sum + i + x)`,
      `${list}.find((x) => x === ${this.#values.any(names, 0)})`,
      `${list}.findIndex((x) => x == ${this.#values.number(names, 0)})`,
      `${list}.findLast((x) => x)`,
      `${list}.some((x) => x) && ${list}.every(Boolean)`,
      `[5, 2, 9, 2, 10].sort((a, b) => ${this.#dice.one(['a - b', 'b - a'])})`,
      `[...${list}].sort()`,
      `${list}.flatMap((x) => [x, [x]])`,
      `${this.#values.text(names, 1)}.replace(${this.#dice.one(PATTERNS)}, (m, i) => \`<\${m}\${typeof i}>\`)`,
      `Array.from({ length: 3 }, (_, i) => i * ${this.#values.number(names, 0)})`,
      `${list}.map(String).map(Number)`,
      `Object.fromEntries(${list}.map((x, i) => ['k' + i, x]))`,
    ])})`
  }

  collections(names: Names): string {
    const name = this.#newName()
    return this.#dice.one([
      `{ const ${name} = new Map([['a', 1], [2, 'b'], [NaN, 'nan']])\n${name}.set(${this.#values.any(names, 0)}, ${this.#values.number(names, 0)})\nseen.push([...${name}.keys()].length, ${name}.get(NaN), ${name}.has(${this.#values.any(names, 0)}), [...${name}], ${name}.size) }`,
      `{ const ${name} = new Set(${this.#values.list(names, 1)})\n${name}.add(${this.#values.any(names, 0)})\nfor (const x of ${name}) seen.push(x)\nseen.push(${name}.size, ${name}.has(1), ${name}.delete(1)) }`,
      `{ const ${name} = new Date(${this.#dice.one([0, 86_400_000, 1_700_000_000_000, 951_782_400_000])})\n${name}.setDate(${this.#dice.below(40)})\nseen.push(${name}.toISOString(), ${name}.getDay(), ${name}.getUTCHours(), ${name}.getMonth(), ${name}.getTime(), JSON.stringify({ ${name} })) }`,
      `{ const ${name} = ${this.#dice.one(PATTERNS)}\nseen.push(${name}.test(${this.#values.text(names, 1)}), ${name}.lastIndex, ${this.#values.text(names, 1)}.match(${name}), ${this.#values.text(names, 1)}.split(${name}), ${name}.exec(s)?.groups?.first) }`,
      `seen.push(Date.UTC(2026, ${this.#dice.below(14)}, ${this.#dice.below(40)}), new Date('2026-03-01').getUTCDate(), new Date(2026, ${this.#dice.below(12)}, 5, 12).getDate())`,
      `seen.push([...${this.#values.text(names, 1)}.matchAll(/[a-z]/g)].map((m) => m[0] + m.index))`,
    ])
  }

  closures(names: Names): string {
    const name = this.#newName()
    return this.#dice.one([
      `{ const ${name} = []\nfor (let i = 0; i < 3; i++) ${name}.push(() => i++ + ${this.#values.number(names, 0)})\nseen.push(${name}.map((f) => f() + f())) }`,
      `{ const ${name} = []\nfor (var i${name} = 0; i${name} < 3; i${name}++) ${name}.push(() => i${name})\nseen.push(${name}.map((f) => f())) }`,
      `{ const ${name} = ((c) => ({ up: () => ++c, get() { return c } }))(${this.#dice.below(5)})\n${name}.up()\nseen.push(${name}.get(), ${name}.up()) }`,
      `{ function ${name}(k) { return k <= 1 ? 1 : k * ${name}(k - 1) }\nseen.push(${name}(${this.#dice.below(8)})) }`,
      `{ const ${name} = function me(k) { return k > 0 ? [k, ...me(k - 1)] : [] }\nseen.push(${name}(${this.#dice.below(5)})) }`,
      `seen.push(\`\${{ toString() { return 't' } }}\` + { valueOf: () => ${this.#values.number(names, 0)} } + [1, [2, 3]])`,
    ])
  }

  classes(names: Names): string {
    const name = this.#newName()
    const [value, list] = [this.#values.any(names, 1), this.#values.list(names, 1)]
    return this.#dice.one([
      `{ class ${name} { #a = ${value}\nstatic b = 2\nget a() { return [this.#a, new.target] }\nset a(c) { this.#a = c } }\nconst x = new ${name}()\nx.a = [x.a]\nseen.push(x.a, ${name}.b, ${name}.name) }`,
      `{ class A { m() { return ['A', ...arguments] } }\nclass ${name} extends A { m(...a) { return [super.m(...a), a.length] } }\nseen.push(new ${name}().m(${value}), new ${name}() instanceof A) }`,
      `{ class ${name} extends Array { sum() { return this.reduce((a, b) => a + b, '') } }\nseen.push(${name}.from(${list}).sum(), ${name}.of(1, 2).map((x) => x) instanceof ${name}) }`,
      `{ class ${name} extends Error {}\ntry { throw new ${name}(String(${value})) } catch (e) { seen.push(e instanceof ${name}, e.message, e.name, String(e)) } }`,
      `{ function* ${name}() { const got = yield 1\ntry { yield* ${list}\nyield got } finally { seen.push('end') } }\nconst [a, b] = ${name}()\nseen.push(a, b, [...${name}()]) }`,
      `{ const ${name} = { *[Symbol.iterator]() { yield ${value}\nyield 2 } }\nseen.push([...${name}], Math.max(...${name}), new Map([[...${name}]]).size) }`,
      `${name}: for (const x of ${list}) { for (const y of [1, 2, 3]) { if (y === 2) ${this.#dice.one(['continue', 'break'])} ${name}\nseen.push(x, y) } }`,
      `seen.push(String((BigInt(Math.trunc(${this.#values.number(names, 0)}) || 3) ** 20n - 7n) / 3n), BigInt.asIntN(8, 200n) + '', 10n > 9, 2n == 2)`,
      `seen.push(${this.#values.text(names, 1)}.replace(${this.#dice.one(['/(\\w)\\1/g', '/(?<=l)l?/g', '/(?<!o)o/g', '/(?<a>.)(?=.*\\k<a>)/gs', '/\\p{Lu}/gu', '/(?:)/gy'])}, '<$&>'))`,
      `{ const ${name} = new Proxy({}, { get: (o, k) => String(k) + ${value}, has: () => true })\nseen.push(${name}.x, 'y' in ${name}, Reflect.ownKeys(${name})) }`,
      `{ const ${name} = (t, ...v) => [t.raw, t, v]\nseen.push(${name}\`a\${${value}}\\n\`) }`,
      `{ const ${name} = { a: ${value}, get b() { return this.a }, ['c' + 1]: [, 1] }\nseen.push(${name}, Object.getOwnPropertyNames(${name}), structure(${name})) }\nfunction structure(o) { return Object.entries(Object.getOwnPropertyDescriptors(o)).map(([k, d]) => [k, typeof d.get]) }`,
      `seen.push([...new Uint8Array([1, 300, -1, ${this.#values.number(names, 0)}])], Object.groupBy(${list}, (x) => typeof x), new Set(${list}).union(new Set([1])).size)`,
    ])
  }
}
