import binaryen from 'binaryen'
import { expect, test } from 'vitest'
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
  (func (export "other")))`

function assemble(text: string): Uint8Array {
  const module = binaryen.parseText(text)
  module.setFeatures(binaryen.Features.All)
  return module.emitBinary()
}

type Metered = { fuel: WebAssembly.Global } & Record<
  'run' | 'recurse' | 'fill' | 'copy' | 'grow',
  (n: number) => number
>

function metered(): Metered {
  const bytes = meterWasm(assemble(MODULE), new Set(['run', 'recurse', 'fill', 'copy', 'grow']))
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
  expect(Object.keys(metered())).toEqual(['run', 'recurse', 'fill', 'copy', 'grow', 'fuel'])
})

test('what would work at length without paying is refused', () => {
  const module = '(module (memory 1) (data $d "abc") (func (memory.init $d (i32.const 0) (i32.const 0) (i32.const 3))))'
  expect(() => meterWasm(assemble(module), new Set())).toThrow('3 instructions work at length, and 2 should.')
})
