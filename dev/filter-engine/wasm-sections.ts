import { WasmReader, wasmBlock, wasmList, wasmNumber } from './wasm-reader.ts'

const HEAD = Buffer.from('\0asm\u0001\0\0\0', 'latin1')
/** In the order in which a module has them. */
export const SECTION = {
  types: 1,
  imports: 2,
  functions: 3,
  tables: 4,
  memories: 5,
  globals: 6,
  exports: 7,
  elements: 9,
  dataCount: 12,
  code: 10,
  data: 11,
} as const
const ORDER: readonly number[] = Object.values(SECTION)
const CUSTOM = 0

/** What is imported and exported. */
export const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const

export type Sections = Map<number, Uint8Array>

/** By id. Those that the machine leaves alone, such as names for a debugger, are dropped. */
export function readSections(wasm: Uint8Array): Sections {
  const reader = new WasmReader(wasm)
  if (!HEAD.equals(reader.take(HEAD.length))) throw new Error('This is not a WebAssembly module.')
  const sections: Sections = new Map()
  while (!reader.isAtEnd) {
    const id = reader.byte()
    const section = reader.block()
    if (id === CUSTOM) continue
    if (!ORDER.includes(id)) throw new Error(`The section ${id} is not known.`)
    sections.set(id, section)
  }
  return sections
}

export function writeSections(sections: Sections): Uint8Array {
  const written = ORDER.flatMap((id) => {
    const section = sections.get(id)
    return section ? [Buffer.of(id), wasmBlock(section)] : []
  })
  return Buffer.concat([HEAD, ...written])
}

/** All sections that a meter reads are lists. */
export function sectionReader(sections: Sections, id: number): WasmReader {
  return new WasmReader(sections.get(id) ?? wasmList([]))
}

/** Items that come last, so that all others keep their numbers. */
export function appendItems(sections: Sections, id: number, items: Uint8Array[]): void {
  const reader = sectionReader(sections, id)
  const count = reader.number() + items.length
  sections.set(id, Buffer.concat([wasmNumber(count), reader.bytes.subarray(reader.at), ...items]))
}

/** The kinds of what is imported: of functions and globals, those come first. */
export function readImports(sections: Sections): number[] {
  const reader = sectionReader(sections, SECTION.imports)
  return reader.list(() => {
    reader.block()
    reader.block()
    const kind = reader.byte()
    if (kind === KIND.function) reader.number()
    else if (kind === KIND.global) reader.take(2)
    else throw new Error('A memory or table is imported.')
    return kind
  })
}

type Export = { name: string; kind: number; number: number }

export function readExports(sections: Sections): Export[] {
  const reader = sectionReader(sections, SECTION.exports)
  return reader.list(() => ({
    name: Buffer.from(reader.block()).toString(),
    kind: reader.byte(),
    number: reader.number(),
  }))
}

export function wasmExport({ name, kind, number }: Export): Uint8Array {
  return Buffer.concat([wasmBlock(Buffer.from(name)), Buffer.of(kind), wasmNumber(number)])
}

/** The first number of pages of the module's memory. */
export function readMemory(sections: Sections): number {
  const reader = sectionReader(sections, SECTION.memories)
  if (reader.number() !== 1 || reader.byte() > 1) throw new Error('The module should have one memory of 32 bits.')
  return reader.number()
}
