import type { Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'
import { blankOut, type Part } from './blank-out.ts'

/** The types that GraphQL itself defines. */
const BUILT_IN = /\/graphql\/type\/(?:directives|introspection|scalars)\.mjs$/

/** Leaves out, 2 kB, what GraphQL tells people about its own types: nobody may ask for it in production. */
export function leaveOutDescriptions(): Plugin {
  return {
    name: 'leave-out-descriptions',
    transform: {
      filter: { id: BUILT_IN },
      handler(code, id) {
        const texts: Part[] = []
        const visitor = new Visitor({
          Property({ key, value: { type, start, end } }) {
            if (key.type !== 'Identifier' || key.name !== 'description') return
            if (type === 'Literal' || type === 'BinaryExpression') texts.push({ start, end, by: "''" })
          },
        })
        visitor.visit(parseSync(id, code).program)
        if (texts.length === 0) throw new Error(`GraphQL has no descriptions in ${id}.`)
        return { code: blankOut(code, texts), map: null }
      },
    },
  }
}
