import { parseSync, Visitor } from 'rolldown/utils'
import type { Part } from './blank-out.ts'

/** The parts of a build of React that give its functions, by name, other bodies. Throws where it has no such function. */
export function bodiesReplaced(code: string, bodies: ReadonlyMap<string, string>): Part[] {
  const parts: Part[] = []
  const missing = new Set(bodies.keys())
  const visitor = new Visitor({
    FunctionDeclaration({ id, body }) {
      const by = bodies.get(id?.name ?? '')
      if (!id || !body || by === undefined || !missing.delete(id.name)) return
      parts.push({ start: body.start, end: body.end, by })
    },
  })
  visitor.visit(parseSync('react-dom.cjs', code, { sourceType: 'script' }).program)
  if (missing.size > 0) throw new Error(`React has no ${[...missing].join(', ')}.`)
  return parts
}
