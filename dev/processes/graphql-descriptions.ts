import type { Plugin } from 'rolldown'
import { leaveOut } from './leave-out.ts'

/** The types that GraphQL itself defines. */
const BUILT_IN = /\/graphql\/type\/(?:directives|introspection|scalars)\.mjs$/

/** Leaves out, 2 kB, what GraphQL tells people about its own types: nobody may ask for it in production. */
export function leaveOutDescriptions(): Plugin {
  return leaveOut({
    name: 'leave-out-descriptions',
    files: BUILT_IN,
    visit: (leave) => ({
      Property({ key, value: { type, start, end } }) {
        if (key.type !== 'Identifier' || key.name !== 'description') return
        if (type === 'Literal' || type === 'BinaryExpression') leave({ start, end, by: "''" })
      },
    }),
  })
}
