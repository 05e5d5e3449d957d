import { OP, readInstruction } from './read-instruction.ts'
import { bodyReader, usedFunctions } from './used-functions.ts'
import { wasmBlock, wasmList, wasmNumber } from './wasm-reader.ts'
import {
  appendItems,
  KIND,
  readExports,
  readImports,
  readMemory,
  readSections,
  SECTION,
  sectionReader,
  wasmExport,
  writeSections,
  type Sections,
} from './wasm-sections.ts'

/** Pages of 64 kB. */
const MOST_MEMORY = 256
/** One unit pays for this many instructions, or for as many bytes as are copied or filled at once. */
const INSTRUCTIONS = 16
const BYTES = 16
/** Few functions and loops come by more of their instructions at once. */
const MOST_CHARGE = 8
/** What names a value or frames others costs nothing of its own. */
const FREE: ReadonlySet<number> = new Set([OP.block, OP.else, OP.end, OP.localGet, OP.i32Const])

/** A division takes a processor as long as this many other instructions. */
const OF_DIVISION = 48
/** Of whole numbers: `div_s`, `div_u`, `rem_s` and `rem_u` of 32 bits and of 64. */
const DIVISIONS: ReadonlySet<number> = new Set([0x6d, 0x6e, 0x6f, 0x70, 0x7f, 0x80, 0x81, 0x82])

const I32 = 0x7f
const VARIABLE = 1
const FUNCTION_TYPE = 0x60
const NO_VALUE = 0x40
const MOST_I32 = [0xff, 0xff, 0xff, 0xff, 0x07]

/** The numbers of the counter and of the functions that copy and fill. */
type Numbers = { fuel: Uint8Array; copy: Uint8Array; fill: Uint8Array }
/** A function or loop whose end is still to come. `head`: which piece its charge becomes. */
type Region = { depth: number; head: number; size: number }

/**
 * Puts a fuel counter into a WebAssembly module: each entry of a function and each turn of a loop pays, as do bytes that
 * are copied or filled at once; below zero the module traps, which nothing inside it can catch. The counter is its
 * export `fuel`. By structure alone, so that it holds for any module. Of the exports, those in `kept` stay. Throws where
 * something would not pay.
 */
export function meterWasm(wasm: Uint8Array, kept: ReadonlySet<string>): Uint8Array {
  const sections = readSections(wasm)
  const exported = readExports(sections).filter(({ name }) => kept.has(name))
  sections.set(SECTION.exports, wasmList(exported.map(wasmExport)))
  sections.set(
    SECTION.memories,
    wasmList([Buffer.of(1, ...wasmNumber(readMemory(sections)), ...wasmNumber(MOST_MEMORY))]),
  )
  meterCode(sections)
  return writeSections(sections)
}

function meterCode(sections: Sections): void {
  const imports = readImports(sections)
  const used = usedFunctions(sections)
  const count = (id: number) => sectionReader(sections, id).number()
  const firstFunction = imports.filter((kind) => kind === KIND.function).length
  const copy = firstFunction + count(SECTION.functions)
  const fuel = imports.filter((kind) => kind === KIND.global).length + count(SECTION.globals)
  const numbers = { fuel: wasmNumber(fuel), copy: wasmNumber(copy), fill: wasmNumber(copy + 1) }
  const code = sectionReader(sections, SECTION.code)
  const bodies = code.list(() => code.block())
  const metered = bodies.map((body, at) => (used.has(firstFunction + at) ? meterBody(body, numbers) : NEVER))
  sections.set(
    SECTION.code,
    wasmList([...metered, bulkBody(numbers, [0xfc, 0x0a, 0, 0]), bulkBody(numbers, [0xfc, 0x0b, 0])].map(wasmBlock)),
  )
  const bulkType = wasmNumber(count(SECTION.types))
  appendItems(sections, SECTION.types, [Buffer.of(FUNCTION_TYPE, 3, I32, I32, I32, 0)])
  appendItems(sections, SECTION.functions, [bulkType, bulkType])
  appendItems(sections, SECTION.globals, [Buffer.of(I32, VARIABLE, OP.i32Const, ...MOST_I32, OP.end)])
  appendItems(sections, SECTION.exports, [wasmExport({ name: 'fuel', kind: KIND.global, number: fuel })])
}

/** Of a function that nothing calls, so that all others keep their numbers. */
const NEVER = Buffer.of(0, OP.unreachable, OP.end)

/** A function's body: its variables, then its instructions. */
function meterBody(body: Uint8Array, numbers: Numbers): Uint8Array {
  const reader = bodyReader(body)
  const pieces = [body.subarray(0, reader.at), Buffer.of()]
  const open: Region[] = [{ depth: 1, head: 1, size: 0 }]
  let depth = 1
  for (let region = open.at(-1); region; region = open.at(-1)) {
    const from = reader.at
    const { code } = readInstruction(reader)
    if (!FREE.has(code)) region.size += DIVISIONS.has(code) ? OF_DIVISION : 1
    if (code === OP.memoryCopy) pieces.push(Buffer.of(OP.call, ...numbers.copy))
    else if (code === OP.memoryFill) pieces.push(Buffer.of(OP.call, ...numbers.fill))
    else pieces.push(body.subarray(from, reader.at))
    if (code === OP.block || code === OP.loop || code === OP.if) depth++
    if (code === OP.loop) open.push({ depth, head: pieces.push(Buffer.of()) - 1, size: 0 })
    if (code !== OP.end) continue
    if (depth === region.depth) {
      pieces[region.head] = charge(numbers, [OP.i32Const, chargeOf(region.size)])
      open.pop()
    }
    depth--
  }
  if (!reader.isAtEnd) throw new Error('A function goes on behind its end.')
  return Buffer.concat(pieces)
}

function chargeOf(size: number): number {
  return Math.max(1, Math.min(MOST_CHARGE, Math.round(size / INSTRUCTIONS)))
}

function charge({ fuel }: Numbers, units: number[]): Uint8Array {
  const pay = [OP.globalGet, ...fuel, ...units, OP.i32Subtract, OP.globalSet, ...fuel]
  const stop = [OP.globalGet, ...fuel, OP.i32Const, 0, OP.i32LessSigned, OP.if, NO_VALUE, OP.unreachable, OP.end]
  return Buffer.of(...pay, ...stop)
}

/** Of a function that pays for its third value, the bytes, and then does what `instruction` does with all three. */
function bulkBody(numbers: Numbers, instruction: number[]): Uint8Array {
  const units = [OP.localGet, 2, OP.i32Const, BYTES, OP.i32DivideUnsigned]
  const values = [OP.localGet, 0, OP.localGet, 1, OP.localGet, 2]
  return Buffer.of(0, ...charge(numbers, units), ...values, ...instruction, OP.end)
}
