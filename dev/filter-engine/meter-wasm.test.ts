import { expect, test } from 'vitest'
import wabt from 'wabt'
import { meterWasm } from './meter-wasm.ts'

const MODULE = `(module
  (memory (export "memory") 1)
  (func (export "run") (param $turns i32) (loop $again
    (local.set $turns (i32.sub (local.get $turns) (i32.const 1)))
    (br_if $again (local.get $turns))))
  (func $recurse (export "recurse") (param $depth i32)
    (if (local.get $depth) (then (call $recurse (i32.sub (local.get $depth) (i32.const 1))))))
  (func (export "fill") (param $bytes i32) (memory.fill (i32.const 0) (i32.const 7) (local.get $bytes)))
  (func (export "copy") (param $bytes i32) (memory.copy (i32.const 0) (i32.const 9) (local.get $bytes)))
  (func (export "grow") (param $pages i32) (result i32) (memory.grow (local.get $pages)))
  (table funcref (elem $inTable))
  (func $inTable (param $n i32) (result i32) (i32.add (local.get $n) (i32.const 1)))
  (func (export "indirect") (param $n i32) (result i32)
    (call_indirect (param i32) (result i32) (local.get $n) (i32.const 0)))
  (func (export "branch") (param $n i32) (result i32) (block $two (block $one (block $none
    (br_table $none $one $two (local.get $n)))
    (return (i32.const 10))) (return (i32.const 11))) (i32.const 12))
  (func (export "other")))`
const KEPT = ['run', 'recurse', 'fill', 'copy', 'grow', 'indirect', 'branch'] as const

const { parseWat } = await wabt()

function assemble(text: string): Uint8Array {
  return parseWat('module.wat', text).toBinary({}).buffer
}

type Metered = { fuel: WebAssembly.Global } & Record<(typeof KEPT)[number], (n: number) => number>

function metered(): Metered {
  const bytes = meterWasm(assemble(MODULE), new Set(KEPT))
  return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports as Metered
}

test.each([
  ['run', 1000, 1],
  ['recurse', 1000, 1],
  ['fill', 32_000, 1 / 16],
  ['copy', 32_000, 1 / 16],
] as const)('%s pays for its length, and traps without fuel', (name, length, each) => {
  const engine = metered()
  engine.fuel.value = 10_000
  engine[name](length)
  const spent = 10_000 - engine.fuel.value
  expect(spent).toBeGreaterThanOrEqual(length * each)
  expect(spent).toBeLessThan(length * each + 10)
  engine.fuel.value = spent - 1
  expect(() => engine[name](length)).toThrow(WebAssembly.RuntimeError)
  expect(engine.fuel.value).toBeLessThan(0)
})

test('memory ends at 16 MB', () => {
  const { grow } = metered()
  expect(grow(255)).toBe(1)
  expect(grow(1)).toBe(-1)
})

test('exports that nobody uses are dropped', () => {
  expect(Object.keys(metered())).toEqual([...KEPT, 'fuel'])
})

test('what only a table names still runs', () => {
  expect(metered().indirect(6)).toBe(7)
})

test('a branch leads where it did', () => {
  const { branch } = metered()
  expect([0, 1, 2].map((n) => branch(n))).toEqual([10, 11, 12])
})

test.each([
  ['memory.init', '(data $d "abc") (func (export "run") (memory.init $d (i32.const 0) (i32.const 0) (i32.const 3)))'],
  ['table.fill', '(table 1 funcref) (func (export "run") (table.fill (i32.const 0) (ref.null func) (i32.const 1)))'],
  ['i8x16.splat', '(func (export "run") (drop (i8x16.splat (i32.const 0))))'],
])('refuses %s, which might not pay', (_, parts) => {
  expect(() => meterWasm(assemble(`(module (memory 1) ${parts})`), new Set(['run']))).toThrow(/^The instruction /)
})

test('refuses a start function, which is not looked at', () => {
  expect(() => meterWasm(assemble('(module (memory 1) (func $run) (start $run))'), new Set())).toThrow(
    'The section 8 is not known.',
  )
})
