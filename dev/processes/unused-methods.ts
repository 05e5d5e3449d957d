import { rolldown, type InputOptions, type Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'
import { blankOut, type Part } from './blank-out.ts'

/** The libraries whose classes lose methods. None of them calls one by a name that it puts together. */
const LIBRARIES = /\/node_modules\/(?:drizzle-orm|graphql|jose|stripe)\//

type Method = Part & { name: string }

/**
 * Leaves methods of these libraries out of a bundle that nothing in it names, in code or in a text: a bundler keeps all
 * methods of a class. `input` is bundled once to learn what it names.
 */
export async function leaveOutUnusedMethods(input: InputOptions): Promise<Plugin> {
  const bundle = await rolldown(input)
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, comments: false })
  await bundle.close()
  const { code } = output[0]
  const unused = unusedMethods(code)
  return {
    name: 'leave-out-unused-methods',
    transform: {
      filter: { id: LIBRARIES },
      handler: (library) => ({
        code: blankOut(
          library,
          methodsOf(library).filter(({ name }) => unused.has(name)),
        ),
        map: null,
      }),
    },
  }
}

/** The names of methods that occur only where they are defined. */
export function unusedMethods(code: string): Set<string> {
  const defined = countNames(methodsOf(code).map(({ name }) => name))
  const written = countNames(code.match(/[\w$]+/g) ?? [])
  return new Set([...defined].filter(([name, times]) => written.get(name) === times).map(([name]) => name))
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function methodsOf(code: string): Method[] {
  const methods: Method[] = []
  const visitor = new Visitor({
    MethodDefinition({ computed, key, kind, start, end }) {
      if (!computed && key.type === 'Identifier' && kind !== 'constructor') methods.push({ name: key.name, start, end })
    },
  })
  visitor.visit(parseSync('library.js', code).program)
  return methods
}
