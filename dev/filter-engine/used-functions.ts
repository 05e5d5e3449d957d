import { OP, readInstruction } from './read-instruction.ts'
import { readExports, readImports, sectionReader, SECTION, KIND, type Sections } from './wasm-sections.ts'
import { WasmReader } from './wasm-reader.ts'

/** The numbers of functions that can run: what is exported or in a table, and all that those call. */
export function usedFunctions(sections: Sections): ReadonlySet<number> {
  const imported = readImports(sections).filter((kind) => kind === KIND.function).length
  const code = sectionReader(sections, SECTION.code)
  const bodies = code.list(() => code.block())
  const exported = readExports(sections).filter(({ kind }) => kind === KIND.function)
  const used = new Set([...exported.map(({ number }) => number), ...functionsInTables(sections)])
  // A set is walked to what is added meanwhile.
  for (const number of used) {
    const body = bodies[number - imported]
    if (body) for (const called of calledIn(body)) used.add(called)
  }
  return used
}

function functionsInTables(sections: Sections): number[] {
  const reader = sectionReader(sections, SECTION.elements)
  const segments = reader.list(() => {
    if (reader.byte() !== 0) throw new Error('The elements of a table are written in a way that is not known.')
    // Where in the table.
    while (readInstruction(reader).code !== OP.end);
    return reader.list(() => reader.number())
  })
  return segments.flat()
}

function calledIn(body: Uint8Array): number[] {
  const called: number[] = []
  const reader = bodyReader(body)
  while (!reader.isAtEnd) {
    const { code, first } = readInstruction(reader)
    if (first !== undefined && (code === OP.call || code === OP.functionReference)) called.push(first)
  }
  return called
}

/** Of a function's instructions, behind its variables. */
export function bodyReader(body: Uint8Array): WasmReader {
  const reader = new WasmReader(body)
  reader.list(() => [reader.number(), reader.byte()])
  return reader
}
