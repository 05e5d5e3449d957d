import type { Plugin } from 'rolldown'
import { leaveOut } from './leave-out.ts'

/** The services' files; not those that read, check and write catalogs. */
const SERVICES = /\/worker\/services\/(?!catalog\/|format\/|ifttt\/|operator\/)\w+\//

/** Leaves out hints of our own services' fields, 2 kB: a deployment writes them to D1, where they are read. */
export function leaveOutFieldHints(): Plugin {
  return leaveOut({
    name: 'leave-out-field-hints',
    files: SERVICES,
    visit: (leave) => ({
      Property({ key, value: { type, start, end } }) {
        if (key.type !== 'Identifier' || key.name !== 'hint') return
        if (type === 'Literal' || type === 'TemplateLiteral') leave({ start, end, by: "''" })
      },
    }),
  })
}
