import binaryen from 'binaryen'

/** Pages of 64 kB. */
const MOST_MEMORY = 256
/** One unit pays for this many instructions, or for as many bytes as are copied or filled at once. */
const INSTRUCTIONS = 16
const BYTES = 16
/** What workerd and Node read: newer ways to write a module are left out. */
const { MutableGlobals, SignExt, NontrappingFPToInt, Multivalue, ReferenceTypes, BulkMemory, BulkMemoryOpt } =
  binaryen.Features
const FEATURES =
  MutableGlobals | SignExt | NontrappingFPToInt | Multivalue | ReferenceTypes | BulkMemory | BulkMemoryOpt
/** Few functions and loops come by more of their instructions at once. */
const MOST_CHARGE = 8
/** What names a value or frames others costs nothing of its own. */
const FREE = /^\((?:block|then|else|result|local\.get|i32\.const)\b/

/** A division takes a processor as long as this many other instructions. */
const DIVISION = /^\(i(?:32|64)\.(?:div|rem)_/
const OF_DIVISION = 48

/** A function or loop whose end is still to come. */
type Region = { depth: number; charge: number; size: number }

/**
 * Puts a fuel counter into a WebAssembly module: each entry of a function and each turn of a loop pays, as do bytes that
 * are copied or filled at once; below zero the module traps, which nothing inside it can catch. The counter is its
 * export `fuel`. By structure alone, so that it holds for any module. Of the exports, those in `kept` stay. Throws where
 * something would not pay.
 */
export function meterWasm(wasm: Uint8Array, kept: ReadonlySet<string>): Uint8Array {
  const source = binaryen.readBinary(wasm)
  const { text, functions, loops } = insertCharges(source.emitText(), kept)
  const metered = binaryen.parseText(text)
  metered.setFeatures(FEATURES)
  if (metered.validate() === 0) throw new Error('The metered module is not valid.')
  checkCharges(metered.emitText(), functions + loops)
  // Unused functions only.
  metered.runPasses(['remove-unused-module-elements'])
  return metered.emitBinary()
}

/** `text` is as binaryen writes it: each expression has a line, and what is within it is indented by one more. */
function insertCharges(text: string, kept: ReadonlySet<string>) {
  const lines: string[] = []
  const open: Region[] = []
  const counts = { functions: 0, loops: 0 }
  const begin = (depth: number) => {
    open.push({ depth, charge: lines.length, size: 0 })
    lines.push('')
  }
  let isHead = false
  for (const line of text.trimEnd().slice(0, -1).split('\n')) {
    const code = line.trimStart()
    const depth = line.length - code.length
    // Variables of a function stand before what it does.
    if (isHead && !code.startsWith('(local ')) {
      begin(1)
      isHead = false
    }
    const region = open.at(-1)
    if (code === ')' && region?.depth === depth) {
      lines[region.charge] = charge(`(i32.const ${chargeOf(region.size)})`)
      open.pop()
    } else if (region && code.startsWith('(') && !FREE.test(code)) region.size += DIVISION.test(code) ? OF_DIVISION : 1
    const name = /^\(export "([^"]*)"/.exec(code)?.[1]
    if (name !== undefined && !kept.has(name)) continue
    lines.push(
      code.startsWith('(memory ')
        ? line.replace(/(\(memory \$\S+ \d+)(?: \d+)?\)$/, `$1 ${MOST_MEMORY})`)
        : line.replace(/\((memory\.(?:copy|fill))$/, '(call $metered.$1'),
    )
    if (code.startsWith('(func ')) {
      isHead = true
      counts.functions++
    } else if (code.startsWith('(loop')) {
      begin(depth)
      counts.loops++
    }
  }
  if (open.length > 0) throw new Error('A function or loop has no end.')
  const counter = '(global $fuel (mut i32) (i32.const 0x7fffffff)) (export "fuel" (global $fuel))'
  return { ...counts, text: [...lines, counter, bulk('memory.copy'), bulk('memory.fill'), ')'].join('\n') }
}

function chargeOf(size: number): number {
  return Math.max(1, Math.min(MOST_CHARGE, Math.round(size / INSTRUCTIONS)))
}

function charge(units: string): string {
  const pay = `(global.set $fuel (i32.sub (global.get $fuel) ${units}))`
  return `${pay} (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (unreachable)))`
}

function bulk(operation: string): string {
  const values = '(local.get 0) (local.get 1) (local.get 2)'
  return `(func $metered.${operation} (param i32 i32 i32)
    ${charge(`(i32.div_u (local.get 2) (i32.const ${BYTES}))`)} (${operation} ${values}))`
}

/** Two more functions pay: those that copy and fill. Everything else that works at length is not known here. */
function checkCharges(text: string, charges: number): void {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const paying = count(/\(global\.set \$fuel$/gm)
  if (paying !== charges + 2) throw new Error(`${paying} places pay, and ${charges + 2} should.`)
  const regions = count(/^ \(func /gm) + count(/\(loop\b/g)
  if (regions !== paying) throw new Error(`${regions} functions and loops are there, and ${paying} places pay.`)
  const bulks = count(/\((?:memory\.(?:copy|fill|init)|table\.(?:copy|fill|init|grow)|array\.(?:copy|fill))\b/g)
  if (bulks !== 2) throw new Error(`${bulks} instructions work at length, and 2 should.`)
}
