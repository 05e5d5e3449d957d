import type { WasmReader } from './wasm-reader.ts'

/** Codes of the instructions that a meter looks at or writes. */
export const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  call: 0x10,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i32LessSigned: 0x48,
  i32Subtract: 0x6b,
  i32DivideUnsigned: 0x6e,
  functionReference: 0xd2,
  memoryCopy: 0xfc_0a,
  memoryFill: 0xfc_0b,
} as const

/** Those whose code is longer. */
const BULK = 0xfc

/** `first`: the first number that belongs to it, such as that of the function that is called. */
type Instruction = { code: number; first: number | undefined }

/**
 * Reads one instruction with all that belongs to it. Throws at one that is not known, or that works at length other than
 * by `memory.copy` and `memory.fill`: those of tables, and `memory.init`.
 */
export function readInstruction(reader: WasmReader): Instruction {
  const code = reader.byte()
  if (code === BULK) return readBulk(reader)
  // br_table: where each value leads, and all others
  if (code === 0x0e) reader.list(() => reader.number())
  // select, with types
  if (code === 0x1c) reader.list(() => reader.byte())
  // f32.const, f64.const
  if (code === 0x43) reader.take(4)
  if (code === 0x44) reader.take(8)
  const numbers = numbersAfter(code)
  const [first] = Array.from({ length: numbers }, () => reader.number())
  return { code, first }
}

/** How many numbers in LEB128 come last. */
function numbersAfter(code: number): number {
  if (code <= 0x01) return 0 // unreachable, nop
  if (code >= OP.block && code <= OP.if) return 1 // its type
  if (code === OP.else || code === OP.end || code === 0x0f) return 0 // return
  if (code >= 0x0c && code <= 0x0e) return 1 // branches
  if (code === OP.call) return 1
  if (code === 0x11) return 2 // call_indirect: type and table
  if (code >= 0x1a && code <= 0x1c) return 0 // drop, select
  if (code >= 0x20 && code <= 0x26) return 1 // variables, and entries of a table
  if (code >= 0x28 && code <= 0x3e) return 2 // loads and stores: alignment and offset
  if (code >= 0x3f && code <= 0x42) return 1 // memory.size and grow, i32.const and i64.const
  if (code >= 0x43 && code <= 0xc4) return 0 // f32.const, f64.const, calculations
  if (code === 0xd0 || code === OP.functionReference) return 1 // ref.null
  if (code === 0xd1) return 0 // ref.is_null
  throw new Error(`The instruction ${code.toString(16)} is not known.`)
}

function readBulk(reader: WasmReader): Instruction {
  const code = (BULK << 8) | reader.number()
  if (code === OP.memoryCopy) reader.take(2)
  else if (code === OP.memoryFill) reader.take(1)
  // Fractions made whole.
  else if (code > 0xfc_07) throw new Error(`The instruction ${code.toString(16)} may work at length without paying.`)
  return { code, first: undefined }
}
